import { type Box, project } from './quebec-projection.ts';
import type { Position } from './topology';

/** The part of Québec that has roads and towns, in kilometres of its projection, as the map shows it. */
export const SOUTH_FRAME: Box = { left: -830, top: -950, right: 620, bottom: -60 };

/** All of Québec as far as Ivujivik and Blanc-Sablon, which the inset shows small. */
export const NORTH_FRAME: Box = { left: -800, top: -2130, right: 830, bottom: -790 };

/** The place of the inset on the map: over the Maritimes, where no tour of ours is. */
export const INSET_FRAME: Box = { left: 266, top: -352, right: 610, bottom: -69 };

export const boxWidth = ({ left, right }: Box) => right - left;
export const heightOf = ({ top, bottom }: Box) => bottom - top;

const isInBox = ({ left, top, right, bottom }: Box, [x, y]: readonly [number, number]) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** A point of the drawing: shares of its width and of its height, from 0 to 1. */
export type MapPoint = { x: number; y: number };

const pointInBox = ({ left, top }: Box, [x, y]: readonly [number, number]): MapPoint => ({
  x: (x - left) / boxWidth(SOUTH_FRAME),
  y: (y - top) / heightOf(SOUTH_FRAME),
});

/** Finds where a place is drawn: on the map, or in its inset when it lies farther north or east. */
export function mapPoint(place: Position): MapPoint | undefined {
  const [x, y] = project(place);
  if (isInBox(SOUTH_FRAME, [x, y])) return pointInBox(SOUTH_FRAME, [x, y]);
  if (!isInBox(NORTH_FRAME, [x, y])) return undefined;
  const scale = boxWidth(INSET_FRAME) / boxWidth(NORTH_FRAME);
  return pointInBox(SOUTH_FRAME, [
    INSET_FRAME.left + (x - NORTH_FRAME.left) * scale,
    INSET_FRAME.top + (y - NORTH_FRAME.top) * scale,
  ]);
}
