import type { Position, TrackPoint } from '@/shared/survey/track';
import type { ClockOffset, TimedPicture } from './clock-offset';

/** Pictures and places that a fit compares. */
export type ClockRequest = { pictures: TimedPicture[]; track: TrackPoint[]; earlier: Position[] };

/** Fits the clock of a camera without blocking the page. */
export function fitInWorker(request: ClockRequest, signal: AbortSignal): Promise<ClockOffset | null> {
  const worker = new Worker(new URL('./clock-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ClockOffset | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.onerror = (event) => reject(new Error(event.message || 'Worker not loaded'));
    worker.onmessage = ({ data }: MessageEvent<ClockOffset | null>) => resolve(data);
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
