import { Blob as NodeBlob } from 'node:buffer';
import { backend, signInAsAdmin } from '@tests/fake-backend';
import { photo } from '@tests/photo-files';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256Hex } from '@/shared/evidence/seal';
import { hashOriginals } from './hash-originals';
import type { ImportedFacts } from './same-facts';
import type { SurveyProof } from './seals';

afterEach(() => {
  vi.unstubAllGlobals();
});

const file = (times: Parameters<typeof photo>[0]['times']) => photo({ times }) as File;
const times = { DateTimeOriginal: '2025:10:28 14:05:59', OffsetTimeOriginal: '-04:00' };
const importedFacts: ImportedFacts = {
  ...{ width: 4096, height: 2048, camera_lat: null, camera_lon: null },
  ...{ camera_heading: null, camera_heading_reference: null },
  ...{ camera_wall: '2025-10-28T14:05:59', camera_time_tag: 'DateTimeOriginal' },
  ...{ camera_zone: '-04:00', camera_zone_tag: 'OffsetTimeOriginal' },
};

it('hashes what is as it was imported, and names what was corrected since, of the same size too', async () => {
  // jsdom's `File` has no `arrayBuffer`, so Node's replaces it.
  vi.stubGlobal('Blob', NodeBlob);
  backend.reset();
  signInAsAdmin();
  const sent: unknown[] = [];
  backend.answer = ({ body }) => {
    sent.push(body);
    return { body: 1 };
  };
  const whole = file(times);
  const files = new Map([
    ['R1.JPG', whole],
    ['R2.JPG', file({ ...times, DateTimeOriginal: '2025:10:28 15:05:59' })],
    ['R3.JPG', file({})],
  ]);
  const row = (name: string) => ({
    id: name,
    file_name: name,
    file_bytes: whole.size,
    left_out: null,
    sha256: null,
  });
  const pictures = [...files.keys(), 'R4.JPG'].map((name) => ({ ...row(name), ...importedFacts }));
  const result = await hashOriginals(
    { surveyId: 's', pictures: pictures as unknown as SurveyProof['pictures'] },
    {
      ...{ name: 'rue', tracks: [], others: 0 },
      pictures: [...files].map(([path, one]) => ({ path, open: async () => one })),
    },
    { signal: new AbortController().signal, onProgress: () => {}, whenMayGoOn: async () => {} },
  );
  expect(result).toEqual({ hashed: 1, changed: ['R2.JPG', 'R3.JPG'], missing: ['R4.JPG'], unread: [] });
  expect(sent).toEqual([
    {
      survey_id: 's',
      hashes: [{ id: 'R1.JPG', sha256: sha256Hex(new Uint8Array(await whole.arrayBuffer())) }],
    },
  ]);
});
