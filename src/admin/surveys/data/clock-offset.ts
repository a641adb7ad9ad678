import { distance, isInHole, type Position, positionAt, type TrackPoint } from '@/shared/survey/track';
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
const CAP_METRES = 15;

/** Share of the pictures that must lie on the track for an offset to count. */
const ON_TRACK = 0.9;

/** Number of pictures that a fit compares: enough for a tenth of a second, few enough for a long drive. */
const SAMPLE_SIZE = 400;

/** Smallest share of the compared places that must be near the track for a match. */
const AGREEING_SHARE = 0.5;

/** Largest error of regular distances that still says something, in metres. */
const MOST_IRREGULAR = CAP_METRES / 2;

/** Distances of the pictures, once placed, to what they should be, in metres; those of `CAP` say nothing. */
type Distances = (places: readonly (Position | undefined)[], pictures: readonly TimedPicture[]) => number[];

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const distancesOf: Record<FitBasis, (earlier: readonly Position[]) => Distances> = {
  camera: () => (places, pictures) =>
    pictures.flatMap(({ position }, index) => {
      const place = places[index];
      return position && place ? [Math.min(CAP_METRES, distance(position, place))] : [];
    }),
  earlier: (earlier) => {
    const nearest = nearestWithin(earlier, CAP_METRES);
    return (places) => places.flatMap((place) => (place ? [nearest(place) ?? CAP_METRES] : []));
  },
  // A camera that fires every so many metres: at the right offset the distances are alike.
  spacing: () => (places) => {
    const steps = places.flatMap((place, index) => {
      const before = places[index - 1];
      return place && before ? [distance(before, place)] : [];
    });
    const usual = meanOf(steps);
    return steps.map((step) => Math.min(CAP_METRES, Math.abs(step - usual)));
  },
};

/**
 * Finds how far a camera's clock is off, by moving its pictures along the track until they fit best: to the places that
 * the camera wrote, else to those of an earlier survey of the same streets, else until the distances between pictures are
 * regular. Places that agree with no part of the track are no basis.
 *
 * @param track sorted by time
 * @returns `undefined` when no offset puts the pictures on the track
 */
export function fitClockOffset(
  pictures: readonly TimedPicture[],
  track: readonly TrackPoint[],
  earlier: readonly Position[] = [],
): ClockOffset | undefined {
  const step = Math.max(1, Math.ceil(pictures.length / SAMPLE_SIZE));
  const sample = pictures.filter((_, index) => index % step === 0);
  const located = sample.filter(({ position }) => position);
  return (
    (located.length >= 3 ? fitBy('camera', located, track, earlier) : undefined) ??
    (earlier.length >= 3 ? fitBy('earlier', sample, track, earlier) : undefined) ??
    fitBy('spacing', sample, track, earlier)
  );
}

function fitBy(
  basis: FitBasis,
  compared: readonly TimedPicture[],
  track: readonly TrackPoint[],
  earlier: readonly Position[],
): ClockOffset | undefined {
  const measure = distancesOf[basis](earlier);
  const distancesAt = (offset: number): number[] => {
    const places = compared.map(({ cameraTime }) => positionAt(track, cameraTime - offset));
    const placed = places.filter(Boolean).length;
    // By distances, nearly every picture must be on the track; by places, pictures made in a hole of the track are excused.
    const isOn =
      basis === 'spacing'
        ? placed >= ON_TRACK * compared.length
        : placed >= compared.length / 2 &&
          placed + compared.filter(({ cameraTime }) => isInHole(track, cameraTime - offset)).length >=
            ON_TRACK * compared.length;
    return isOn ? measure(places, compared) : [];
  };
  const costOf = (distances: readonly number[]) => {
    if (distances.length === 0) return Number.POSITIVE_INFINITY;
    return basis === 'spacing' ? Math.sqrt(meanOf(distances.map((way) => way ** 2))) : meanOf(distances);
  };
  const costAt = (offset: number) => ({ offset, cost: costOf(distancesAt(offset)) });

  const coarse = offsetRange(-MOST_OFF_MS, MOST_OFF_MS, COARSE_MS).map(costAt);
  const near = coarse.reduce((best, one) => (one.cost < best.cost ? one : best), {
    offset: 0,
    cost: Number.POSITIVE_INFINITY,
  });
  if (!Number.isFinite(near.cost)) return undefined;
  const fine = offsetRange(near.offset - COARSE_MS, near.offset + COARSE_MS, FINE_MS).map(costAt);
  const best = fine.reduce((least, one) => (one.cost < least.cost ? one : least), near);

  const distances = distancesAt(best.offset);
  const agreeing = distances.filter((way) => way < CAP_METRES);
  const agrees =
    basis === 'spacing' ? best.cost < MOST_IRREGULAR : agreeing.length >= AGREEING_SHARE * distances.length;
  if (!agrees) return undefined;
  // Another valley, further away than the fit's own width, and nearly as deep.
  const isDoubtful = coarse.some(
    (other) => Math.abs(other.offset - best.offset) > 4 * COARSE_MS && other.cost < best.cost * 1.5 + 0.2,
  );
  const error = basis === 'spacing' ? best.cost : meanOf(agreeing);
  return { offset: best.offset, error, basis, isSure: !isDoubtful };
}

const offsetRange = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
