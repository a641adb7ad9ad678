import { wrapped } from './track';

/** A panorama as grey values, 0 to 255, in rows from the zenith down; twice as wide as high. */
export type GreyPanorama = { width: number; height: number; data: ArrayLike<number> };

/** Angle by which an after picture must be turned, and its agreement with the picture before, 0 to 1. */
export type MatchedTurn = { turn: number; agreement: number };

/** Width of the panoramas that are compared, in pixels: half a degree each. */
export const MATCH_WIDTH = 720;

/** Pitches that are compared, in degrees: below are the road and what stands close, above is the sky of another day. */
const MATCHED_BAND = { top: 32, bottom: -14 };

/** Rows from one that is compared to the next. */
const STEP_DEGREES = 2;

/** Widths of a sector of the horizon and of the steps between two, in degrees. */
const SECTOR = { width: 36, step: 12 };

/** Largest correction that is looked for, in degrees: a compass of a camera on a vehicle is rarely worse. */
const MOST_TURN = 25;

/** Largest deviation of one sector from the overall turn, in degrees: near objects move with the camera. */
const MOST_PARALLAX = 9;

/** Rounds of the robust fit. */
const MATCH_ROUNDS = 12;

/** Difference from the fit past which a sector counts for half, in degrees. */
const TOLERANCE_DEGREES = 0.7;

/** Less agreement than this between two pictures is chance. */
const LEAST_AGREEMENT = 0.12;

/**
 * Finds by how many degrees the heading of the picture after must be corrected so that both look the same way.
 *
 * Edges are compared, since light and seasons differ: first the whole horizon, then each sector of it. Two cameras never
 * stood at the same point, and a step aside moves each direction by its sine over the distance: the turn is what a fit of
 * the sectors by a constant, a sine and a cosine leaves in the constant. Moved things (cars, bins) are outliers of it.
 *
 * @param difference heading of the picture after minus that before, in degrees, as their files say
 * @returns undefined when the pictures do not agree anywhere
 */
export function matchTurn(
  before: GreyPanorama,
  after: GreyPanorama,
  difference: number,
): MatchedTurn | undefined {
  const [one, other] = [edgesOf(before), edgesOf(after)];
  const degree = before.width / 360;
  const start = Math.round(difference * degree);
  const reach = Math.round(MOST_TURN * degree);
  const whole = bestShift(one, other, { from: 0, width: one.width }, start - reach, start + reach);
  if (!whole) return undefined;
  const near = Math.round(MOST_PARALLAX * degree);
  const sectors: Sector[] = [];
  for (let middle = 0; middle < 360; middle += SECTOR.step) {
    const from = Math.round((middle - SECTOR.width / 2) * degree);
    const found = bestShift(
      one,
      other,
      { from, width: Math.round(SECTOR.width * degree) },
      Math.round(whole.shift) - near,
      Math.round(whole.shift) + near,
    );
    if (found && found.score > 0)
      sectors.push({ direction: (middle * Math.PI) / 180, shift: found.shift / degree, score: found.score });
  }
  const fitted = fitTurn(sectors);
  if (!fitted || fitted.agreement < LEAST_AGREEMENT) return undefined;
  return { turn: wrapped(fitted.shift - difference), agreement: fitted.agreement };
}

type EdgeBands = { width: number; rows: { across: Float32Array; down: Float32Array }[] };

/** Computes the edges of the compared band, each row balanced so that a bright wall weighs no more than a far pole. */
function edgesOf({ width, height, data }: GreyPanorama): EdgeBands {
  const rowAt = (pitch: number) => Math.round((0.5 - pitch / 180) * height);
  const rows: EdgeBands['rows'] = [];
  for (
    let y = Math.max(1, rowAt(MATCHED_BAND.top));
    y < Math.min(height - 1, rowAt(MATCHED_BAND.bottom));
    y += STEP_DEGREES
  ) {
    const across = new Float32Array(width);
    const down = new Float32Array(width);
    const at = (x: number, row: number) => data[row * width + ((x + width) % width)] ?? 0;
    for (let x = 0; x < width; x++) {
      across[x] = softenEdge(at(x + 1, y) - at(x - 1, y));
      down[x] = softenEdge(at(x, y + 1) - at(x, y - 1));
    }
    rows.push({ across, down });
  }
  return { width, rows };
}

/** Keeps the sign of an edge and tempers its strength. */
const softenEdge = (value: number) => Math.sign(value) * Math.sqrt(Math.abs(value));

/**
 * Finds the shift, in pixels, at which a part of the horizon of one picture agrees best with the other: a column of the
 * first is at that column minus the shift in the other.
 */
function bestShift(
  one: EdgeBands,
  other: EdgeBands,
  { from, width }: { from: number; width: number },
  least: number,
  most: number,
): { shift: number; score: number } | undefined {
  const scores: number[] = [];
  for (let shift = least; shift <= most; shift++) scores.push(agreementAt(one, other, from, width, shift));
  let best = 0;
  for (const [index, score] of scores.entries()) if (score > (scores[best] ?? 0)) best = index;
  const score = scores[best] ?? 0;
  // At the border of what was looked for there is no summit.
  if (best === 0 || best === scores.length - 1 || !(score > 0)) return undefined;
  const [left = 0, right = 0] = [scores[best - 1], scores[best + 1]];
  const curve = left - 2 * score + right;
  return { shift: least + best + (curve < 0 ? (left - right) / (2 * curve) : 0), score };
}

/** Computes the normalised cross-correlation of the edges of a part of two horizons. */
function agreementAt(one: EdgeBands, other: EdgeBands, from: number, width: number, shift: number): number {
  let product = 0;
  let first = 0;
  let second = 0;
  const column = (x: number) => ((x % one.width) + one.width) % one.width;
  for (const [index, row] of one.rows.entries()) {
    const there = other.rows[index];
    if (!there) continue;
    let here = column(from);
    let beside = column(from - shift);
    for (let left = width; left > 0; left--) {
      const a = row.across[here] ?? 0;
      const b = row.down[here] ?? 0;
      const c = there.across[beside] ?? 0;
      const d = there.down[beside] ?? 0;
      product += a * c + b * d;
      first += a * a + b * b;
      second += c * c + d * d;
      here = here + 1 === one.width ? 0 : here + 1;
      beside = beside + 1 === one.width ? 0 : beside + 1;
    }
  }
  return product / (Math.sqrt(first * second) || 1);
}

type Sector = { direction: number; shift: number; score: number };

/** Fits the shifts of the sectors by a constant, a sine and a cosine; what does not fit counts less at each round. */
function fitTurn(sectors: readonly Sector[]): { shift: number; agreement: number } | undefined {
  if (sectors.length < 8) return undefined;
  const sorted = sectors.map(({ shift }) => shift).sort((a, b) => a - b);
  let [shift, sine, cosine] = [sorted[sorted.length >> 1] ?? 0, 0, 0];
  let weights: number[] = [];
  for (let round = 0; round < MATCH_ROUNDS; round++) {
    weights = sectors.map(({ direction, shift: found, score }) => {
      const rest = found - shift - sine * Math.sin(direction) - cosine * Math.cos(direction);
      return score ** 2 / (1 + (rest / TOLERANCE_DEGREES) ** 2);
    });
    [shift, sine, cosine] = leastSquares(sectors, weights);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const agreement =
    weights.reduce((sum, weight, index) => sum + weight * (sectors[index]?.score ?? 0), 0) / total;
  return { shift, agreement };
}

/** Solves the weighted least squares of a constant, a sine and a cosine by Cramer's rule. */
function leastSquares(sectors: readonly Sector[], weights: readonly number[]): [number, number, number] {
  const sums = { w: 1e-9, s: 0, c: 0, ss: 1e-6, cc: 1e-6, sc: 0, y: 0, ys: 0, yc: 0 };
  for (const [index, { direction, shift }] of sectors.entries()) {
    const weight = weights[index] ?? 0;
    const [sine, cosine] = [Math.sin(direction), Math.cos(direction)];
    sums.w += weight;
    sums.s += weight * sine;
    sums.c += weight * cosine;
    sums.ss += weight * sine * sine;
    sums.cc += weight * cosine * cosine;
    sums.sc += weight * sine * cosine;
    sums.y += weight * shift;
    sums.ys += weight * shift * sine;
    sums.yc += weight * shift * cosine;
  }
  const { w, s, c, ss, cc, sc, y, ys, yc } = sums;
  const determinant = (m: number[]) => {
    const [a = 0, b = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0] = m;
    return a * (f * j - g * i) - b * (e * j - g * h) + d * (e * i - f * h);
  };
  const whole = determinant([w, s, c, s, ss, sc, c, sc, cc]);
  return [
    determinant([y, s, c, ys, ss, sc, yc, sc, cc]) / whole,
    determinant([w, y, c, s, ys, sc, c, yc, cc]) / whole,
    determinant([w, s, y, s, ss, ys, c, sc, yc]) / whole,
  ];
}
