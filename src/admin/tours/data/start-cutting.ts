import { isAbort } from '@/shared/lib/errors';
import { openWorker, WorkerFailure } from '@/shared/lib/web-worker';
import { PanoramaRefusal } from './check-panorama';
import type { CutFile, CutRequest } from './cut-panorama';
import type { CutNext } from './cut-worker';

const UNREADABLE_MESSAGE =
  'Cette image n’a pas pu être décodée\u00a0: le fichier est abîmé, ou l’appareil manque de mémoire.';

/** Tells whether the browser writes WebP pictures; Safari gives a PNG instead. */
export async function encodesWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1);
  // Without a context there is nothing to encode.
  canvas.getContext('2d');
  return (await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp';
}

/** A panorama being cut in a worker. */
export type CuttingJob = {
  /** Returns the next file, or `undefined` once all are cut. Several may be requested at a time. */
  next: () => Promise<CutFile | undefined>;
  stop: () => void;
};

/** Begins to cut a panorama in a worker. */
export function startCutting(request: CutRequest): CuttingJob {
  const worker = openWorker<CutNext>(
    () => new Worker(new URL('./cut-worker.ts', import.meta.url), { type: 'module' }),
  );
  let next: CutRequest | undefined = request;
  return {
    next: async () => {
      const call = worker.call(next);
      next = undefined;
      try {
        return await call;
      } catch (error) {
        if (isAbort(error) || error instanceof WorkerFailure) throw error;
        throw new PanoramaRefusal(UNREADABLE_MESSAGE, { cause: error });
      }
    },
    stop: worker.stop,
  };
}
