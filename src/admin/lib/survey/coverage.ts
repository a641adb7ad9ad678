import { distance, metresBetween, type Position } from '@/shared/survey/track';

/** A street that a client ordered; `lines` are its parts, each a list of places. */
export type Street = { name: string; lines: Position[][] };

/** Kilometres of an order: of each street its length and the part that pictures cover, in metres. */
export type Coverage = {
  ordered: number;
  covered: number;
  streets: { name: string; length: number; covered: number }[];
};

/** Distance from a picture within which a street is covered, in metres: half a wide street and a receiver's error. */
const REACH = 15;

/** Length of the pieces that are asked about one by one, in metres. */
const PIECE = 5;

/** Edge of a cell of the search grid in degrees of latitude, some 22 m: more than the reach. */
const CELL = 2e-4;

/**
 * Measures how much of the ordered streets the pictures of a survey cover, piece by piece of five metres.
 *
 * @param pictures places of the kept pictures
 */
export function coverageOf(streets: readonly Street[], pictures: readonly Position[]): Coverage {
  const cells = new Map<number, Position[]>();
  // There are 1.8 million columns: a number is found several times faster than a text.
  const keyOf = (row: number, column: number) => row * 1e7 + column;
  for (const place of pictures) {
    const key = keyOf(Math.floor(place.lat / CELL), Math.floor(place.lon / CELL));
    const cell = cells.get(key);
    if (cell) cell.push(place);
    else cells.set(key, [place]);
  }
  const isCovered = (place: Position) => {
    const [row, column] = [Math.floor(place.lat / CELL), Math.floor(place.lon / CELL)];
    for (let down = -1; down <= 1; down++) {
      // A degree of longitude is half as long at 60° north.
      for (let right = -2; right <= 2; right++) {
        const near = cells.get(keyOf(row + down, column + right)) ?? [];
        if (near.some((known) => distance(known, place) <= REACH)) return true;
      }
    }
    return false;
  };

  const measured = streets.map(({ name, lines }) => {
    let [length, covered] = [0, 0];
    for (const line of lines) {
      for (const [index, to] of line.entries()) {
        const from = line[index - 1];
        if (!from) continue;
        const { east, north } = metresBetween(from, to);
        const whole = Math.hypot(east, north);
        const count = Math.max(1, Math.round(whole / PIECE));
        for (let piece = 0; piece < count; piece++) {
          const share = (piece + 0.5) / count;
          const middle = {
            lat: from.lat + (to.lat - from.lat) * share,
            lon: from.lon + (to.lon - from.lon) * share,
          };
          length += whole / count;
          if (isCovered(middle)) covered += whole / count;
        }
      }
    }
    return { name, length, covered };
  });
  const sum = (part: 'length' | 'covered') => measured.reduce((total, street) => total + street[part], 0);
  return { ordered: sum('length'), covered: sum('covered'), streets: measured };
}
