/** A place in degrees, WGS 84. */
export type Position = { lat: number; lon: number };

/**
 * A point of a track: `time` in ms since 1970, true time. Between two segments the receiver was off, or lost.
 */
export type TrackPoint = Position & { time: number; segment: number };

/**
 * A place on a track, with the direction of travel in degrees clockwise from north, none at a point that stands alone, and the
 * speed in m/s.
 */
export type Passage = Position & { heading: number | undefined; speed: number };

const METRES_PER_DEGREE = 111_195;

/** Gap in a track after which nothing is interpolated, in ms: the receiver was off, or lost. */
export const TRACK_GAP_MS = 20_000;

/** Converts the way from one place to another to metres east and north; exact to a millimetre over a kilometre. */
export function metresBetween(from: Position, to: Position): { east: number; north: number } {
  const parallel = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  return {
    east: (to.lon - from.lon) * METRES_PER_DEGREE * parallel,
    north: (to.lat - from.lat) * METRES_PER_DEGREE,
  };
}

/** Computes the distance between two places, in metres. */
export function distance(from: Position, to: Position): number {
  const { east, north } = metresBetween(from, to);
  return Math.hypot(east, north);
}

/** Computes the direction from one place to another, in degrees clockwise from north. */
export function bearing(from: Position, to: Position): number {
  const { east, north } = metresBetween(from, to);
  return compass((Math.atan2(east, north) * 180) / Math.PI);
}

/** Normalises a compass direction to 0…360 degrees. */
export const compass = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Normalises a difference of directions to -180…180 degrees. */
export const wrapped = (degrees: number): number => compass(degrees + 180) - 180;

/** Computes how far two directions are apart, 0 to 180 degrees. */
export const angleBetween = (a: number, b: number) => Math.abs(wrapped(a - b));

/** Finds the last point of a sorted track at or before a time; -1 before the first one. */
function indexAt(track: readonly TrackPoint[], time: number): number {
  let [low, high] = [0, track.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((track[middle] as TrackPoint).time <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Finds the stretch of a sorted track at a time, and how far along it that time is; none within a hole. */
function stretchAt(track: readonly TrackPoint[], time: number) {
  const index = indexAt(track, time);
  const [from, to] = [track[index], track[index + 1]];
  // Every comparison with a time that is not a number is false.
  if (!from || !(time >= from.time)) return undefined;
  if (time === from.time) return { index, from, to: isStretch(from, to) ? to : from, share: 0 };
  if (!isStretch(from, to)) return undefined;
  return { index, from, to, share: (time - from.time) / (to.time - from.time) };
}

const isStretch = (from: TrackPoint, to: TrackPoint | undefined): to is TrackPoint =>
  to !== undefined && to.segment === from.segment && to.time - from.time <= TRACK_GAP_MS;

/** Tells whether a time is within a sorted track, between two of its points that nothing joins. */
export function isInHole(track: readonly TrackPoint[], time: number): boolean {
  const index = indexAt(track, time);
  return index >= 0 && index < track.length - 1 && stretchAt(track, time) === undefined;
}

const placeAlong = ({ from, to, share }: { from: Position; to: Position; share: number }): Position => ({
  lat: from.lat + (to.lat - from.lat) * share,
  lon: from.lon + (to.lon - from.lon) * share,
});

/** Interpolates where a sorted track was at a time, without its direction, which takes longer to know. */
export function positionAt(track: readonly TrackPoint[], time: number): Position | undefined {
  const stretch = stretchAt(track, time);
  return stretch && placeAlong(stretch);
}

/**
 * Interpolates where a sorted track was at a time.
 *
 * @returns `undefined` before its first point, after its last one, and within a gap
 */
export function passageAt(track: readonly TrackPoint[], time: number): Passage | undefined {
  const stretch = stretchAt(track, time);
  if (!stretch) return undefined;
  const { index, from, to } = stretch;
  const span = to.time - from.time;
  return {
    ...placeAlong(stretch),
    heading: headingNear(track, index),
    speed: span === 0 ? 0 : (distance(from, to) * 1000) / span,
  };
}

/** Length over which the direction of travel is measured, in metres: a receiver's noise hides it over less. */
const HEADING_BASE = 6;

/** Measures the direction of travel around a point, over enough metres of its segment for the noise not to matter. */
function headingNear(track: readonly TrackPoint[], index: number): number | undefined {
  const { segment } = track[index] as TrackPoint;
  const has = (place: number) => track[place]?.segment === segment;
  let [before, after] = [index, has(index + 1) ? index + 1 : index];
  const at = (place: number) => track[place] as TrackPoint;
  while (distance(at(before), at(after)) < HEADING_BASE && (has(before - 1) || has(after + 1))) {
    if (has(before - 1)) before--;
    if (has(after + 1)) after++;
  }
  return before === after ? undefined : bearing(at(before), at(after));
}
