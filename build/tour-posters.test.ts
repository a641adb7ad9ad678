import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { drawPreview, writePoster } from './tour-posters.ts';

const outputFolder = mkdtempSync(join(tmpdir(), 'posters-'));
const cacheFolder = join(outputFolder, 'cache');
afterAll(() => rmSync(outputFolder, { recursive: true, force: true }));

const api = { url: 'http://data.test', key: 'key' };
const picture = {
  ...{ folder: 't/p', width: 512, baseWidth: 64, bytes: 1 },
  levels: [{ width: 512, columns: 4, rows: 2 }],
};
/** The sizes of `posterSizes`, divided by ten. */
const smallSizes = {
  wide: { name: 'wide', width: 240, height: 105, widths: [120, 240] },
  phone: { name: 'phone', width: 90, height: 135, widths: [60, 90] },
  jpegWidth: 160,
};
const scene = { picture, view: { yaw: 45, pitch: 0, zoom: 20 } };

it('draws the first view for wide screens and for phones, from the tiles that it needs', async () => {
  // Each column of tiles has a colour of its own: the view looks at the third one.
  const colours = ['#f00', '#0f0', '#00f', '#ff0'];
  const asked: string[] = [];
  const ask = async (address: string | URL | Request) => {
    asked.push(String(address));
    const column = Number(/\/(\d)-\d\.jpg$/.exec(String(address))?.[1]);
    const create = { width: 128, height: 128, channels: 3 as const, background: colours[column] ?? '#000' };
    return new Response(new Uint8Array(await sharp({ create }).jpeg().toBuffer()));
  };
  expect(
    await writePoster(outputFolder, { folder: '/images/visits/port-1', scene }, api, {
      cache: cacheFolder,
      ask,
      sizes: smallSizes,
    }),
  ).toBe(true);
  expect(
    asked.every((address) =>
      address.startsWith('http://data.test/storage/v1/object/public/panoramas/t/p/0/'),
    ),
  ).toBe(true);
  const folder = join(outputFolder, 'images/visits/port-1');
  const sizes = await Promise.all(
    readdirSync(folder).map(async (name) => {
      const { width, height } = await sharp(join(folder, name)).metadata();
      return `${name} ${width}x${height}`;
    }),
  );
  expect(sizes.sort()).toEqual([
    'phone-60.avif 60x90',
    'phone-90.avif 90x135',
    'wide-120.avif 120x53',
    'wide-160.jpg 160x70',
    'wide-240.avif 240x105',
  ]);
  const { dominant } = await sharp(readFileSync(join(folder, 'phone-90.avif'))).stats();
  expect(dominant.b).toBeGreaterThan(200);

  const first = asked.length;
  expect(
    await writePoster(outputFolder, { folder: '/again', scene }, api, {
      cache: cacheFolder,
      ask,
      sizes: smallSizes,
    }),
  ).toBe(true);
  expect(asked).toHaveLength(first);
  expect(readdirSync(join(outputFolder, 'again'))).toEqual(readdirSync(folder));
});

it('leaves the page another picture when the panorama cannot be read', async () => {
  const ask = async () => new Response('', { status: 404 });
  expect(
    await writePoster(outputFolder, { folder: '/images/visits/port-2', scene }, api, {
      cache: cacheFolder,
      ask,
    }),
  ).toBe(false);
  expect(existsSync(join(outputFolder, 'images/visits/port-2'))).toBe(false);
});

it('draws a small copy of a panorama as an address of a few kilobytes, once', async () => {
  let asked = 0;
  const ask = async (address: string | URL | Request) => {
    asked++;
    expect(String(address)).toMatch(/\/panoramas\/t\/p\/base\.jpg$/);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const create = { width: 1536, height: 768, channels: 3 as const, background: '#8a7', noise };
    return new Response(new Uint8Array(await sharp({ create }).blur(8).jpeg().toBuffer()));
  };
  const address = await drawPreview(picture, api, { cache: cacheFolder, ask });
  const [, text = ''] = /^data:image\/webp;base64,(.+)$/.exec(address ?? '') ?? [];
  const bytes = Buffer.from(text, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 384, height: 192 });
  expect(bytes.length).toBeLessThan(14_000);
  expect(await drawPreview(picture, api, { cache: cacheFolder, ask })).toBe(address);
  expect(asked).toBe(1);
  const nowhere = { ...picture, folder: 't/gone' };
  expect(
    await drawPreview(nowhere, api, {
      cache: cacheFolder,
      ask: async () => new Response('', { status: 404 }),
    }),
  ).toBe(undefined);
});
