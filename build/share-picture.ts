import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Font, openSync } from 'fontkit';
import sharp, { type Sharp } from 'sharp';
import { verticalFieldOf } from '../src/shared/panorama-tour/viewer-defaults.ts';
import type { SharePicture } from '../src/site/prerendered-pages.ts';
import type { Api } from './ask-database.ts';
import { CACHE, keptDrawings } from './kept-drawings.ts';
import { drawView, perspective } from './perspective.ts';

/** Dimensions of the picture that social networks show for a link. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;
const size = { width: SHARE_WIDTH, height: SHARE_HEIGHT };

const MARGIN = 64;
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 20 * 1024 * 1024;
/** --lake of the site's palette. */
const LAKE = '#0b3139';

const require = createRequire(import.meta.url);
const openFont = (file: string) => openSync(require.resolve(`@expo-google-fonts/${file}`)) as Font;
const displayFont = openFont('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf');
const textFont = openFont('figtree/500Medium/Figtree_500Medium.ttf');

const widthOf = (font: Font, words: string, size: number) =>
  (font.layout(words).advanceWidth * size) / font.unitsPerEm;

/** Draws words as the outlines of their letters: a build machine has no fonts, and no text is ever read as markup. */
function outlines(font: Font, words: string, size: number, x: number, y: number): string {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(words);
  let at = x;
  return glyphs
    .map((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const path = glyph.path
        .scale(scale, -scale)
        .translate(at + xOffset * scale, y - yOffset * scale)
        .toSVG();
      at += xAdvance * scale;
      return path;
    })
    .join('');
}

/** Breaks words into lines of a width in pixels; a last line that is too long ends with « … ». */
export function linesOf(
  words: string,
  size: number,
  width: number,
  most: number,
  font = displayFont,
): string[] {
  const fits = (line: string) => widthOf(font, line, size) <= width;
  const lines: string[] = [];
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  const last = kept.length - 1;
  const isCut = lines.length > most;
  return kept.map((line, index) => {
    if (fits(line) && !(isCut && index === last)) return line;
    let short = line;
    while (short !== '' && !fits(`${short}…`)) short = short.slice(0, -1);
    return `${short.trimEnd()}…`;
  });
}

/** Draws the ring of degrees as src/site/ui/degree-ring.tsx does; at the size of a letter, only its circle. */
const ring = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size / 400})" fill="none" stroke="#fff">${
    size < 100
      ? '<circle cx="200" cy="200" r="180" stroke-width="26"/><circle cx="200" cy="200" r="90" stroke-width="26" stroke-dasharray="60 34"/>'
      : `<g stroke-opacity="0.7"><circle cx="200" cy="200" r="198" stroke-width="1.5"/>
    <circle cx="200" cy="200" r="188" stroke-width="8" pathLength="360" stroke-dasharray="0.4 4.6"/>
    <circle cx="200" cy="200" r="184" stroke-width="16" pathLength="360" stroke-dasharray="0.6 29.4"/>
    <circle cx="200" cy="200" r="120" stroke-width="1"/></g>`
  }</g>`;

/** Draws the layer over the photograph: a shade, the ring, the name of the tour, its place, the studio. */
export function overlay({ title, place }: Pick<SharePicture, 'title' | 'place'>, studio: string): string {
  const width = SHARE_WIDTH - 2 * MARGIN;
  const size = linesOf(title, 68, width, 4).length > 2 ? 54 : 68;
  const lines = linesOf(title, size, width, 3);
  const foot = SHARE_HEIGHT - MARGIN;
  const placeLine = place ? linesOf(place, 30, width, 1, textFont)[0] : undefined;
  const first = foot - 52 - (placeLine ? 50 : 0) - (lines.length - 1) * size * 1.12;
  const letters = [
    ...lines.map((line, index) => outlines(displayFont, line, size, MARGIN, first + index * size * 1.12)),
    ...(placeLine ? [outlines(textFont, placeLine, 30, MARGIN, foot - 48)] : []),
    outlines(displayFont, linesOf(studio, 26, width - 60, 1)[0] ?? '', 26, MARGIN + 46, foot),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">
  <defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0.2" stop-color="${LAKE}" stop-opacity="0"/><stop offset="0.62" stop-color="${LAKE}" stop-opacity="0.78"/>
    <stop offset="1" stop-color="${LAKE}" stop-opacity="0.96"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#shade)"/>
  ${ring(SHARE_WIDTH - 330, -170, 500)}
  ${ring(MARGIN, foot - 26, 34)}
  <g fill="#fff">${letters.map((d) => `<path d="${d}"/>`).join('')}</g>
</svg>`;
}

/**
 * Reads the bytes of a picture of the site or of another; null when it cannot be read, and the link's picture then
 * has no photograph.
 */
async function photograph(out: string, picture: string | null): Promise<Buffer | null> {
  if (!picture) return null;
  try {
    if (picture.startsWith('/')) return readFileSync(join(out, new URL(picture, 'http://site').pathname));
    const answer = await fetch(picture, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.ok && bytes.length <= MAX_BYTES ? bytes : null;
  } catch {
    return null;
  }
}

/** Widest view that a picture of a scene shows, from its top to its bottom, in degrees: beyond it edges are stretched. */
const MOST_FIELD = 64;

/** Changes with the drawing, so that no old one is used. */
const DRAWING = 1;

/** Draws the picture of shared links over a photograph, or over the ground of the palette. */
function draw(base: Sharp, share: SharePicture, studio: string): Promise<Buffer> {
  const drawn = [{ input: Buffer.from(overlay(share, studio)) }];
  return base.composite(drawn).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

/**
 * Draws the first view of a scene as the picture of shared links, or takes it from a former build; `undefined` when the
 * panorama cannot be read.
 */
async function ofScene(share: SharePicture, studio: string, api: Api, cache: string, ask: typeof fetch) {
  const { scene, title, place } = share;
  if (!scene) return undefined;
  const { folder, levels, baseWidth, format } = scene.picture;
  const what = { DRAWING, folder, levels, baseWidth, format, view: scene.view, title, place, studio };
  const view = { ...scene.view, field: Math.min(verticalFieldOf(scene.view.zoom), MOST_FIELD) };
  const file = 'share.jpg';
  try {
    const drawn = await keptDrawings(
      what,
      [file],
      async () => {
        const { data, info } = await drawView(scene.picture, view, size, api, ask);
        return new Map([[file, await draw(sharp(data, { raw: info }), share, studio)]]);
      },
      cache,
    );
    return drawn.get(file);
  } catch {
    return undefined;
  }
}

/** Width of the line between two dates, in pixels. */
const LINE = 4;

/**
 * Draws one half of each date of a place, in the direction of the street; `undefined` when a picture cannot be read.
 */
async function ofTwoDates(share: SharePicture, studio: string, ask: typeof fetch) {
  const { twoDates } = share;
  if (!twoDates) return undefined;
  const half = { width: (SHARE_WIDTH - LINE) / 2, height: SHARE_HEIGHT };
  const look = { pitch: -6, field: MOST_FIELD };
  const drawn = async ({ src, heading }: { src: string; heading: number }) => {
    const answer = await ask(src, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`réponse ${answer.status}`);
    const pixels = await sharp(Buffer.from(await answer.arrayBuffer()))
      .toColorspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { data, info } = perspective(pixels, { ...look, yaw: twoDates.before.heading - heading }, half);
    return sharp(data, { raw: info }).png().toBuffer();
  };
  try {
    const [before, after] = await Promise.all([drawn(twoDates.before), drawn(twoDates.after)]);
    const both = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
      .composite([
        { input: before, left: 0, top: 0 },
        { input: after, left: half.width + LINE, top: 0 },
      ])
      .png()
      .toBuffer();
    return await draw(sharp(both), share, studio);
  } catch {
    return undefined;
  }
}

/** Draws the photograph of a page as its picture of shared links; without one, the ground alone. */
async function ofPhotograph(out: string, share: SharePicture, studio: string): Promise<Buffer> {
  const bytes = await photograph(out, share.picture);
  const bare = () => draw(sharp({ create: { ...size, channels: 3, background: LAKE } }), share, studio);
  if (!bytes) return bare();
  const fitted = sharp(bytes)
    .rotate()
    .resize({ ...size, fit: 'cover' });
  // A file that is no picture, or has a billion pixels, is ignored.
  return draw(fitted, share, studio).catch(bare);
}

/** Writes the picture of shared links to a page: the first view of a scene, or a photograph. */
export async function writeSharePicture(
  out: string,
  share: SharePicture,
  studio: string,
  api: Api,
  { cache = CACHE, ask = fetch }: { cache?: string; ask?: typeof fetch } = {},
): Promise<void> {
  const picture =
    (await ofScene(share, studio, api, cache, ask)) ??
    (await ofTwoDates(share, studio, ask)) ??
    (await ofPhotograph(out, share, studio));
  const file = join(out, share.file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, picture);
}
