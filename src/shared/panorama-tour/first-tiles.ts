import { type Direction, type TiledPicture, tilePath } from './panorama-tour';
import { verticalFieldOf } from './viewer-defaults';

const inRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Points looked at on each side of a tile, its corners among them: no part in sight is smaller. */
const STEPS = 8;

/**
 * The paths of the tiles that a view shows, those in its middle first: those that the library asks for, by the same rule, once it
 * has drawn its first picture.
 *
 * @param levels as the library takes them: the smallest that has a pixel for each one of the frame is shown
 * @param frame its width and height in CSS pixels
 */
export function firstTiles(
  picture: TiledPicture,
  levels: readonly { width: number; cols: number; rows: number }[],
  view: Direction & { zoom: number },
  frame: { width: number; height: number },
): string[] {
  const vertical = inRadians(verticalFieldOf(view.zoom));
  const [up, aside] = [Math.tan(vertical / 2), (Math.tan(vertical / 2) * frame.width) / frame.height];
  const horizontal = 2 * Math.atan(aside);
  const isEnough = ({ width }: { width: number }) =>
    (width * horizontal) / (2 * Math.PI) >= frame.width && (width * vertical) / (2 * Math.PI) >= frame.height;
  const found = levels.findIndex(isEnough);
  const index = found === -1 ? levels.length - 1 : found;
  const level = levels[index];
  if (!level) return [];

  const { cols, rows } = level;
  const tiles = Array.from({ length: cols * rows }, (_, tile) => {
    const [column, row] = [tile % cols, Math.floor(tile / cols)];
    const angles = places.flatMap(([x, y]) => {
      const direction = { yaw: ((column + x) / cols - 0.5) * 360, pitch: (0.5 - (row + y) / rows) * 180 };
      const { right, above, ahead } = seenFrom(view, direction);
      const isSeen = ahead > 0 && Math.abs(right) <= ahead * aside && Math.abs(above) <= ahead * up;
      return isSeen ? [Math.acos(Math.min(1, ahead))] : [];
    });
    return { path: tilePath(picture, index, column, row), angle: Math.min(...angles) };
  });
  return tiles
    .filter(({ angle }) => Number.isFinite(angle))
    .sort((a, b) => a.angle - b.angle)
    .map(({ path }) => path);
}

/** Places on a tile, from 0 to 1 of its width and height. */
const places = Array.from({ length: (STEPS + 1) ** 2 }, (_, point) => [
  (point % (STEPS + 1)) / STEPS,
  Math.floor(point / (STEPS + 1)) / STEPS,
]) as [number, number][];

/** A direction as somebody sees it who looks in another one: the parts of a length of 1. */
function seenFrom(view: Direction, { yaw, pitch }: Direction) {
  const [turn, rise, tilt] = [inRadians(yaw - view.yaw), inRadians(pitch), inRadians(view.pitch)];
  const [forward, high] = [Math.cos(rise) * Math.cos(turn), Math.sin(rise)];
  return {
    right: Math.cos(rise) * Math.sin(turn),
    above: high * Math.cos(tilt) - forward * Math.sin(tilt),
    ahead: high * Math.sin(tilt) + forward * Math.cos(tilt),
  };
}
