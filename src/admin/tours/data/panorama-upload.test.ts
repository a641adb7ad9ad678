import { describe, expect, it } from 'vitest';
import type { CutFile, CutRequest } from './cut-panorama';
import { uploadPanorama } from './panorama-upload';
import { type TileFormat, tilePlan } from './tile-plan';

const file = new Blob([
  new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 4, 0, 8, 0, 1, 0, 0, 0, 0xff, 0xda, 0, 2, 1, 0xff, 0xd9]),
]);
const namesIn = (format: TileFormat) => [
  'base.jpg',
  ...tilePlan(2048, 1024, format).flatMap(({ tiles }) => tiles.map(({ name }) => name)),
];
const names = namesIn('webp');
const folder = 'visite/image';

/**
 * A fake storage service; `fails` lists the statuses with which a path is refused first. The browser encodes WebP
 * unless `encodes` says otherwise.
 */
function storage(fails: Record<string, number[]> = {}) {
  const files = new Map<string, number>();
  const types = new Map<string, string | undefined>();
  const encodes = { webp: true };
  const asked: string[] = [];
  let [most, now] = [0, 0];
  return {
    files,
    types,
    encodes,
    asked,
    most: () => most,
    tools: {
      waits: [0, 0, 0],
      encodesWebp: async () => encodes.webp,
      remove: async (bucket: string, paths: string[]) => {
        for (const path of paths) files.delete(`${bucket}/${path}`);
      },
      list: async (bucket: string, below: string) =>
        new Map(
          [...files].flatMap(([path, size]) =>
            path.startsWith(`${bucket}/${below}/`) ? [[path.slice(`${bucket}/${below}/`.length), size]] : [],
          ),
        ),
      cut: ({ format, done }: { format: TileFormat; done: string[] }) => {
        const left = namesIn(format).filter((name) => !done.includes(name));
        return {
          next: async (): Promise<CutFile | undefined> => {
            const name = left.shift();
            const type = name?.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
            return name === undefined ? undefined : { name, blob: new Blob(['tuile'], { type }) };
          },
          stop: () => {},
        };
      },
      send: async (bucket: string, path: string, blob: Blob, { type }: { type?: string }) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve));
        now--;
        asked.push(path);
        const status = fails[path]?.shift();
        if (status !== undefined) throw Object.assign(new Error('refusé'), { status });
        files.set(`${bucket}/${path}`, blob.size);
        types.set(path, type);
      },
    },
  };
}

const progress = () => {
  const shares: number[] = [];
  return { shares, signal: new AbortController().signal, onProgress: (share: number) => shares.push(share) };
};

describe('uploadPanorama', () => {
  it('sends the original and every tile, at most four at a time, and says how far it is', async () => {
    const { files, types, most, tools } = storage();
    const report = progress();
    const { picture, original } = await uploadPanorama({ folder, file, blurs: [] }, report, tools);
    expect([...files.keys()].sort()).toEqual(
      [`panorama-originals/${original}`, ...names.map((name) => `panoramas/${folder}/${name}`)].sort(),
    );
    expect(picture).toMatchObject({ folder, format: 'webp', width: 2048, bytes: names.length * 5 });
    expect(types.get(`${folder}/0/1-0.webp`)).toBe('image/webp');
    expect(types.get(`${folder}/base.jpg`)).toBe('image/jpeg');
    expect(types.get(original)).toBeUndefined();
    expect(most()).toBe(4);
    expect(report.shares.at(-1)).toBe(1);
    expect(report.shares).toEqual([...report.shares].sort((a, b) => a - b));
  });

  it('tries a tile again while the network fails, and takes one that is there as sent', async () => {
    const { files, asked, tools } = storage({
      [`${folder}/0/1-0.webp`]: [0, 503],
      [`${folder}/0/2-0.webp`]: [409],
    });
    await uploadPanorama({ folder, file, blurs: [] }, progress(), tools);
    expect(asked.filter((path) => path.endsWith('0/1-0.webp'))).toHaveLength(3);
    expect(files.has(`panoramas/${folder}/0/1-0.webp`)).toBe(true);
    expect(asked.filter((path) => path.endsWith('0/2-0.webp'))).toHaveLength(1);
  });

  it('stops at a refusal or after the last try; asked again it sends only what lacks', async () => {
    const broken = `${folder}/0/3-1.webp`;
    const { files, asked, tools } = storage({ [broken]: [0, 0, 0, 0, 403] });
    const again = () => uploadPanorama({ folder, file, blurs: [] }, progress(), tools);
    await expect(again()).rejects.toMatchObject({ status: 0 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(again()).rejects.toMatchObject({ status: 403 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    asked.length = 0;
    const had = files.size;
    const { picture } = await again();
    expect(asked).toHaveLength(names.length + 1 - had);
    expect(asked).not.toContain(`${folder}/original.jpg`);
    expect(picture.bytes).toBe(names.length * 5);
  });

  it('cuts the picture of a camera that leaned level, and stores it as it is', async () => {
    const xmp = '<x:xmpmeta GPano:PoseRollDegrees="20" GPano:PosePitchDegrees="-10"/></x:xmpmeta>';
    const header = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, xmp.length + 2]);
    const leaning = new Blob([header, xmp, file.slice(2)]);
    const { files, tools } = storage();
    const cut: Pick<CutRequest, 'file' | 'tilt'>[] = [];
    const all = {
      ...tools,
      cut: (request: CutRequest) => {
        cut.push({ file: request.file, tilt: request.tilt });
        return tools.cut(request);
      },
    };
    const noted = { roll: 20, pitch: -10 };
    const { tilt, original } = await uploadPanorama({ folder, file: leaning, blurs: [] }, progress(), all);
    expect(tilt).toEqual(noted);
    // The original is uploaded as the camera wrote it, so that a later levelling loses nothing.
    expect(files.get(`panorama-originals/${original}`)).toBe(leaning.size);
    // The marks are relative to the levelled picture, also when the tiles are cut from the stored original.
    const again = { folder: 'visite/autre', file: leaning, blurs: [], hasOriginal: true };
    await uploadPanorama(again, progress(), all);
    const wanted = { roll: 3, pitch: 0 };
    await uploadPanorama({ ...again, folder: 'visite/autre-niveau', tilt: wanted }, progress(), all);
    expect(cut).toEqual([
      { file: leaning, tilt: noted },
      { file: leaning, tilt: undefined },
      { file: leaning, tilt: wanted },
    ]);
  });

  it('keeps JPEG tiles where the browser writes no WebP, and names no format', async () => {
    const { files, encodes, tools } = storage();
    encodes.webp = false;
    const { picture } = await uploadPanorama({ folder, file, blurs: [] }, progress(), tools);
    expect(picture).not.toHaveProperty('format');
    expect(namesIn('jpg').every((name) => files.has(`panoramas/${folder}/${name}`))).toBe(true);
  });

  it.each([
    ['JPEG, goes on in JPEG in a browser that writes WebP', 'jpg', true, 'jpg', 1],
    ['WebP, goes on in WebP', 'webp', true, 'webp', 1],
    ['WebP, begins again in JPEG in a browser that writes none', 'webp', false, 'jpg', 0],
  ] as const)('an upload begun in %s', async (_case, begun, webp, expected, kept) => {
    const { files, asked, encodes, tools } = storage();
    for (const name of ['base.jpg', `0/0-0.${begun}`]) files.set(`panoramas/${folder}/${name}`, 5);
    encodes.webp = webp;
    const { picture } = await uploadPanorama({ folder, file, blurs: [] }, progress(), tools);
    expect(picture.format ?? 'jpg').toBe(expected);
    expect(picture.bytes).toBe(namesIn(expected).length * 5);
    // The folder has tiles of one format only, and tiles already there are not uploaded again.
    expect([...files.keys()].filter((path) => path.startsWith('panoramas/')).sort()).toEqual(
      namesIn(expected)
        .map((name) => `panoramas/${folder}/${name}`)
        .sort(),
    );
    expect(asked.filter((path) => !path.endsWith('original.jpg'))).toHaveLength(
      namesIn(expected).length - 1 - kept,
    );
  });
});
