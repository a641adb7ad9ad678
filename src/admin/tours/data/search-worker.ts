import { loadFaceModel } from './face-model';
import type { PanoramaSource } from './panorama-pixels';
import { searchPanorama } from './search-panorama';
import { loadTextModel } from './text-model';

/** Loaded once, for all the panoramas that are searched in turn. */
let models: ReturnType<typeof loadModels> | undefined;

async function loadModels() {
  // One after the other: each compiles several megabytes.
  return { face: await loadFaceModel(), text: await loadTextModel() };
}

/** Searches panoramas in a web worker: each message is one, and is answered crop by crop. */
self.onmessage = async ({ data }: MessageEvent<PanoramaSource>) => {
  try {
    models ??= loadModels();
    const loaded = await models;
    try {
      for await (const step of searchPanorama(data, loaded)) self.postMessage(step);
      self.postMessage({ isDone: true });
    } catch (error) {
      self.postMessage({ fault: 'panorama', message: String(error) });
    }
  } catch (error) {
    models = undefined;
    self.postMessage({ fault: 'models', message: String(error) });
  }
};
