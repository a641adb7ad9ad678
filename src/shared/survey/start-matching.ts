import { openWorker } from '@/shared/lib/web-worker';
import type { Match } from './match-worker';

/** Opens the worker that finds the turn of the picture after of each pair; undefined when two pictures do not agree. */
export const startMatching = () =>
  openWorker<Match>(() => new Worker(new URL('./match-worker.ts', import.meta.url), { type: 'module' }));
