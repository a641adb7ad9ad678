import { callWorker } from '@/shared/lib/web-worker';
import type { FitClock } from './clock-worker';

/** Fits the clock of a camera without blocking the page. */
export const fitInWorker = (request: Parameters<FitClock>[0], signal: AbortSignal) =>
  callWorker<FitClock>(
    () => new Worker(new URL('./clock-worker.ts', import.meta.url), { type: 'module' }),
    request,
    signal,
  );
