import { answerCalls } from '@/shared/lib/web-worker';
import { loadFaceModel } from './face-model';
import type { PanoramaSource } from './panorama-pixels';
import { type SearchStep, searchPanorama } from './search-panorama';
import type { PanoramaFault } from './start-search';
import { loadTextModel } from './text-model';

/** Loaded once, for all the panoramas that are searched in turn. */
let models: ReturnType<typeof loadModels> | undefined;

async function loadModels() {
  // The models load one after the other: each compiles several megabytes.
  return { face: await loadFaceModel(), text: await loadTextModel() };
}

/** Searches a panorama in a web worker, and tells what each crop shows. */
async function searchWithModels(source: PanoramaSource, onStep: (step: SearchStep) => void): Promise<void> {
  models ??= loadModels();
  const loaded = await models.catch((error: unknown) => {
    models = undefined;
    throw error;
  });
  try {
    for await (const step of searchPanorama(source, loaded)) onStep(step);
  } catch (error) {
    const name: PanoramaFault = 'PanoramaFault';
    throw Object.assign(new Error(String(error)), { name });
  }
}

export type SearchWithModels = typeof searchWithModels;

answerCalls(searchWithModels);
