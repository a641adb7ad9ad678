import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { type Direction, wrapped } from '@/shared/sphere/projection';

/** A square perspective picture of a panorama: its centre, its field of view in degrees, and its side in px. */
export type Crop = Direction & { fov: number; size: number };

/** A rectangle in a crop, in px. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** An area of the sphere in degrees of yaw and pitch, like a blur. */
export type Area = Omit<Blur, 'id'>;

const RADIANS = Math.PI / 180;

/** Returns the function that converts a point of a crop, in px, to its direction. */
export function directionsOf({ yaw, pitch, fov, size }: Crop): (x: number, y: number) => Direction {
  const half = Math.tan((fov / 2) * RADIANS);
  const [cos, sin] = [Math.cos(pitch * RADIANS), Math.sin(pitch * RADIANS)];
  return (x, y) => {
    const right = ((2 * x) / size - 1) * half;
    const up = (1 - (2 * y) / size) * half;
    const forward = cos - up * sin;
    return {
      yaw: wrapped(yaw + Math.atan2(right, forward) / RADIANS),
      pitch: Math.atan2(sin + up * cos, Math.hypot(right, forward)) / RADIANS,
    };
  };
}

/** Converts a rectangle of a crop to the area of the sphere that holds it. */
export function areaOf(crop: Crop, { left, top, right, bottom }: Box): Area {
  const at = directionsOf(crop);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const centre = at(x, y);
  // Straight sides are bent on the sphere: corners and middles together reach as far as any of their points, nearly.
  const edge = [left, x, right].flatMap((column) => [top, y, bottom].map((row) => at(column, row)));
  const yaws = edge.map((one) => wrapped(one.yaw - centre.yaw));
  const pitches = edge.map((one) => one.pitch);
  const [west, east, low, high] = [
    Math.min(...yaws),
    Math.max(...yaws),
    Math.min(...pitches),
    Math.max(...pitches),
  ];
  return {
    yaw: wrapped(centre.yaw + (west + east) / 2),
    pitch: (low + high) / 2,
    width: east - west,
    height: high - low,
  };
}

/** Enlarges an area around its centre, to at least `least` degrees across. */
export function enlargedArea({ yaw, pitch, width, height }: Area, by: number, least: number): Area {
  const across = Math.cos(Math.min(80, Math.abs(pitch)) * RADIANS);
  return {
    yaw,
    pitch,
    width: Math.min(180, Math.max(width * by, least / across)),
    height: Math.min(180, Math.max(height * by, least)),
  };
}

/** One row of crops: all around, at this height. */
export type Row = { pitch: number; fov: number; size: number };

/** Share of a crop that its neighbours show too, so that nothing is only seen cut by an edge. */
const CROP_OVERLAP = 0.25;

/** Lists the crops of a row: as many as go all around with an overlap. */
export function cropsOf({ pitch, fov, size }: Row): Crop[] {
  // Nearest to the horizon a row is longest: its crops lie closest together there.
  const nearest = Math.max(0, Math.abs(pitch) - fov / 2);
  const count = Math.ceil((360 * Math.cos(nearest * RADIANS)) / (fov * (1 - CROP_OVERLAP)));
  return Array.from({ length: count }, (_, index) => ({
    yaw: wrapped((360 * index) / count),
    pitch,
    fov,
    size,
  }));
}

/** Lists the rows of crops that show the sphere from one height to another, the middle one first. */
export function rowsBetween(low: number, high: number, fov: number, size: number): Row[] {
  const step = fov * (1 - CROP_OVERLAP);
  const count = Math.max(1, Math.ceil((high - low - fov) / step) + 1);
  const middle = (low + high) / 2;
  return Array.from({ length: count }, (_, index) => ({
    pitch: middle + (index - (count - 1) / 2) * step,
    fov,
    size,
  })).sort((a, b) => Math.abs(a.pitch - middle) - Math.abs(b.pitch - middle));
}

/** Width and height of an area on the sphere itself, where a turn is shorter the higher it is. */
const sizeOf = ({ pitch, width, height }: Area) => ({
  across: width * Math.max(0.05, Math.cos(pitch * RADIANS)),
  height,
});

/** Computes which share of the smaller of two areas the other one covers, on either side of the seam. */
export function coveredShare(a: Area, b: Area): number {
  const [first, second] = [sizeOf(a), sizeOf(b)];
  const apart =
    Math.abs(wrapped(a.yaw - b.yaw)) * Math.max(0.05, Math.cos(((a.pitch + b.pitch) / 2) * RADIANS));
  const common = (one: number, other: number, distance: number) =>
    Math.max(0, Math.min(one, other, (one + other) / 2 - distance));
  const shared =
    common(first.across, second.across, apart) *
    common(first.height, second.height, Math.abs(a.pitch - b.pitch));
  return shared / Math.min(first.across * first.height, second.across * second.height);
}

/** Share from which two areas of one kind are the same thing, seen in two crops. */
const SAME_OVERLAP = 0.45;

/** Tells whether two areas show the same thing, of one kind. */
export const isRepeat = (a: Area & { kind: string }, b: Area & { kind: string }) =>
  a.kind === b.kind && coveredShare(a, b) > SAME_OVERLAP;

/** Keeps the best of the areas that show the same thing, best first. */
export function withoutRepeats<T extends Area & { kind: string; score: number }>(found: readonly T[]): T[] {
  const kept: T[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((known) => isRepeat(known, one))) kept.push(one);
  }
  return kept;
}
