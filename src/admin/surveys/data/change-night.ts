import type { TrackPoint } from '@/shared/survey/track';
import type { ClockPart } from './clock-parts';
import { byName } from './folder';
import { instantOf, settleSeries, type WallTime } from './settle-series';

/** A picture with the time of its clock. */
export type ClockPicture = { file: string; time: WallTime };

/** Open points of a drive made on a night when clocks change: what to tell, and what to ask. */
export type ChangeNight = {
  /** Pictures that show an hour that does not exist. */
  skipped: ClockPicture[];
  /** Pictures that may as well have been made an hour later, or earlier. */
  doubtful: ClockPicture[];
  /** Zone in which the doubtful ones are read: `-04:00` is the time of before the change in autumn. */
  zone: string | undefined;
  /** Parts of the drive that read the doubtful ones on the other side. */
  otherSide: ClockPart[];
  /** The track was made while the doubtful ones were, if they are read on the other side, and not as they are. */
  isOtherOnTrack: boolean;
};

const HOUR_MS = 3_600_000;
/** Largest error of a clock that is not a question of an hour. */
const REACH_MS = 15 * 60_000;

/** Looks for what a night when clocks change leaves open in a drive. */
export function changeNightOf(pictures: readonly ClockPicture[], track: readonly TrackPoint[]): ChangeNight {
  const drive = pictures.toSorted((a, b) => byName(a.file, b.file));
  // Clocks are settled as at the import, but for the pictures that it had to guess.
  const settled = settleSeries(drive.map(({ time: { wall, zone } }) => ({ wall, zone })));
  const where = (is: 'isSkipped' | 'isDoubtful') => drive.filter((_, index) => settled[index]?.[is]);
  const doubtful = where('isDoubtful');
  const [first, last] = [doubtful[0], doubtful.at(-1)];
  const zone = first?.time.settled;
  // Read with the time of before the change, they may be an hour later.
  const shift = zone === '-05:00' ? HOUR_MS : -HOUR_MS;
  const after = drive[drive.indexOf(last as ClockPicture) + 1];
  const onTrack = (by: number) =>
    doubtful.filter(({ time: { wall, settled: known } }) => {
      const instant = instantOf(wall, known ?? '-04:00') - by;
      return instant >= (track[0]?.time ?? 0) - REACH_MS && instant <= (track.at(-1)?.time ?? 0) + REACH_MS;
    }).length;
  return {
    skipped: where('isSkipped'),
    doubtful,
    zone,
    otherSide: first
      ? [{ from: first.file, offset_ms: shift }, ...(after ? [{ from: after.file, offset_ms: 0 }] : [])]
      : [],
    isOtherOnTrack:
      track.length > 0 && onTrack(shift) > 0.9 * doubtful.length && onTrack(0) < 0.1 * doubtful.length,
  };
}
