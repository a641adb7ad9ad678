import { fitClockOffset } from './clock-offset';
import type { ClockRequest } from './start-clock';

/** Fits the clock of a camera in a web worker: millions of places are compared. */
self.onmessage = ({ data: { pictures, track, earlier } }: MessageEvent<ClockRequest>) => {
  self.postMessage(fitClockOffset(pictures, track, earlier) ?? null);
};
