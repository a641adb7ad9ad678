import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPack, packTiles, rangeOf } from './tile-pack';

const levels = [
  { width: 4096, columns: 8, rows: 4 },
  { width: 8192, columns: 8, rows: 4 },
];
/** Makes a tile that contains its own position; lengths differ. */
const tile = ({ level, column, row }: { level: number; column: number; row: number }) =>
  new Blob([`${level}/${column}-${row}${'.'.repeat(column + row)}`]);

/** Serves a file like a host with range requests, or without. */
function serve(file: Uint8Array<ArrayBuffer>, knowsParts: boolean) {
  vi.stubGlobal(
    'fetch',
    async (_address: string, { headers = {} }: { headers?: { range?: string } } = {}) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      return knowsParts && from
        ? new Response(file.slice(Number(from), Number(to) + 1), { status: 206 })
        : new Response(file);
    },
  );
}

afterEach(() => vi.unstubAllGlobals());

describe('the tiles of a picture in one file', () => {
  it.each([true, false])(
    'are found again, each by its own part (server with parts: %s)',
    async (knowsParts) => {
      const file = new Uint8Array(await packTiles(levels, tile).arrayBuffer());
      serve(file, knowsParts);
      const pack = await openPack('https://files.example/a.tiles?token=x');
      expect(pack).toMatchObject({ width: 8192, levels });
      for (const at of [
        { level: 0, column: 0, row: 0 },
        { level: 0, column: 7, row: 3 },
        { level: 1, column: 3, row: 2 },
        { level: 1, column: 7, row: 3 },
      ]) {
        const [, from = 0, to = 0] = (
          /bytes=(\d+)-(\d+)/.exec(rangeOf(pack.tile(at))?.range ?? '') ?? []
        ).map(Number);
        expect(new TextDecoder().decode(file.slice(from, to + 1))).toBe(await tile(at).text());
      }
    },
  );

  it('hold those of the largest picture, and say so where there are more', () => {
    const grid = (width: number, columns: number) => ({ width, columns, rows: columns / 2 });
    const heavy = { size: 9_999_999 } as Blob;
    vi.stubGlobal('Blob', class {});
    expect(() => packTiles([grid(4096, 8), grid(8192, 8), grid(16_384, 16)], () => heavy)).not.toThrow();
    expect(() => packTiles([grid(32_768, 64)], () => heavy)).toThrow('Too many tiles');
  });

  it('a file that is none, or is gone, is no picture', async () => {
    serve(new TextEncoder().encode('PNG'), true);
    await expect(openPack('https://files.example/a.tiles')).rejects.toThrow();
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    await expect(openPack('https://files.example/a.tiles')).rejects.toMatchObject({ status: 404 });
  });
});

it('an address without a part asks for the whole file', () => {
  expect(rangeOf('https://files.example/a.jpg')).toBeUndefined();
  expect(rangeOf('https://files.example/a.jpg#scene=2')).toBeUndefined();
});
