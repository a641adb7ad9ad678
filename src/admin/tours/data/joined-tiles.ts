import { inParallel } from '@/shared/lib/in-parallel';
import { type TiledPicture, tilePath } from '@/shared/panorama-tour/panorama-tour';
import { canvasOf } from './cut-panorama';
import { panoramaFileUrl } from './panorama-address';

/** Quality at which a picture that is encoded again loses little. */
const QUALITY = 0.95;

/** Tiles that are read at a time. */
const TILES_AT_ONCE = 6;

/**
 * Joins the sharpest tiles of a picture into one file, for a scene whose original was not kept.
 *
 * @throws an Error when a tile cannot be read, or an AbortError once `signal` aborts
 */
export async function joinedTiles(picture: TiledPicture, signal: AbortSignal): Promise<Blob> {
  const index = picture.levels.length - 1;
  const level = picture.levels[index];
  if (!level) throw new Error('No tiles');
  const { width, columns, rows } = level;
  const context = canvasOf(width, width / 2);
  const edge = (whole: number, parts: number, nth: number) => Math.round((whole * nth) / parts);
  await inParallel(TILES_AT_ONCE, Array(columns * rows).keys(), async (nth) => {
    const [column, row] = [nth % columns, Math.floor(nth / columns)];
    const answer = await fetch(panoramaFileUrl(tilePath(picture, index, column, row)), { signal });
    if (!answer.ok) throw Object.assign(new Error('Tile not read'), { status: answer.status });
    const tile = await createImageBitmap(await answer.blob());
    const [x, y] = [edge(width, columns, column), edge(width / 2, rows, row)];
    const [right, bottom] = [edge(width, columns, column + 1), edge(width / 2, rows, row + 1)];
    context.drawImage(tile, x, y, right - x, bottom - y);
    tile.close();
  });
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
