import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linesOf, overlay, SHARE_HEIGHT, SHARE_WIDTH, writeSharePicture } from './share-picture.ts';

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
  // One word that is wider than the picture.
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
  await writeSharePicture(out, share, 'Territoire 360');
  const { format, width, height } = await sharp(readFileSync(join(out, share.file))).metadata();
  expect([format, width, height]).toEqual(['jpeg', SHARE_WIDTH, SHARE_HEIGHT]);
});
