import { type Direction, type TiledPicture, tilePath } from './panorama-tour';

/**
 * A piece of a picture that shows a direction, for a thumbnail: the two tiles of the smallest level above one another
 * around it, a few kilobytes where the first sphere has a hundred.
 *
 * @returns the paths of the upper and of the lower tile, and how far the direction is below the pair's top, from 0 to 1
 */
export function pieceOf(picture: TiledPicture, { yaw, pitch }: Direction) {
  const [level] = picture.levels;
  if (!level) return undefined;
  const { columns, rows } = level;
  const column = Math.floor(((((yaw / 360 + 0.5) % 1) + 1) % 1) * columns) % columns;
  const down = ((90 - pitch) / 180) * rows;
  const upper = Math.min(Math.max(Math.round(down) - 1, 0), rows - 2);
  return {
    paths: [tilePath(picture, 0, column, upper), tilePath(picture, 0, column, upper + 1)] as const,
    middle: Math.min(Math.max((down - upper) / 2, 0), 1),
  };
}
