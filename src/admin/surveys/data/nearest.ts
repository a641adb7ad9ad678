import { distance, type Position } from '@/shared/survey/track';

/** Edge of a cell of the search grid in degrees of latitude, some 22 m. */
const CELL_DEGREES = 2e-4;

/** Largest distance that is searched, in metres: the neighbours of a cell reach as far. */
const MOST_METRES = 20;

/**
 * Prepares the search of the nearest of many places.
 *
 * @param most metres, at most 20
 * @returns the distance to the nearest place, or `undefined` past `most`
 */
export function nearestWithin(
  places: readonly Position[],
  most: number,
): (from: Position) => number | undefined {
  const reach = Math.min(most, MOST_METRES);
  const cells = new Map<number, Position[]>();
  // There are 1.8 million columns: a number is found several times faster than a text.
  const keyOf = (row: number, column: number) => row * 1e7 + column;
  for (const place of places) {
    const key = keyOf(Math.floor(place.lat / CELL_DEGREES), Math.floor(place.lon / CELL_DEGREES));
    const cell = cells.get(key);
    if (cell) cell.push(place);
    else cells.set(key, [place]);
  }
  return (from) => {
    const [row, column] = [Math.floor(from.lat / CELL_DEGREES), Math.floor(from.lon / CELL_DEGREES)];
    let best: number | undefined;
    for (let down = -1; down <= 1; down++) {
      // A degree of longitude is half as long at 60° north.
      for (let right = -2; right <= 2; right++) {
        for (const place of cells.get(keyOf(row + down, column + right)) ?? []) {
          const way = distance(from, place);
          if (way <= reach && way < (best ?? Number.POSITIVE_INFINITY)) best = way;
        }
      }
    }
    return best;
  };
}
