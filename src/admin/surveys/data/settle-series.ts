import { wallTime } from '@contract/eastern-time';
import { offsetOf, zoneText } from '@/admin/kit/lib/camera-time';

/** Time of a picture of a drive: the digits of its camera's clock, in ms as if they were UTC. */
export type WallTime = {
  wall: number;
  /** Time zone of that clock, when the file says it. */
  zone?: string | undefined;
  /** Difference between the clock and satellite time in that zone, when only the satellites tell the zone. */
  drift?: number | undefined;
  /** The zone in which an earlier import read it. */
  settled?: string | undefined;
};

/** The zone in which the clock of a picture was read. */
export type SettledTime = {
  zone: string;
  /** The zone is that of the picture's own file. */
  isOwn: boolean;
  /** It shows an hour that Québec's clocks skip in spring. */
  isSkipped: boolean;
  /** Tells whether the picture may as well have been made an hour later or earlier. */
  isDoubtful: boolean;
};

/** Time zone of a camera that notes none. */
export const USUAL_ZONE = 'America/Toronto';

const MINUTE = 60_000;
const QUARTER_MS = 15 * MINUTE;
const HOUR_MS = 60 * MINUTE;
const DAY_MS = 24 * HOUR_MS;

/** Cost of a step back in time, which the order of the files contradicts, on top of its length. */
const STEP_BACK = 12 * HOUR_MS;
/** A longer interruption says nothing, whatever its length, and a camera was set right meanwhile. */
const PAUSE_MS = 10 * MINUTE;
/** Margin in cost by which one reading must beat the other to count as certain. */
const SURE_MS = 30 * MINUTE;
/** A receiver that follows the satellites differs from its camera by a constant. */
const STEADY_MS = MINUTE;

/** A reading of a clock: its offset to UTC; `isKept` when the camera kept the time of before the change. */
type ClockReading = { offset: number; isKept: boolean };

/**
 * Settles in which time zone each clock of a drive was read, all pictures together. A zone that is known holds for those
 * around it of the same day that have none; Québec's holds otherwise. On a night when clocks change, the order of the files
 * and the shortest gaps decide on which side each picture is: one by one they would be read an hour apart.
 *
 * @param series in the order of the names of the files
 */
export function settleSeries(series: readonly WallTime[]): SettledTime[] {
  const own = ownZones(series);
  const near = nearestZones(series, own);
  const readings = series.map(({ wall, settled }, index) => {
    const zone = settled ?? near[index];
    return zone ? [{ offset: offsetIn(wall, zone), isKept: false }] : readingsOf(wall);
  });
  const costs = pathCosts(series, readings);
  return series.map(({ wall }, index) => {
    const [some = [], prices = []] = [readings[index], costs[index]];
    const least = Math.min(...prices);
    const chosen = some[prices.indexOf(least)] as ClockReading;
    const isSkipped = some.every(({ isKept }) => isKept);
    // Québec's clocks showed this time only once, which determines its zone.
    const isUsual =
      !own[index] &&
      !chosen.isKept &&
      some.filter(({ isKept }) => !isKept).length === 1 &&
      chosen.offset === usualOffset(wall);
    return {
      zone: isUsual ? USUAL_ZONE : zoneText(chosen.offset / MINUTE),
      isOwn: own[index] !== undefined,
      isSkipped,
      isDoubtful: prices.filter((price) => price - least < SURE_MS).length > 1,
    };
  });
}

/** Keeps the plausible zones: those of a receiver without satellites are dropped. */
function ownZones(series: readonly WallTime[]): (string | undefined)[] {
  const drifts = series.flatMap(({ drift }) => drift ?? []).sort((a, b) => a - b);
  const usual = drifts[Math.floor(drifts.length / 2)] ?? 0;
  const isSteady = (drift: number) => Math.abs(drift - usual) <= STEADY_MS;
  const follows = drifts.filter(isSteady).length * 2 > drifts.length;
  return series.map(({ zone, drift }) =>
    drift === undefined || (follows && isSteady(drift)) ? zone : undefined,
  );
}

/** Finds the zone of each picture, or of the nearest one of the same day, before it or after it. */
function nearestZones(
  series: readonly WallTime[],
  own: readonly (string | undefined)[],
): (string | undefined)[] {
  const nearest = (order: readonly number[]) => {
    const found = new Map<number, number>();
    let last: number | undefined;
    for (const index of order) {
      if (own[index]) last = index;
      if (last !== undefined) found.set(index, last);
    }
    return found;
  };
  const indices = series.map((_, index) => index);
  const [before, after] = [nearest(indices), nearest(indices.toReversed())];
  return series.map(({ wall }, index) => {
    const [near] = [before.get(index), after.get(index)]
      .filter((other) => other !== undefined)
      .filter((other) => Math.abs((series[other]?.wall ?? 0) - wall) <= DAY_MS / 2)
      .sort((a, b) => Math.abs(a - index) - Math.abs(b - index));
    return near === undefined ? undefined : own[near];
  });
}

const offsetsInQuarters = new Map<number, number>();

/** Offset of Québec's clocks to UTC at an instant; kept by quarters of an hour, for a drive has thousands of pictures. */
function offsetAt(instant: number): number {
  const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
  const offset = offsetsInQuarters.get(quarter) ?? wallTime(quarter) - quarter;
  offsetsInQuarters.set(quarter, offset);
  return offset;
}

/** Offset of Québec's clocks when they show this, the first time. */
const usualOffset = (wall: number) => readingsOf(wall)[0]?.offset ?? 0;

/** Lists how Québec's clocks, or one that kept the time of before the change, may show this. */
function readingsOf(wall: number): ClockReading[] {
  const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  if (before === after) return [{ offset: before, isKept: false }];
  const shows = (offset: number) => offsetAt(wall - offset) === offset;
  const kept = { offset: before, isKept: !shows(before) };
  // Québec's clock time is tried first, so that it wins between two readings of equal cost.
  if (!shows(after)) return [kept];
  return kept.isKept ? [{ offset: after, isKept: false }, kept] : [kept, { offset: after, isKept: false }];
}

/** Computes, for each reading of each picture, the cost of the best drive that reads it so. */
function pathCosts(series: readonly WallTime[], readings: readonly ClockReading[][]): number[][] {
  const step = (from: number, one: ClockReading, other: ClockReading) => {
    const gap = (series[from + 1]?.wall ?? 0) - other.offset - ((series[from]?.wall ?? 0) - one.offset);
    if (gap < 0) return STEP_BACK + Math.min(-gap, DAY_MS);
    return gap <= PAUSE_MS ? gap : HOUR_MS + (other.isKept && !one.isKept ? HOUR_MS : 0);
  };
  const least = (values: number[]) => (values.length > 0 ? Math.min(...values) : 0);
  const forward: number[][] = [];
  for (const [index, some] of readings.entries()) {
    const former = readings[index - 1] ?? [];
    forward.push(
      some.map((reading) =>
        index === 0
          ? Number(reading.isKept) * HOUR_MS
          : least(former.map((one, at) => (forward[index - 1]?.[at] ?? 0) + step(index - 1, one, reading))),
      ),
    );
  }
  const backward: number[][] = [];
  for (let index = readings.length - 1; index >= 0; index--) {
    const [some = [], next = []] = [readings[index], readings[index + 1]];
    backward[index] = some.map((reading) =>
      least(next.map((other, at) => (backward[index + 1]?.[at] ?? 0) + step(index, reading, other))),
    );
  }
  return forward.map((some, index) => some.map((cost, at) => cost + (backward[index]?.[at] ?? 0)));
}

const offsetIn = (wall: number, zone: string) => (zone === USUAL_ZONE ? usualOffset(wall) : offsetOf(zone));

/** Computes the instant that a clock showed. */
export const instantOf = (wall: number, zone: string): number => wall - offsetIn(wall, zone);
