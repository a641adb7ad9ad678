import {
  angleBetween,
  compass,
  distance,
  isInHole,
  type Position,
  passageAt,
  type TrackPoint,
} from '@/shared/survey/track';
import type { HeadingReference } from './picture-facts';
import { cutDrive, type LeftOut, usualRules } from './sequences';
import { declinationAt } from './true-heading';

/** Facts that the camera wrote of a picture, and decisions of a person about it. */
export type DrivePicture = {
  id: string;
  /** Camera time in ms; null without one. */
  cameraTime: number | null;
  cameraPosition: Position | null;
  cameraHeading: number | null;
  /** North that this heading is counted from; null: unknown. */
  headingReference: HeadingReference | null;
  /** Left out by hand. */
  isLeftOutByHand: boolean;
  /** A heading set by hand or by matching, which no clock changes. */
  ownHeading: { heading: number; source: 'main' | 'appariement' } | null;
};

/** Source of the clock's offset. */
export type ClockUse = { offset: number; source: 'trace' | 'main' } | null;

/** A picture once its drive is placed, as the database keeps it. */
export type PlacedRow = {
  id: string;
  taken_at: string | null;
  lat: number | null;
  lon: number | null;
  heading: number | null;
  time_source: 'appareil' | 'trace' | 'main' | null;
  place_source: 'trace' | 'appareil' | null;
  heading_source: 'trace' | 'appareil' | 'main' | 'appariement' | null;
  sequence: number | null;
  number: number | null;
  left_out: 'sans-position' | 'stationnement' | 'double' | 'main' | null;
};

/** A placed drive, and what is told about it. */
export type PlacedDrive = {
  rows: PlacedRow[];
  kept: number;
  leftOut: Record<NonNullable<PlacedRow['left_out']>, number>;
  /** Pictures made while the receiver was lost: the track does not place them. */
  inHoles: number;
  /** Directions of the camera that were turned from magnetic to true north, and those whose north is not known. */
  headings: { turned: number; declination: number; unknown: number };
  sequences: number;
  turns: number;
  metres: number;
};

/** Optional reasons for cutting a drive, besides the ones that always apply. */
export type Cutting = { parked: boolean; doubles: boolean };

const leftOutNames = {
  'no-position': 'sans-position',
  parked: 'stationnement',
  double: 'double',
} as const satisfies Record<LeftOut, PlacedRow['left_out']>;

/** Change of direction between two pictures that is a turn, in degrees. */
const TURN_DEGREES = 45;

/**
 * Places the pictures of a drive by the clock of their camera and the track, else where the camera says, and cuts the
 * drive.
 *
 * @param track sorted by time, one point a moment
 * @param turn angle that turns every direction, in degrees: a camera that was mounted backwards, or askew. It replaces those set by
 *   hand; 0 takes them back, undefined leaves them. Matched directions stay: they were measured in the pictures
 */
export function placeDrive(
  pictures: readonly DrivePicture[],
  track: readonly TrackPoint[],
  clock: ClockUse,
  cutting: Cutting = { parked: true, doubles: true },
  turn?: number,
): PlacedDrive {
  const trustsHeadings = saysDirections(pictures);
  const placed = pictures.map((picture) => {
    const time = picture.cameraTime === null ? null : picture.cameraTime - (clock?.offset ?? 0);
    const passage = time === null ? undefined : passageAt(track, time);
    const position = passage ?? picture.cameraPosition ?? undefined;
    return { picture, time, passage, position };
  });
  // A picture without a time keeps the position of its name, after the others.
  placed.sort((a, b) => (a.time ?? Number.POSITIVE_INFINITY) - (b.time ?? Number.POSITIVE_INFINITY) || 0);

  const { sequences, leftOut } = cutDrive(
    placed.flatMap(({ picture, time, position }) =>
      picture.isLeftOutByHand ? [] : [{ id: picture.id, time: time ?? 0, position }],
    ),
    {
      ...usualRules,
      ...(cutting.doubles ? {} : { double: 0 }),
      ...(cutting.parked ? {} : { parkedFor: Number.POSITIVE_INFINITY }),
    },
  );
  const places = new Map(sequences.flatMap((ids, sequence) => ids.map((id) => [id, sequence + 1] as const)));

  const counts = { 'sans-position': 0, stationnement: 0, double: 0, main: 0 };
  let [number, turns, metres, inHoles, unknown] = [0, 0, 0, 0, 0];
  const declinations: number[] = [];
  let before: { position: Position; sequence: number; way: number | undefined } | undefined;
  const rows = placed.map(({ picture, time, passage, position }): PlacedRow => {
    const cut = leftOut.get(picture.id);
    const heading = turnPicture(picture, turn, (own) =>
      headingOf(own, passage?.heading, trustsHeadings, position, time),
    );
    if (heading.declination !== undefined) declinations.push(heading.declination);
    if (trustsHeadings && heading.isUnknown) unknown++;
    const reason = picture.isLeftOutByHand ? 'main' : cut ? leftOutNames[cut] : null;
    if (reason) counts[reason]++;
    if (time !== null && !passage && isInHole(track, time)) inHoles++;
    const sequence = places.get(picture.id) ?? null;
    if (position && sequence !== null) {
      number++;
      if (before?.sequence === sequence) {
        metres += distance(before.position, position);
        const way = passage?.heading;
        if (way !== undefined && before.way !== undefined && angleBetween(before.way, way) > TURN_DEGREES)
          turns++;
      }
      before = { position, sequence, way: passage?.heading };
    }
    return {
      id: picture.id,
      taken_at: time === null ? null : new Date(time).toISOString(),
      lat: position?.lat ?? null,
      lon: position?.lon ?? null,
      heading: heading.heading,
      heading_source: heading.source,
      time_source: time === null ? null : (clock?.source ?? 'appareil'),
      place_source: passage ? 'trace' : position ? 'appareil' : null,
      sequence,
      number: sequence === null ? null : number,
      left_out: reason,
    };
  });
  const declination = declinations.reduce((sum, one) => sum + one, 0) / (declinations.length || 1);
  const headings = { turned: declinations.length, declination, unknown };
  return {
    rows,
    kept: number,
    leftOut: counts,
    inHoles,
    headings,
    sequences: sequences.length,
    turns,
    metres,
  };
}

/** A camera without a compass writes the same direction in each picture, 0 most often. */
function saysDirections(pictures: readonly DrivePicture[]): boolean {
  const headings = pictures.flatMap(({ cameraHeading }) => (cameraHeading === null ? [] : [cameraHeading]));
  return headings.length < 3 ? headings.length > 0 : headings.some((heading) => heading !== headings[0]);
}

/** Direction of a picture, how it is known, and by how much it was turned from magnetic to true north. */
type Direction = {
  heading: number | null;
  source: PlacedRow['heading_source'];
  declination?: number;
  isUnknown?: boolean;
};

/** Turns the computed heading of a picture, without an earlier correction by hand. */
function turnPicture(
  picture: DrivePicture,
  turn: number | undefined,
  find: (picture: DrivePicture) => Direction,
): Direction {
  if (turn === undefined || picture.ownHeading?.source === 'appariement') return find(picture);
  const found = find({ ...picture, ownHeading: null });
  if (found.heading === null || turn === 0) return found;
  return { ...found, heading: compass(found.heading + turn), source: 'main' };
}

/**
 * Finds the angle that turned the directions of a drive, from those that a hand wrote and those that would be there without it.
 *
 * @param untouched the drive placed with a turn of 0, by the clock that was saved
 * @returns `undefined` when nothing was turned, or not all by one angle
 */
export function turnOf(
  pictures: readonly DrivePicture[],
  untouched: readonly PlacedRow[],
): number | undefined {
  const bases = new Map(untouched.map(({ id, heading }) => [id, heading]));
  const turns = pictures.flatMap(({ id, ownHeading }) => {
    const base = bases.get(id) ?? null;
    return ownHeading?.source === 'main' && base !== null ? [compass(ownHeading.heading - base)] : [];
  });
  const [first] = turns;
  if (first === undefined || turns.some((one) => angleBetween(one, first) > 1)) return undefined;
  const rounded = Math.round(first * 10) / 10;
  return rounded > 180 ? rounded - 360 : rounded;
}

function headingOf(
  { ownHeading, cameraHeading, headingReference }: DrivePicture,
  travelled: number | undefined,
  trustsCamera: boolean,
  position: Position | undefined,
  time: number | null,
): Direction {
  if (ownHeading) return ownHeading;
  if (trustsCamera && cameraHeading !== null) {
    if (headingReference === 'vrai') return { heading: cameraHeading, source: 'appareil' };
    const declination =
      headingReference && position && time !== null ? declinationAt(position, time) : undefined;
    if (declination !== undefined) {
      return { heading: compass(cameraHeading + declination), source: 'appareil', declination };
    }
  }
  const isUnknown = cameraHeading !== null;
  return travelled === undefined
    ? { heading: null, source: null, isUnknown }
    : { heading: travelled % 360, source: 'trace', isUnknown };
}
