import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { writePoster } from './tour-posters.ts';

const out = mkdtempSync(join(tmpdir(), 'posters-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const api = { url: 'http://data.test', key: 'key' };
const picture = {
  ...{ folder: 't/p', width: 4096, baseWidth: 1536, bytes: 1 },
  levels: [{ width: 4096, columns: 4, rows: 2 }],
};
const scene = { picture, view: { yaw: 45, pitch: 0, zoom: 20 } };

it('draws the first view for wide screens and for phones, sharp at 2 560 pixels, from the tiles it needs', async () => {
  // Each column of tiles has a colour of its own: the view looks at the third one.
  const colours = ['#f00', '#0f0', '#00f', '#ff0'];
  const asked: string[] = [];
  const ask = async (address: string | URL | Request) => {
    asked.push(String(address));
    const column = Number(/\/(\d)-\d\.jpg$/.exec(String(address))?.[1]);
    const create = { width: 1024, height: 1024, channels: 3 as const, background: colours[column] ?? '#000' };
    return new Response(new Uint8Array(await sharp({ create }).jpeg().toBuffer()));
  };
  expect(await writePoster(out, { folder: '/images/visits/port-1', scene }, api, ask)).toBe(true);
  expect(
    asked.every((address) =>
      address.startsWith('http://data.test/storage/v1/object/public/panoramas/t/p/0/'),
    ),
  ).toBe(true);
  const folder = join(out, 'images/visits/port-1');
  const sizes = await Promise.all(
    readdirSync(folder).map(async (name) => {
      const { width, height } = await sharp(join(folder, name)).metadata();
      return `${name} ${width}x${height}`;
    }),
  );
  expect(sizes.sort()).toEqual([
    'phone-1080.avif 1080x1620',
    'phone-768.avif 768x1152',
    'wide-1280.avif 1280x560',
    'wide-1920.avif 1920x840',
    'wide-1920.jpg 1920x840',
    'wide-2560.avif 2560x1120',
  ]);
  const { dominant } = await sharp(readFileSync(join(folder, 'phone-768.avif'))).stats();
  expect(dominant.b).toBeGreaterThan(200);
});

it('leaves the page another picture when the panorama cannot be read', async () => {
  const ask = async () => new Response('', { status: 404 });
  expect(await writePoster(out, { folder: '/images/visits/port-2', scene }, api, ask)).toBe(false);
  expect(readdirSync(join(out, 'images/visits'))).not.toContain('port-2');
});
