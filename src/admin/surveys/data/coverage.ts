import { metresBetween, type Position } from '@/shared/survey/track';
import { nearestWithin } from './nearest';

/** A street that a client ordered; `lines` are its parts, each a list of places. */
export type Street = { name: string; lines: Position[][] };

/**
 * Kilometres of an order: of each street its length and the part that pictures cover, in metres, and the lines of what
 * they do not cover.
 */
export type Coverage = {
  ordered: number;
  covered: number;
  streets: { name: string; length: number; covered: number; gaps: Position[][] }[];
};

/** Distance from a picture within which a street is covered, in metres: half a wide street and a receiver's error. */
const REACH_METRES = 15;

/** Length of the pieces into which streets are divided, in metres. */
const PIECE_METRES = 5;

/**
 * Measures how much of the ordered streets the pictures of a survey cover, piece by piece of five metres.
 *
 * @param pictures places of the kept pictures
 */
export function coverageOf(streets: readonly Street[], pictures: readonly Position[]): Coverage {
  const nearest = nearestWithin(pictures, REACH_METRES);

  const measured = streets.map(({ name, lines }) => {
    let [length, covered] = [0, 0];
    const gaps: Position[][] = [];
    for (const line of lines) {
      let isInGap = false;
      for (const [index, to] of line.entries()) {
        const from = line[index - 1];
        if (!from) continue;
        const { east, north } = metresBetween(from, to);
        const whole = Math.hypot(east, north);
        const count = Math.max(1, Math.round(whole / PIECE_METRES));
        for (let piece = 0; piece < count; piece++) {
          const at = (share: number): Position => ({
            lat: from.lat + (to.lat - from.lat) * share,
            lon: from.lon + (to.lon - from.lon) * share,
          });
          length += whole / count;
          const isCovered = nearest(at((piece + 0.5) / count)) !== undefined;
          if (isCovered) covered += whole / count;
          else if (isInGap) gaps.at(-1)?.push(at((piece + 1) / count));
          else gaps.push([at(piece / count), at((piece + 1) / count)]);
          isInGap = !isCovered;
        }
      }
    }
    return { name, length, covered, gaps };
  });
  const sum = (part: 'length' | 'covered') => measured.reduce((total, street) => total + street[part], 0);
  return { ordered: sum('length'), covered: sum('covered'), streets: measured };
}

/** Share of a street below which it is missing: its ends may lack. */
const MISSING_BELOW = 0.5;

/** Tells whether a street must be driven again, in part or whole. */
export function streetState({
  length,
  covered,
}: {
  length: number;
  covered: number;
}): 'missing' | 'partial' | 'covered' {
  if (covered < length * MISSING_BELOW) return 'missing';
  return length - covered > 2 * REACH_METRES && covered < length * 0.95 ? 'partial' : 'covered';
}
