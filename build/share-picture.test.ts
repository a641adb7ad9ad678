import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetUnusedDrawings } from './kept-drawings.ts';
import { linesOf, overlay, SHARE_HEIGHT, SHARE_WIDTH, writeSharePicture } from './share-picture.ts';

const api = { url: 'https://projet.example', key: 'sb_publishable_essai' };

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'share-'));
});
afterEach(() => rmSync(out, { recursive: true }));

it('breaks a title into lines that fit, and ends the last one with « … » when the rest does not', () => {
  expect(linesOf('Le phare de Métis', 68, 1072, 3)).toEqual(['Le phare de Métis']);
  const lines = linesOf(
    'Le fjord du Saguenay depuis L’Anse-Saint-Jean, au petit matin '.repeat(5),
    54,
    1072,
    3,
  );
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/…$/);
  // One word is wider than the picture.
  expect(linesOf('M'.repeat(200), 54, 1072, 3)[0]).toMatch(/^M{20,40}…$/);
});

it('draws letters as outlines: no text is read as markup', () => {
  const drawn = overlay(
    { title: '</path><script>alert(1)</script> & « x »', place: '<image href="x"/>' },
    'Studio',
  );
  expect(drawn).not.toMatch(/<script|<image|<text|alert/);
  expect(drawn.match(/<path /g)?.length).toBeGreaterThan(2);
});

it.each([
  [
    'a picture of the site',
    async () =>
      sharp({ create: { width: 40, height: 90, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
  ],
  ['a file that is no picture', async () => Buffer.from('<html>')],
  ['no file at all', async () => null],
])('is a JPEG of 1 200 × 630 from %s', async (_what, bytes) => {
  const file = await bytes();
  mkdirSync(join(out, 'images'));
  if (file) writeFileSync(join(out, 'images/a.jpg'), file);
  const share = {
    file: 'images/share/quai.jpg',
    title: 'Le quai',
    place: null,
    picture: '/images/a.jpg?v=1',
  };
  await writeSharePicture(out, share, 'Territoire 360', api);
  const { format, width, height } = await sharp(readFileSync(join(out, share.file))).metadata();
  expect([format, width, height]).toEqual(['jpeg', SHARE_WIDTH, SHARE_HEIGHT]);
});

it('of a scene is its first view, drawn once, and again when the scene or its name changes', async () => {
  const red = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer();
  const asked: string[] = [];
  const ask = (async (address) => {
    asked.push(String(address));
    return new Response(new Uint8Array(red));
  }) as typeof fetch;
  const cache = join(out, 'cache');
  const share = {
    ...{ file: 'images/share/quai/f0a1b2c3.jpg', title: 'Le hall', place: 'Le quai', picture: null },
    scene: {
      picture: { folder: 'a/b', width: 64, baseWidth: 64, levels: [], bytes: 1 },
      view: { yaw: 0, pitch: 0, zoom: 50 },
    },
  };
  const write = (change: object = {}) =>
    writeSharePicture(out, { ...share, ...change }, 'Territoire 360', api, { cache, ask });
  await write();
  const picture = () => sharp(readFileSync(join(out, share.file)));
  const { format, width, height } = await picture().metadata();
  expect([format, width, height]).toEqual(['jpeg', SHARE_WIDTH, SHARE_HEIGHT]);
  const top = await picture().extract({ left: 20, top: 20, width: 4, height: 4 }).stats();
  expect(top.dominant.r).toBeGreaterThan(200);
  await write();
  expect(asked).toEqual([`${api.url}/storage/v1/object/public/panoramas/a/b/base.jpg`]);
  await write({ title: 'La salle' });
  await write({ scene: { ...share.scene, view: { yaw: 9, pitch: 0, zoom: 50 } } });
  expect(asked).toHaveLength(3);
  // All were last used weeks ago, and one of them again now.
  for (const name of readdirSync(cache)) utimesSync(join(cache, name), 0, 0);
  await write();
  forgetUnusedDrawings(cache);
  expect(readdirSync(cache)).toHaveLength(1);
  expect(asked).toHaveLength(3);
});

it('of a scene that cannot be read is the photograph of its page, or the ground alone', async () => {
  const ask = (async () => new Response('', { status: 404 })) as typeof fetch;
  const scene = {
    picture: { folder: 'a/b', width: 64, baseWidth: 64, levels: [], bytes: 1 },
    view: { yaw: 0, pitch: 0, zoom: 50 },
  };
  const share = { file: 'a.jpg', title: 'Le hall', place: null, picture: null, scene };
  const cache = join(out, 'cache');
  await writeSharePicture(out, share, 'Territoire 360', api, { cache, ask });
  expect((await sharp(readFileSync(join(out, 'a.jpg'))).metadata()).width).toBe(SHARE_WIDTH);
  expect(() => readdirSync(cache)).toThrow('ENOENT');
});

it('of a place is both its dates, half each, turned to the same direction', async () => {
  // Makes a panorama whose front is red in the picture before and behind in the picture after, which has the
  // opposite heading.
  const halves = (first: string, second: string) =>
    sharp({ create: { width: 64, height: 32, channels: 3, background: first } })
      .composite([
        {
          input: { create: { width: 32, height: 32, channels: 3, background: second } },
          left: 16,
          top: 0,
        },
      ])
      .jpeg()
      .toBuffer();
  const files: Record<string, Buffer> = {
    'https://projet.example/a.jpg': await halves('#00f', '#f00'),
    'https://projet.example/b.jpg': await halves('#f00', '#00f'),
  };
  const ask = (async (address) => new Response(new Uint8Array(files[String(address)] ?? []))) as typeof fetch;
  const of = (name: string, heading: number) => ({
    src: `https://projet.example/${name}.jpg`,
    heading,
    day: null,
  });
  const share = {
    ...{ file: 'a.jpg', title: 'Rue des Érables', place: null, picture: null },
    twoDates: { before: of('a', 30), after: of('b', 210) },
  };
  await writeSharePicture(out, share, 'Territoire 360', api, { ask });
  const pixel = (left: number) =>
    sharp(readFileSync(join(out, 'a.jpg')))
      .extract({ left, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
  for (const left of [300, 850]) {
    const [red = 0, , blue = 255] = await pixel(left);
    expect(red, `${left}`).toBeGreaterThan(180);
    expect(blue, `${left}`).toBeLessThan(90);
  }
  // The line between the two halves.
  const [, , blue = 0] = await pixel(SHARE_WIDTH / 2);
  expect(blue).toBeGreaterThan(150);
});
