import { type CutFile, type CutRequest, cutPanorama } from './cut-panorama';

let files: AsyncGenerator<CutFile> | undefined;

/**
 * Cuts one panorama in a web worker: the first message is the request, then « next » asks for each file, so that none
 * waits in memory.
 */
self.onmessage = async ({ data }: MessageEvent<CutRequest | 'next'>) => {
  if (data !== 'next') {
    files = cutPanorama(data);
    return;
  }
  try {
    self.postMessage({ file: (await files?.next())?.value });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
