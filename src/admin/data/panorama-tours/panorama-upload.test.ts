import { describe, expect, it } from 'vitest';
import type { CutFile } from '@/admin/lib/panorama/cut-panorama';
import { tilePlan } from '@/admin/lib/panorama/tile-plan';
import { uploadPanorama } from './panorama-upload';

const file = new Blob([
  new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 4, 0, 8, 0, 1, 0, 0, 0, 0xff, 0xda, 0, 2, 1, 0xff, 0xd9]),
]);
const names = ['base.jpg', ...tilePlan(2048, 1024).flatMap(({ tiles }) => tiles.map(({ name }) => name))];
const folder = 'visite/image';

/** A storage service in memory; `fails` says how often a path is refused first, and with which status. */
function storage(fails: Record<string, number[]> = {}) {
  const files = new Map<string, number>();
  const asked: string[] = [];
  let [most, now] = [0, 0];
  return {
    files,
    asked,
    most: () => most,
    tools: {
      waits: [0, 0, 0],
      list: async (bucket: string, below: string) =>
        new Map(
          [...files].flatMap(([path, size]) =>
            path.startsWith(`${bucket}/${below}/`) ? [[path.slice(`${bucket}/${below}/`.length), size]] : [],
          ),
        ),
      cut: ({ done }: { done: string[] }) => {
        const left = names.filter((name) => !done.includes(name));
        return {
          next: async (): Promise<CutFile | undefined> => {
            const name = left.shift();
            return name === undefined ? undefined : { name, blob: new Blob(['tuile']) };
          },
          stop: () => {},
        };
      },
      send: async (bucket: string, path: string, blob: Blob) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve));
        now--;
        asked.push(path);
        const status = fails[path]?.shift();
        if (status !== undefined) throw Object.assign(new Error('refusé'), { status });
        files.set(`${bucket}/${path}`, blob.size);
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
    const { files, most, tools } = storage();
    const report = progress();
    const { picture, original } = await uploadPanorama({ folder, file, blurs: [] }, report, tools);
    expect([...files.keys()].sort()).toEqual(
      [`panorama-originals/${original}`, ...names.map((name) => `panoramas/${folder}/${name}`)].sort(),
    );
    expect(picture).toMatchObject({ folder, width: 2048, bytes: names.length * 5 });
    expect(most()).toBe(4);
    expect(report.shares.at(-1)).toBe(1);
    expect(report.shares).toEqual([...report.shares].sort((a, b) => a - b));
  });

  it('tries a tile again while the network fails, and takes one that is there as sent', async () => {
    const { files, asked, tools } = storage({
      [`${folder}/0/1-0.jpg`]: [0, 503],
      [`${folder}/0/2-0.jpg`]: [409],
    });
    await uploadPanorama({ folder, file, blurs: [] }, progress(), tools);
    expect(asked.filter((path) => path.endsWith('0/1-0.jpg'))).toHaveLength(3);
    expect(files.has(`panoramas/${folder}/0/1-0.jpg`)).toBe(true);
    expect(asked.filter((path) => path.endsWith('0/2-0.jpg'))).toHaveLength(1);
  });

  it('stops at a refusal or after the last try; asked again it sends only what lacks', async () => {
    const broken = `${folder}/0/3-1.jpg`;
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
});
