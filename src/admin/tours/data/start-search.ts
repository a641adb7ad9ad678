import type { PanoramaSource } from './panorama-pixels';
import type { Finding } from './search-panorama';

const NO_MODELS =
  'La recherche n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez\u00a0: vos flous se placent aussi à la main.';
const UNREADABLE =
  'Ce panorama n’a pas pu être lu\u00a0: le fichier est abîmé, ou l’appareil manque de mémoire.';

/** Thrown for a search that cannot go on; `message` explains why in French. */
export class SearchRefusal extends Error {
  override readonly name = 'SearchRefusal';
  /** True when no other panorama can be searched either. */
  readonly isOfAll: boolean;

  constructor(fault: 'models' | 'panorama', cause: string) {
    super(fault === 'models' ? NO_MODELS : UNREADABLE, { cause });
    this.isOfAll = fault === 'models';
  }
}

type Answer =
  | { found: Finding[]; share: number }
  | { isDone: true }
  | { fault: 'models' | 'panorama'; message: string };

/** A worker that searches panoramas one after the other, and keeps its models meanwhile. */
export type PanoramaSearch = {
  /**
   * Searches one panorama.
   *
   * @param onStep what a crop shows, and how far the search is, from 0 to 1
   * @throws SearchRefusal
   */
  search: (source: PanoramaSource, onStep: (found: Finding[], share: number) => void) => Promise<void>;
  /** Ends the worker, also in the middle of a panorama. */
  stop: () => void;
};

/** Starts the worker of a search; its models are loaded with the first panorama. */
export function startSearch(): PanoramaSearch {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  return {
    stop: () => worker.terminate(),
    search: (source, onStep) =>
      new Promise((resolve, reject) => {
        worker.onerror = (event) => reject(new SearchRefusal('models', event.message || 'Worker not loaded'));
        worker.onmessage = ({ data }: MessageEvent<Answer>) => {
          if ('found' in data) onStep(data.found, data.share);
          else if ('isDone' in data) resolve();
          else reject(new SearchRefusal(data.fault, data.message));
        };
        worker.postMessage(source);
      }),
  };
}
