import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Sphere } from './hero-picture.ts';
import { drawView, levelFor, perspective, tilesFor } from './perspective.ts';

const api = { url: 'https://projet.example', key: 'sb_publishable_essai' };
const size = { width: 240, height: 126 };

/** Makes a panorama that is red within three degrees of one direction, and blue everywhere else. */
function sphereWithMark(yaw: number, pitch: number, width = 720): Sphere {
  const height = width / 2;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const away = Math.abs(((((x + 0.5) / width) * 360 - 180 - yaw + 540) % 360) - 180);
      const near = away < 3 && Math.abs(90 - ((y + 0.5) / height) * 180 - pitch) < 3;
      data[(y * width + x) * 3 + (near ? 0 : 2)] = 255;
    }
  }
  return { data, info: { width, height, channels: 3 } };
}

/**
 * Finds the centre of the red pixels, relative to the picture's centre, to the right and up; `undefined` without any.
 */
function markOf({ data, info }: Sphere) {
  let [count, right, up] = [0, 0, 0];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if ((data[(y * info.width + x) * 3] ?? 0) < 128) continue;
      count++;
      right += x + 0.5 - info.width / 2;
      up += info.height / 2 - y - 0.5;
    }
  }
  return count === 0 ? undefined : { right: right / count, up: up / count };
}

it.each([
  [0, 0],
  [-179.5, 0],
  [180, 10],
  [91, -35],
  [-40, 75],
])('what lies at %d°, %d° is in the middle of a view that looks there', (yaw, pitch) => {
  const mark = markOf(perspective(sphereWithMark(yaw, pitch), { yaw, pitch, field: 60 }, size));
  expect(Math.abs(mark?.right ?? 99)).toBeLessThan(1);
  // A square of degrees is taller towards the pole.
  expect(Math.abs(mark?.up ?? 99)).toBeLessThan(2);
});

it('what lies to the right or above is there at the distance that a straight lens gives', () => {
  const focal = size.height / 2 / Math.tan(Math.PI / 6);
  const beside = markOf(perspective(sphereWithMark(30, 0), { yaw: 0, pitch: 0, field: 60 }, size));
  // The farther half of the mark is stretched, so its centre is a little farther out.
  expect(Math.abs((beside?.right ?? 99) - focal * Math.tan(Math.PI / 6))).toBeLessThan(1);
  const above = markOf(perspective(sphereWithMark(0, 20), { yaw: 0, pitch: 0, field: 60 }, size));
  expect(Math.abs((above?.up ?? 99) - focal * Math.tan(Math.PI / 9))).toBeLessThan(1);
  expect(markOf(perspective(sphereWithMark(180, 0), { yaw: 0, pitch: 0, field: 60 }, size))).toBeUndefined();
});

const levels = [
  { width: 4096, columns: 8, rows: 4 },
  { width: 8192, columns: 16, rows: 8 },
];

it('reads the smallest level that is sharp enough, and the first sphere where that is', () => {
  const cut = { baseWidth: 2048, levels };
  expect(levelFor(cut, { yaw: 0, pitch: 0, field: 60 }, { width: 400, height: 210 })).toBeUndefined();
  expect(levelFor(cut, { yaw: 0, pitch: 0, field: 60 }, { width: 1200, height: 630 })?.width).toBe(4096);
  expect(levelFor(cut, { yaw: 0, pitch: 0, field: 40 }, { width: 1200, height: 630 })?.width).toBe(8192);
  expect(levelFor(cut, { yaw: 0, pitch: 0, field: 30 }, { width: 9000, height: 6000 })?.width).toBe(8192);
  expect(levelFor({ baseWidth: 2048, levels: [] }, { yaw: 0, pitch: 0, field: 9 }, size)).toBeUndefined();
});

it('a view of the horizon needs few tiles, one of the zenith the whole top row, one behind both edges', () => {
  const level = { columns: 8, rows: 4 };
  expect(tilesFor(level, { yaw: 22.5, pitch: 22, field: 30 }, { width: 100, height: 100 })).toEqual(
    new Set(['4-1']),
  );
  const zenith = [...tilesFor(level, { yaw: 0, pitch: 90, field: 30 }, { width: 100, height: 100 })].sort();
  expect(zenith).toEqual(Array.from({ length: 8 }, (_, column) => `${column}-0`));
  const behind = [...tilesFor(level, { yaw: 180, pitch: 22, field: 30 }, { width: 100, height: 100 })].sort();
  expect(behind).toEqual(['0-1', '7-1']);
});

it.each(['jpg', 'webp'] as const)(
  'puts a view together from the %s tiles it needs, and no others',
  async (format) => {
    const sphere = sphereWithMark(120, 0, 1024);
    const asked: string[] = [];
    const ask = (async (address) => {
      const [, column = 0, row = 0, kind] = /\/0\/(\d)-(\d)\.(\w+)$/.exec(String(address)) ?? [];
      asked.push(`${column}-${row}.${kind}`);
      const tile = sharp(sphere.data, { raw: sphere.info }).extract({
        left: Number(column) * 128,
        top: Number(row) * 128,
        width: 128,
        height: 128,
      });
      return new Response(new Uint8Array(await tile.png().toBuffer()));
    }) as typeof fetch;
    const cut = {
      folder: 'a/b',
      width: 1024,
      baseWidth: 64,
      levels: [{ width: 1024, columns: 8, rows: 4 }],
      bytes: 1,
      ...(format === 'webp' ? { format } : {}),
    };
    const view = { yaw: 120, pitch: 0, field: 30 };
    const mark = markOf(await drawView(cut, view, { width: 200, height: 100 }, api, ask));
    expect(Math.abs(mark?.right ?? 99)).toBeLessThan(1);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(10);
    expect(asked.every((name) => name.endsWith(format))).toBe(true);
  },
);

it('a panorama whose files cannot be read is an error', async () => {
  const ask = (async () => new Response('', { status: 404 })) as typeof fetch;
  const cut = { folder: 'a/b', width: 1024, baseWidth: 1024, levels: [], bytes: 1 };
  await expect(drawView(cut, { yaw: 0, pitch: 0, field: 60 }, size, api, ask)).rejects.toThrow('réponse 404');
});
