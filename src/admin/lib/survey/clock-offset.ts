import { distance, type Position, positionAt, type TrackPoint } from '@/shared/survey/track';
import { nearestWithin } from './nearest';

/** A picture with the time that its camera wrote, in ms since 1970, and its own place when the camera knew it. */
export type TimedPicture = { cameraTime: number; position?: Position | undefined };

/** Basis of a fit: the camera's own places, the places of an earlier survey, or the regularity of the distances. */
type FitBasis = 'camera' | 'earlier' | 'spacing';

/**
 * An offset of a camera's clock, its time minus the true time, in ms, and the typical error of the fit in metres;
 * `isSure` when no other offset fits nearly as well.
 */
export type ClockOffset = { offset: number; error: number; basis: FitBasis; isSure: boolean };

/** Largest offset that is searched: a camera on another time zone is a whole number of hours off, handled before. */
const MOST_OFF_MS = 15 * 60_000;
const COARSE_MS = 500;
const FINE_MS = 20;

/** Distance beyond which a place says nothing more, in metres: one wrong place must not decide. */
const CAP = 15;

/** Share of the pictures that must lie on the track for an offset to count. */
const ON_TRACK = 0.9;

/** Number of pictures that a fit compares: enough for a tenth of a second, few enough for a long drive. */
const SAMPLE = 400;

type Cost = (places: readonly (Position | undefined)[], pictures: readonly TimedPicture[]) => number;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const costs: Record<FitBasis, (earlier: readonly Position[]) => Cost> = {
  camera: () => (places, pictures) =>
    mean(
      pictures.flatMap(({ position }, index) => {
        const place = places[index];
        return position && place ? [Math.min(CAP, distance(position, place))] : [];
      }),
    ),
  earlier: (earlier) => {
    const nearest = nearestWithin(earlier, CAP);
    return (places) => mean(places.flatMap((place) => (place ? [nearest(place) ?? CAP] : [])));
  },
  // A camera that fires every so many metres: at the right offset the distances are alike.
  spacing: () => (places) => {
    const steps = places.flatMap((place, index) => {
      const before = places[index - 1];
      return place && before ? [distance(before, place)] : [];
    });
    const usual = mean(steps);
    return Math.sqrt(mean(steps.map((step) => Math.min(CAP, Math.abs(step - usual)) ** 2)));
  },
};

/**
 * Finds how far a camera's clock is off, by moving its pictures along the track until they fit best: to the places that
 * the camera wrote, else to those of an earlier survey of the same streets, else until the distances between pictures are
 * regular.
 *
 * @param track sorted by time
 * @returns `undefined` when no offset puts the pictures on the track
 */
export function fitClockOffset(
  pictures: readonly TimedPicture[],
  track: readonly TrackPoint[],
  earlier: readonly Position[] = [],
): ClockOffset | undefined {
  const step = Math.max(1, Math.ceil(pictures.length / SAMPLE));
  const sample = pictures.filter((_, index) => index % step === 0);
  const located = sample.filter(({ position }) => position);
  const basis: FitBasis = located.length >= 3 ? 'camera' : earlier.length >= 3 ? 'earlier' : 'spacing';
  const compared = basis === 'camera' ? located : sample;
  const costOf = costs[basis](earlier);
  const cost = (offset: number) => {
    const places = compared.map(({ cameraTime }) => positionAt(track, cameraTime - offset));
    const isOn = places.filter(Boolean).length >= ON_TRACK * compared.length;
    return isOn ? costOf(places, compared) : Number.POSITIVE_INFINITY;
  };

  const coarse = offsets(-MOST_OFF_MS, MOST_OFF_MS, COARSE_MS).map((offset) => ({
    offset,
    cost: cost(offset),
  }));
  const near = coarse.reduce((best, one) => (one.cost < best.cost ? one : best), {
    offset: 0,
    cost: Number.POSITIVE_INFINITY,
  });
  if (!Number.isFinite(near.cost)) return undefined;
  const fine = offsets(near.offset - COARSE_MS, near.offset + COARSE_MS, FINE_MS).map((offset) => ({
    offset,
    cost: cost(offset),
  }));
  const best = fine.reduce((least, one) => (one.cost < least.cost ? one : least), near);
  // Another valley, further away than the fit's own width, and nearly as deep.
  const isDoubtful = coarse.some(
    (other) => Math.abs(other.offset - best.offset) > 4 * COARSE_MS && other.cost < best.cost * 1.5 + 0.2,
  );
  return { offset: best.offset, error: best.cost, basis, isSure: !isDoubtful };
}

const offsets = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
