import sharp from 'sharp';
import { inParallel } from '../src/shared/lib/in-parallel.ts';
import { basePath, type TiledPicture, tilePath } from '../src/shared/panorama-tour/panorama-tour.ts';
import {
  drawStraightView,
  focalOf,
  pointOf,
  type Size,
  type View,
} from '../src/shared/panorama-tour/straight-view.ts';
import type { Api } from './ask-database.ts';
import type { Sphere } from './hero-picture.ts';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** Number of tiles that are read at the same time. */
const AT_ONCE = 6;

/** Distance between two directions that are asked for their tile, in pixels of the picture. */
const STEP = 8;

/** The part of a panorama that a person sees in one direction, as a camera with a straight lens would take it. */
export function perspective({ data, info }: Sphere, view: View, size: Size): Sphere {
  const out = Buffer.alloc(size.width * size.height * 3);
  drawStraightView({ data, ...info, channels: 3 }, view, size, out);
  return { data: out, info: { ...size, channels: 3 } };
}

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
  // The system zeroes the memory lazily, so that areas without a tile cost nothing.
  const data = Buffer.alloc(info.width * info.height * 3);
  const index = cut.levels.indexOf(level);
  await inParallel(AT_ONCE, tilesFor(level, view, size), async (tile) => {
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
  });
  return perspective({ data, info }, view, size);
}
