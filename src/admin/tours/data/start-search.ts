import { isAbort } from '@/shared/lib/errors';
import { openWorker } from '@/shared/lib/web-worker';
import type { PanoramaSource } from './panorama-pixels';
import type { PanoramaFinding } from './search-panorama';
import type { SearchWithModels } from './search-worker';

const NO_MODELS =
  'La recherche n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez\u00a0: vos flous se placent aussi à la main.';
const UNREADABLE_MESSAGE =
  'Ce panorama n’a pas pu être lu\u00a0: le fichier est abîmé, ou l’appareil manque de mémoire.';

/** Thrown for a search that cannot go on; `message` explains why in French. */
export class SearchRefusal extends Error {
  override readonly name = 'SearchRefusal';
  /** True when no other panorama can be searched either. */
  readonly isOfAll: boolean;

  constructor(fault: 'models' | 'panorama', cause: string) {
    super(fault === 'models' ? NO_MODELS : UNREADABLE_MESSAGE, { cause });
    this.isOfAll = fault === 'models';
  }
}

/** Name of the error of a panorama that could not be searched, as against that of the models. */
export type PanoramaFault = 'PanoramaFault';
const PANORAMA_FAULT: PanoramaFault = 'PanoramaFault';

/** A worker that searches panoramas one after the other, and keeps its models meanwhile. */
export type PanoramaSearch = {
  /**
   * Searches one panorama.
   *
   * @param onStep what a crop shows, and how far the search is, from 0 to 1
   * @throws SearchRefusal, or an AbortError once it is stopped
   */
  search: (
    source: PanoramaSource,
    onStep: (found: PanoramaFinding[], share: number) => void,
  ) => Promise<void>;
  /** Ends the worker, also in the middle of a panorama. */
  stop: () => void;
};

/** Opens the worker of a search; its models are loaded with the first panorama. */
export function startSearch(): PanoramaSearch {
  const worker = openWorker<SearchWithModels>(
    () => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    stop: worker.stop,
    search: async (source, onStep) => {
      try {
        await worker.call(source, ({ found, share }) => onStep(found, share));
      } catch (error) {
        if (isAbort(error)) throw error;
        const isOfPanorama = error instanceof Error && error.name === PANORAMA_FAULT;
        throw new SearchRefusal(isOfPanorama ? 'panorama' : 'models', String(error));
      }
    },
  };
}
