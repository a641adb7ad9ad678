import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { BASE, levelsOf, TILE_ENCODING, tilePlan } from '../../src/admin/tours/data/tile-plan.ts';
import type { CutPicture } from '../host/own-tour.ts';
import { randomOf } from '../unit/random-of.ts';

/** An equirectangular 2:1 picture of three bytes a pixel. */
export type Equirectangular = { data: Buffer; width: number };

const demonstration = fileURLToPath(
  new URL('../../public/images/panoramas/fjord-du-saguenay.jpg', import.meta.url),
);

/** Side of the noise texture that covers the picture, in px. */
const GRAIN = 2048;

/** Makes grey noise at five scales, so that the tiles of an enlarged picture weigh as much as a camera's. */
async function grain(): Promise<Buffer> {
  const next = randomOf(20261126);
  const sum = new Float32Array(GRAIN * GRAIN);
  for (const [size, strength] of [
    [1, 20],
    [2, 18],
    [4, 18],
    [8, 18],
    [16, 16],
  ] as const) {
    const side = GRAIN / size;
    const raw = Buffer.from(Uint8Array.from({ length: side * side }, () => next() * 256));
    const spread = await sharp(raw, { raw: { width: side, height: side, channels: 1 } })
      .resize(GRAIN, GRAIN, { kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    for (let at = 0; at < sum.length; at++)
      sum[at] = (sum[at] ?? 0) + (((spread[at] ?? 0) - 128) / 128) * strength;
  }
  return Buffer.from(Uint8Array.from(sum, (value) => Math.max(0, Math.min(255, 128 + value))));
}

/** Enlarges a demo panorama to this width and covers it with fine noise. */
export async function largePicture(width: number): Promise<Equirectangular> {
  const square = await sharp(await grain(), { raw: { width: GRAIN, height: GRAIN, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const data = await sharp(demonstration)
    .resize(width, width / 2, { kernel: 'lanczos3' })
    .composite([{ input: square, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, width };
}

const image = ({ data, width }: Equirectangular, height = width / 2) =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });

/** Reduces a picture to this width. */
export async function reduced(picture: Equirectangular, width: number): Promise<Equirectangular> {
  if (width === picture.width) return picture;
  const data = await image(picture)
    .resize(width, width / 2, { kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return { data, width };
}

/** Cuts a picture into the files that the back office makes of it, with WebP. */
export async function cutAsOurs(picture: Equirectangular): Promise<CutPicture> {
  const { width } = picture;
  const levels = levelsOf(width);
  const files = new Map<string, Buffer>();
  const small = await image(picture)
    .resize(BASE.width, BASE.width / 2)
    .raw()
    .toBuffer();
  for (let quality = 75; !files.has('base.jpg'); quality -= 10) {
    const base = await image({ data: small, width: BASE.width }).jpeg({ quality }).toBuffer();
    if (base.length <= BASE.bytes || quality < 20) files.set('base.jpg', base);
  }
  const plan = tilePlan(width, width / 2, 'webp').flatMap(({ tiles }) => tiles);
  for (const [index, level] of levels.entries()) {
    const whole = await reduced(picture, level.width);
    for (const { name, source, ...size } of plan.filter((tile) => tile.level === index)) {
      const scale = level.width / width;
      const region = {
        ...{ left: Math.round(source.x * scale), top: Math.round(source.y * scale) },
        ...{ width: size.width, height: size.height },
      };
      const quality = TILE_ENCODING.webp.quality * 100;
      files.set(name, await image(whole).extract(region).webp({ quality }).toBuffer());
    }
  }
  return { files, picture: { format: 'webp', width, baseWidth: BASE.width, levels } };
}

/** Direction of a pixel of each cube face, from −1 to 1 rightwards and downwards. */
const faces: Record<string, (right: number, down: number) => readonly [number, number, number]> = {
  f: (right, down) => [right, -down, 1],
  b: (right, down) => [-right, -down, -1],
  u: (right, down) => [right, 1, down],
  d: (right, down) => [right, -1, -down],
  l: (right, down) => [-1, -down, right],
  r: (right, down) => [1, -down, -right],
};

function drawFace({ data, width }: Equirectangular, size: number, face: string): Buffer {
  const height = width / 2;
  const directionOf = faces[face] as (typeof faces)[string];
  const out = Buffer.alloc(size * size * 3);
  let to = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [right, up, ahead] = directionOf((2 * (x + 0.5)) / size - 1, (2 * (y + 0.5)) / size - 1);
      const across = (Math.atan2(right, ahead) / (2 * Math.PI) + 0.5) * width - 0.5;
      const below = (0.5 - Math.atan2(up, Math.hypot(right, ahead)) / Math.PI) * height - 0.5;
      const [x0, y0] = [Math.floor(across), Math.max(0, Math.min(height - 2, Math.floor(below)))];
      const [left, top] = [across - x0, Math.max(0, Math.min(1, below - y0))];
      const first = (y0 * width + ((x0 + width) % width)) * 3;
      const next = (y0 * width + ((x0 + 1) % width)) * 3;
      const row = width * 3;
      for (let colour = 0; colour < 3; colour++) {
        const above = (data[first + colour] as number) * (1 - left) + (data[next + colour] as number) * left;
        const under =
          (data[first + row + colour] as number) * (1 - left) + (data[next + row + colour] as number) * left;
        out[to++] = above * (1 - top) + under * top;
      }
    }
  }
  return out;
}

const TILE_OF_PANNELLUM = 512;

/** Returns the side of cube faces that keep the details of a picture of this width. */
const cubeOf = (width: number) => 8 * Math.floor(width / Math.PI / 8);

/** Returns the number of levels that Pannellum's generator makes of a picture of this width. */
export const levelsOfPannellum = (width: number) =>
  Math.ceil(Math.log2(cubeOf(width) / TILE_OF_PANNELLUM)) + 1;

/** Pannellum's description of a multi-resolution picture. */
type MultiRes = { tileResolution: number; maxLevel: number; cubeResolution: number };

/**
 * Cuts a picture as Pannellum's `utils/multires/generate.py` does by default: cube faces, halved levels, tiles of 512
 * px, JPEG quality 75. The fallback faces for browsers without WebGL are left out.
 */
export async function cutAsPannellums(picture: Equirectangular, folder: string): Promise<MultiRes> {
  const [cubeResolution, maxLevel] = [cubeOf(picture.width), levelsOfPannellum(picture.width)];
  const tileResolution = TILE_OF_PANNELLUM;
  for (const face of Object.keys(faces)) {
    let drawn = drawFace(picture, cubeResolution, face);
    let size = cubeResolution;
    for (let level = maxLevel; level > 0; level--) {
      for (let top = 0; top < size; top += tileResolution) {
        for (let left = 0; left < size; left += tileResolution) {
          const file = join(
            folder,
            `${level}`,
            `${face}${top / tileResolution}_${left / tileResolution}.jpg`,
          );
          mkdirSync(dirname(file), { recursive: true });
          const region = {
            ...{ left, top },
            ...{ width: Math.min(tileResolution, size - left), height: Math.min(tileResolution, size - top) },
          };
          const tile = await image({ data: drawn, width: size }, size)
            .extract(region)
            .jpeg({ quality: 75 })
            .toBuffer();
          writeFileSync(file, tile);
        }
      }
      const half = Math.floor(size / 2);
      drawn = await image({ data: drawn, width: size }, size).resize(half, half).raw().toBuffer();
      size = half;
    }
  }
  return { tileResolution, maxLevel, cubeResolution };
}
