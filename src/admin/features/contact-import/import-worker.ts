import { respondTo, type WorkerRequest } from './import-engine';

/** Web worker that reads and checks files, so that the page stays responsive. */
self.onmessage = async ({ data }: MessageEvent<{ id: number; request: WorkerRequest }>) => {
  self.postMessage({ id: data.id, ...(await respondTo(data.request)) });
};
