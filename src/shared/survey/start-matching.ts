import type { MatchedTurn } from './match-turn';
import type { MatchRequest } from './match-worker';

type Answer = { found: MatchedTurn | undefined } | { fault: string };

/** A worker that aligns pairs of panoramas, one after the other. */
export type Matching = {
  /**
   * Finds the turn of the picture after; undefined when the two pictures do not agree.
   *
   * @throws Error when a picture cannot be decoded, or the worker cannot be loaded
   */
  match: (request: MatchRequest) => Promise<MatchedTurn | undefined>;
  stop: () => void;
};

/** Starts the worker that aligns pairs. */
export function startMatching(): Matching {
  const worker = new Worker(new URL('./match-worker.ts', import.meta.url), { type: 'module' });
  return {
    stop: () => worker.terminate(),
    match: (request) =>
      new Promise((resolve, reject) => {
        worker.onerror = (event) => reject(new Error(event.message || 'Worker not loaded'));
        worker.onmessage = ({ data }: MessageEvent<Answer>) =>
          'fault' in data ? reject(new Error(data.fault)) : resolve(data.found);
        worker.postMessage(request);
      }),
  };
}
