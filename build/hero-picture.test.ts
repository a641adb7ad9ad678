import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { heroStrip, SHIPPED_HERO } from '../src/site/pages/home/hero-strip.ts';
import { type Sphere, unroll } from './hero-picture.ts';
import { SHIPPED_FOLDER, storedHero } from './hero-tour.ts';

const api = { url: 'https://projet.example', key: 'sb_publishable_essai' };

/** Makes a panorama that is red around one direction and blue everywhere else. */
function sphereWithMark(yaw: number, pitch: number): Sphere {
  const width = 720;
  const data = Buffer.alloc(width * 360 * 3);
  for (let y = 0; y < 360; y++) {
    for (let x = 0; x < width; x++) {
      const near = Math.abs(x / 2 - 180 - yaw) < 6 && Math.abs(90 - y / 2 - pitch) < 6;
      data[(y * width + x) * 3 + (near ? 0 : 2)] = 255;
    }
  }
  return { data, info: { width, height: 360, channels: 3 } };
}

const isRed = ({ data, info }: Sphere, x: number, y: number) => {
  const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 3;
  return (data[at] ?? 0) > 200 && (data[at + 2] ?? 255) < 60;
};

it.each([0, -14.4, 100, -175])(
  'what a tour looks at first stands right of the words, at %d°',
  async (yaw) => {
    const strip = await unroll(sphereWithMark(yaw, 0), { yaw, pitch: 0 }, 1280);
    expect(strip.info).toMatchObject({ width: 1280, height: Math.round(1280 / heroStrip.ratio) });
    expect(isRed(strip, heroStrip.subject, 0.5)).toBe(true);
    expect(isRed(strip, heroStrip.subject - 0.1, 0.5)).toBe(false);
  },
);

it('a view that looks up a little is in the middle; one at the sky leaves the horizon in', async () => {
  expect(isRed(await unroll(sphereWithMark(0, 8), { yaw: 0, pitch: 8 }, 1280), heroStrip.subject, 0.5)).toBe(
    true,
  );
  expect(
    isRed(await unroll(sphereWithMark(0, 0), { yaw: 0, pitch: 80 }, 1280), heroStrip.subject, 0.64),
  ).toBe(true);
});

const FOLDER = 'a0000000-0000-4000-8000-000000000001/b0000000-0000-4000-8000-00000000beef';
const row = (slug: string, created_at: string, folder: string) => ({
  document: {
    scenes: [
      {
        picture: {
          folder,
          format: 'webp',
          width: 720,
          baseWidth: 720,
          bytes: 1,
          levels: [{ width: 720, columns: 2, rows: 1 }],
        },
        view: { yaw: 0, pitch: 0, zoom: 20 },
      },
    ],
  },
  virtual_tours: { slug, location: 'Rimouski', created_at },
});

it('the newest featured tour of the studio is the first picture, put together from its tiles', async () => {
  const sphere = sphereWithMark(0, 0);
  const tile = (left: number) =>
    sharp(sphere.data, { raw: sphere.info })
      .extract({ left, top: 0, width: 360, height: 360 })
      .png()
      .toBuffer();
  const asked: string[] = [];
  let drawn: Sphere | undefined;
  const answers = (async (address) => {
    asked.push(String(address));
    if (String(address).includes('/rest/'))
      return Response.json([
        row('ancienne', '2026-01-01', SHIPPED_FOLDER),
        row('nouvelle', '2026-02-01', FOLDER),
      ]);
    return new Response(new Uint8Array(await tile(String(address).endsWith('/0/0-0.webp') ? 0 : 360)));
  }) as typeof fetch;
  const hero = await storedHero(api, answers, async (whole) => {
    drawn = whole;
    return [];
  });
  expect(hero.variables).toEqual({
    VITE_HERO_TOUR: 'nouvelle',
    VITE_HERO_CAPTION: 'Rimouski',
    VITE_HERO_PICTURE: '/images/hero-00000000beef',
  });
  expect(asked.slice(1)).toEqual(
    ['0-0', '1-0'].map(
      (name) => `https://projet.example/storage/v1/object/public/panoramas/${FOLDER}/0/${name}.webp`,
    ),
  );
  expect(drawn && isRed(drawn, 0.5, 0.5)).toBe(true);
  expect(drawn && isRed(drawn, 0.25, 0.5)).toBe(false);
});

it('the demonstration is named as such and nothing is made again', async () => {
  const demo = [row('phare', '2026-01-01', SHIPPED_FOLDER)];
  expect(await storedHero(api, (async () => Response.json(demo)) as typeof fetch)).toEqual({
    variables: { VITE_HERO_TOUR: 'phare', VITE_HERO_CAPTION: 'Rimouski · image de démonstration' },
    files: [],
  });
});

it('without a tour, or one that cannot be read, the shipped picture stays and leads nowhere', async () => {
  expect(await storedHero(api, (async () => Response.json([])) as typeof fetch)).toEqual({
    variables: {},
    files: [],
  });
  const failing = (async (address: string) =>
    address.includes('/rest/')
      ? Response.json([row('nouvelle', '2026-02-01', FOLDER)])
      : new Response('', { status: 404 })) as typeof fetch;
  expect(await storedHero(api, failing)).toMatchObject({
    variables: {},
    files: [],
    problem: 'image de l’accueil : réponse 404',
  });
});

it('the shipped pictures are those that the page names', () => {
  expect(readdirSync(`public${SHIPPED_HERO}`).sort()).toEqual(
    [
      `strip-${heroStrip.jpegWidth}.jpg`,
      ...heroStrip.widths.map((width) => `strip-${width}.avif`),
      ...heroStrip.phoneWidths.map((width) => `phone-${width}.avif`),
    ].sort(),
  );
});
