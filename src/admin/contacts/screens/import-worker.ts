import { respondTo, type WorkerRequest } from './import-engine';

/** Reads and checks files in a web worker, so that the page stays responsive. */
self.onmessage = async ({ data }: MessageEvent<{ id: number; request: WorkerRequest }>) => {
  self.postMessage({ id: data.id, ...(await respondTo(data.request)) });
};
