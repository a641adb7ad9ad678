import { Blob as NodeBlob } from 'node:buffer';
import { QueryClient } from '@tanstack/react-query';
import { backend, signInAsAdmin } from '@tests/fake-backend';
import { exifDate, photo } from '@tests/photo-files';
import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importFolder } from './import-folder';
import { readPictureFacts } from './picture-facts';

/** Runs the import's worker in the page. */
class PageWorker {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  async postMessage(files: File[]) {
    const facts = await Promise.all(files.map(async (file) => (await readPictureFacts(file)) ?? null));
    this.onmessage?.({ data: { result: facts } });
  }
  terminate() {}
}

type Row = { file_name: string; camera_time: string | null; camera_zone: string | null; camera_wall: string };
let stored: Row[];

beforeEach(() => {
  vi.stubGlobal('Worker', PageWorker);
  // jsdom's `File` has no `arrayBuffer`, so Node's replaces it.
  vi.stubGlobal('Blob', NodeBlob);
  backend.reset();
  signInAsAdmin();
  stored = [];
  backend.answer = ({ method, body }) => {
    if (method === 'POST') stored.push(...(body as Row[]));
    return { body: method === 'GET' ? stored : null };
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const importFiles = (files: Record<string, Blob>) =>
  importFolder(
    new QueryClient(),
    's',
    {
      ...{ name: 'rue', tracks: [], others: 0 },
      pictures: Object.entries(files).map(([path, file]) => ({
        path,
        open: async () => Object.assign(file, { lastModified: 0 }) as File,
      })),
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  );

it('settles a drive over the end of summer time as one, also when it is resumed', async () => {
  const change = Date.parse('2025-11-02T06:00:00Z');
  const truth = Array.from({ length: 10 }, (_, index) => change - 9000 + index * 2000);
  const files = truth.map((instant, index): [string, Blob] => {
    const wall = instant - (instant < change ? 4 : 5) * 3_600_000;
    return [`R${index + 1}.JPG`, photo({ date: exifDate(wall) })];
  });
  await importFiles(Object.fromEntries(files.slice(0, 3)));
  await importFiles(Object.fromEntries(files));
  expect(stored.map(({ camera_time }) => Date.parse(camera_time ?? ''))).toEqual(truth);
  expect(new Set(stored.map(({ camera_zone }) => camera_zone))).toEqual(new Set(['-04:00', '-05:00']));
});

it('stores or names each picture of any folder', async () => {
  const random = randomOf(3);
  for (let run = proofSize(5, 500); run > 0; run--) {
    stored = [];
    const kinds: Record<string, () => Blob> = {
      panorama: () => photo({ date: exifDate(Date.UTC(2025, 9, 28) + random() * 1e8) }),
      rounded: () =>
        photo({ times: { DateTimeDigitized: '2025:10:28 14:00:00' }, width: 2048, height: 1023 }),
      ordinary: () => photo({ date: '2025:10:28 14:00:00', width: 400, height: 300 }),
      broken: () => new Blob(['<html>']),
    };
    const names = Array.from({ length: 20 }, (_, index) => {
      const kind = Object.keys(kinds)[Math.floor(random() * 4)] as string;
      return `${kind}-${index}.JPG`;
    });
    const of = (...some: string[]) =>
      names.filter((name) => some.some((kind) => name.startsWith(kind))).sort();
    const made = names.map((name): [string, Blob] => [
      name,
      (kinds[name.split('-')[0] ?? ''] as () => Blob)(),
    ]);
    const { added, known, unread, aside } = await importFiles(Object.fromEntries(made));
    expect(added + known + unread.length + aside.length).toBe(names.length);
    expect(stored.map(({ file_name }) => file_name).sort()).toEqual(of('panorama', 'rounded'));
    expect(aside.map(({ name }) => name).sort()).toEqual(of('ordinary'));
    for (const { reason } of aside) expect(reason).toMatch(/deux fois plus large.*400 × 300/);
    expect(unread.sort()).toEqual(of('broken'));
  }
});

it('names a picture of another format, whatever its ending, and says what to do', async () => {
  const heic = new Blob([new Uint8Array([0, 0, 0, 24]), 'ftypmif1', new Uint8Array(4), 'mif1heic']);
  const { aside, unread } = await importFiles({ 'IMG_1.HEIC': heic, 'IMG_2.JPG': heic });
  const reason = 'C’est une image HEIC, quel que soit son nom\u00a0: exportez-la en JPEG.';
  expect({ aside, unread }).toEqual({
    aside: [
      { name: 'IMG_1.HEIC', reason },
      { name: 'IMG_2.JPG', reason },
    ],
    unread: [],
  });
});
