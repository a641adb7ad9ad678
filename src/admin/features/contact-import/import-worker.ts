import { answerTo, type WorkerRequest } from './import-engine';

/** Reads and checks files away from the page, which stays alive whatever their size. */
self.onmessage = async ({ data }: MessageEvent<{ id: number; request: WorkerRequest }>) => {
  self.postMessage({ id: data.id, ...(await answerTo(data.request)) });
};
