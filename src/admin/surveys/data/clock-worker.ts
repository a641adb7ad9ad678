import { answerCalls } from '@/shared/lib/web-worker';
import type { Position, TrackPoint } from '@/shared/survey/track';
import { type ClockOffset, fitClockOffset, type TimedPicture } from './clock-offset';

/** Pictures and places that a fit compares. */
type ClockRequest = { pictures: TimedPicture[]; track: TrackPoint[]; earlier: Position[] };

/** Fits the clock of a camera in a web worker: millions of places are compared. */
const fitClock = ({ pictures, track, earlier }: ClockRequest): ClockOffset | null =>
  fitClockOffset(pictures, track, earlier) ?? null;

export type FitClock = typeof fitClock;

answerCalls(fitClock);
