import { distance, type Position } from '@/shared/survey/track';

/** A picture of a drive once its place is known: `time` in ms, true time. */
export type PlacedPicture = { id: string; time: number; position: Position | undefined };

/** Reasons why a picture of a drive is left out. */
export type LeftOut = 'no-position' | 'parked' | 'double';

/** Distances in metres and times in ms by which a drive is cut. */
export type SequenceRules = {
  /** Two pictures nearer than this are the same place. */
  double: number;
  /** A new sequence begins after this distance, */
  gap: number;
  /** or after this time. */
  pause: number;
  /** The vehicle is parked when it moves less than this */
  parkedWithin: number;
  /** during this time. */
  parkedFor: number;
};

export const usualRules: SequenceRules = {
  double: 1.5,
  gap: 60,
  pause: 120_000,
  parkedWithin: 3,
  parkedFor: 20_000,
};

/** A drive that is cut: the pictures of each sequence in order, and those left out with their reason. */
export type Drive = { sequences: string[][]; leftOut: Map<string, LeftOut> };

/**
 * Cuts a drive into sequences, and leaves out pictures without a place, those of a parked vehicle but the first, and
 * doubles.
 *
 * @param pictures in the order of their time
 */
export function cutDrive(pictures: readonly PlacedPicture[], rules: SequenceRules = usualRules): Drive {
  const leftOut = new Map<string, LeftOut>();
  const placed = pictures.filter((picture): picture is PlacedPicture & { position: Position } => {
    if (!picture.position) leftOut.set(picture.id, 'no-position');
    return picture.position !== undefined;
  });

  for (let first = 0; first < placed.length; ) {
    const from = placed[first] as (typeof placed)[number];
    let last = first;
    for (let next = placed[last + 1]; next; next = placed[last + 1]) {
      if (distance(from.position, next.position) >= rules.parkedWithin) break;
      last++;
    }
    const stayed = (placed[last]?.time ?? 0) - from.time;
    if (stayed >= rules.parkedFor) {
      for (const { id } of placed.slice(first + 1, last + 1)) leftOut.set(id, 'parked');
    }
    first = Math.max(last, first + 1);
  }

  const sequences: string[][] = [];
  let before: (typeof placed)[number] | undefined;
  for (const picture of placed) {
    if (leftOut.has(picture.id)) continue;
    const way = before && distance(before.position, picture.position);
    if (way !== undefined && way < rules.double) {
      leftOut.set(picture.id, 'double');
      continue;
    }
    const isNew = !before || (way ?? 0) > rules.gap || picture.time - before.time > rules.pause;
    if (isNew) sequences.push([]);
    sequences.at(-1)?.push(picture.id);
    before = picture;
  }
  return { sequences, leftOut };
}
