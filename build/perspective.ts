import sharp from 'sharp';
import { basePath, type TiledPicture, tilePath } from '../src/shared/panorama-tour/panorama-tour.ts';
import type { Api } from './ask-database.ts';
import type { Sphere } from './hero-picture.ts';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** Number of tiles that are read at the same time. */
const AT_ONCE = 6;

/** Distance between two directions that are asked for their tile, in pixels of the picture. */
const STEP = 8;

/** A view as a person standing in a panorama sees it: degrees; `field` from its top to its bottom. */
export type View = { yaw: number; pitch: number; field: number };

/** Width and height of a picture, in pixels. */
export type Size = { width: number; height: number };

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance of the eye from the picture, in its pixels. */
const focalOf = ({ field }: View, { height }: Size) => height / 2 / Math.tan(radians(field) / 2);

/**
 * Where each pixel of a view lies in a panorama: `u` and `v` from 0 to 1 of its width and height.
 *
 * @param x distance from the middle of the picture to the right, in pixels; `y` down
 */
function pointOf(view: View, focal: number): (x: number, y: number) => { u: number; v: number } {
  const [sine, cosine] = [Math.sin(radians(view.pitch)), Math.cos(radians(view.pitch))];
  const turn = view.yaw / 360 + 0.5;
  return (x, y) => {
    // The ray through the pixel, tilted up by the pitch.
    const up = -y * cosine + focal * sine;
    const ahead = focal * cosine + y * sine;
    const u = Math.atan2(x, ahead) / (2 * Math.PI) + turn;
    const v = 0.5 - Math.atan2(up, Math.hypot(x, ahead)) / Math.PI;
    return { u: u - Math.floor(u), v };
  };
}

/** The part of a panorama that a person sees in one direction, as a camera with a straight lens would take it. */
export function perspective({ data, info }: Sphere, view: View, size: Size): Sphere {
  const point = pointOf(view, focalOf(view, size));
  const out = Buffer.alloc(size.width * size.height * 3);
  let to = 0;
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const { u, v } = point(x + 0.5 - size.width / 2, y + 0.5 - size.height / 2);
      // Pixels are known at their centres; the left and right edges of a panorama touch.
      const across = u * info.width - 0.5;
      const down = Math.min(Math.max(v * info.height - 0.5, 0), info.height - 1);
      const left = Math.floor(across);
      const top = Math.min(Math.floor(down), info.height - 2);
      const [shareX, shareY] = [across - left, down - top];
      const row = top * info.width;
      const first = (row + ((left + info.width) % info.width)) * 3;
      const second = (row + ((left + 1) % info.width)) * 3;
      const below = info.width * 3;
      for (let channel = 0; channel < 3; channel++) {
        const high = mixed(data[first + channel], data[second + channel], shareX);
        const low = mixed(data[first + below + channel], data[second + below + channel], shareX);
        out[to++] = Math.round(high + (low - high) * shareY);
      }
    }
  }
  return { data: out, info: { ...size, channels: 3 } };
}

const mixed = (a = 0, b = 0, share: number) => a + (b - a) * share;

/** The smallest level of a cut panorama that has a pixel for each of the view's, or the largest there is; none: the first sphere is enough. */
export function levelFor(cut: Pick<TiledPicture, 'baseWidth' | 'levels'>, view: View, size: Size) {
  const wanted = 2 * Math.PI * focalOf(view, size);
  if (cut.baseWidth >= wanted) return undefined;
  const sorted = [...cut.levels].sort((a, b) => a.width - b.width);
  const found = sorted.find(({ width }) => width >= wanted) ?? sorted.at(-1);
  return found && found.width > cut.baseWidth ? found : undefined;
}

/** The tiles of a level that a view needs, as « column-row ». */
export function tilesFor(level: { columns: number; rows: number }, view: View, size: Size): Set<string> {
  const point = pointOf(view, focalOf(view, size));
  const tiles = new Set<string>();
  const [halfWidth, halfHeight] = [size.width / 2, size.height / 2];
  for (let y = -halfHeight; y < halfHeight + STEP; y += STEP) {
    for (let x = -halfWidth; x < halfWidth + STEP; x += STEP) {
      const { u, v } = point(Math.min(x, halfWidth), Math.min(y, halfHeight));
      const column = Math.min(Math.floor(u * level.columns), level.columns - 1);
      tiles.add(`${column}-${Math.min(Math.floor(v * level.rows), level.rows - 1)}`);
    }
  }
  return tiles;
}

/**
 * Reads a file of the bucket « panoramas ».
 *
 * @throws Error when it is not there, or too large to be one
 */
export async function panoramaFile(api: Api, path: string, ask: typeof fetch): Promise<Buffer> {
  const address = `${api.url}/storage/v1/object/public/panoramas/${path}`;
  const answer = await ask(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`réponse ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new Error('fichier trop lourd');
  return bytes;
}

/**
 * Draws one view of a published panorama. Only the tiles that the view needs are read.
 *
 * @throws Error when a file of the panorama cannot be read
 */
export async function drawView(
  cut: TiledPicture,
  view: View,
  size: Size,
  api: Api,
  ask: typeof fetch = fetch,
): Promise<Sphere> {
  const level = levelFor(cut, view, size);
  const pixels = { resolveWithObject: true } as const;
  if (!level) {
    const base = await panoramaFile(api, basePath(cut), ask);
    return perspective(
      await sharp(base).toColorspace('srgb').removeAlpha().raw().toBuffer(pixels),
      view,
      size,
    );
  }
  const info = { width: level.width, height: level.width / 2, channels: 3 as const };
  // Zeroed lazily by the system: what no tile fills takes no memory.
  const data = Buffer.alloc(info.width * info.height * 3);
  const waiting = [...tilesFor(level, view, size)];
  const index = cut.levels.indexOf(level);
  const readNext = async () => {
    for (let tile = waiting.shift(); tile; tile = waiting.shift()) {
      const [column = 0, row = 0] = tile.split('-').map(Number);
      const bytes = await panoramaFile(api, tilePath(cut, index, column, row), ask);
      const drawn = await sharp(bytes).toColorspace('srgb').removeAlpha().raw().toBuffer(pixels);
      const left = Math.round((column * info.width) / level.columns);
      const top = Math.round((row * info.height) / level.rows);
      const width = Math.min(drawn.info.width, info.width - left);
      const height = Math.min(drawn.info.height, info.height - top);
      for (let line = 0; line < height; line++) {
        const from = line * drawn.info.width * 3;
        drawn.data.copy(data, ((top + line) * info.width + left) * 3, from, from + width * 3);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return perspective({ data, info }, view, size);
}
