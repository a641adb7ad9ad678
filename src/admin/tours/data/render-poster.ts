import type { View } from '@/shared/panorama-tour/straight-view';

type Format = { width: number; height: number; quality: number };

export type PosterRequest = {
  /** Names the panorama, so that another view of it decodes nothing. */
  key: string;
  file: Blob;
  view: View;
  /** The largest first; the others are made of it. */
  formats: readonly [Format, ...Format[]];
};

/** Draws views of panoramas in a worker, one after the other, until it is stopped. */
export function startPosters(): {
  render: (request: PosterRequest) => Promise<Blob[]>;
  stop: () => void;
} {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const draw = (request: PosterRequest) =>
    new Promise<Blob[]>((resolve, reject) => {
      worker ??= new Worker(new URL('./poster-worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<{ pictures?: Blob[]; error?: string }>) =>
        data.pictures ? resolve(data.pictures) : reject(new Error(data.error));
      worker.onerror = ({ message }) => reject(new Error(message || 'Worker not loaded'));
      worker.postMessage(request);
    });
  return {
    render: (request) => {
      const mine = last.then(
        () => draw(request),
        () => draw(request),
      );
      last = mine;
      return mine;
    },
    stop: () => worker?.terminate(),
  };
}
