import { PanoramaRefusal } from './check-panorama';
import type { CutFile, CutRequest } from './cut-panorama';

const UNREADABLE =
  'Cette image n’a pas pu être décodée\u00a0: le fichier est abîmé, ou l’appareil manque de mémoire.';

/** Tells whether the browser writes WebP pictures; Safari gives a PNG instead. */
export async function encodesWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1);
  // Without a context there is nothing to encode.
  canvas.getContext('2d');
  return (await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp';
}

/** A panorama being cut in a worker. */
export type Cutting = {
  /** Returns the next file, or `undefined` once all are cut. Several may be requested at a time. */
  next: () => Promise<CutFile | undefined>;
  stop: () => void;
};

/** Begins to cut a panorama in a worker. */
export function startCutting(request: CutRequest): Cutting {
  const worker = new Worker(new URL('./cut-worker.ts', import.meta.url), { type: 'module' });
  const waiting: { resolve: (file: CutFile | undefined) => void; reject: (error: Error) => void }[] = [];
  worker.onmessage = ({ data }: MessageEvent<{ file?: CutFile; error?: string }>) => {
    const first = waiting.shift();
    if (data.error) first?.reject(new PanoramaRefusal(UNREADABLE, { cause: data.error }));
    else first?.resolve(data.file);
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(event.message || 'Worker not loaded'));
  };
  worker.postMessage(request);
  return {
    next: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage('next');
      }),
    stop: () => worker.terminate(),
  };
}
