import { openWorker } from '@/shared/lib/web-worker';
import type { View } from '@/shared/panorama-tour/straight-view';
import type { DrawPoster } from './poster-worker';

type Format = { width: number; height: number; quality: number };

export type PosterRequest = {
  /** Names the panorama, so that another view of it decodes nothing. */
  key: string;
  file: Blob;
  view: View;
  /** The largest size comes first, and the others are made from it. */
  formats: readonly [Format, ...Format[]];
};

/** Opens the worker that draws views of panoramas, one after the other: each request gets its pictures, the largest first. */
export const startPosters = () =>
  openWorker<DrawPoster>(
    () => new Worker(new URL('./poster-worker.ts', import.meta.url), { type: 'module' }),
  );
