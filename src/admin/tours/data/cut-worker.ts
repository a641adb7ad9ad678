import { answerCalls } from '@/shared/lib/web-worker';
import { type CutFile, type CutRequest, cutPanorama } from './cut-panorama';

let files: AsyncGenerator<CutFile> | undefined;

/**
 * Cuts one panorama in a web worker: the first call brings the request, and each call gets one file, so that none waits in
 * memory.
 */
async function cutNext(request: CutRequest | undefined): Promise<CutFile | undefined> {
  if (request) files = cutPanorama(request);
  return (await files?.next())?.value;
}

export type CutNext = typeof cutNext;

answerCalls(cutNext);
