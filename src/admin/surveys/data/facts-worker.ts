import { inParallel } from '@/shared/lib/in-parallel';
import { answerCalls } from '@/shared/lib/web-worker';
import { type PictureFacts, readPictureFacts } from './picture-facts';

/** Pictures read at the same time: more would only wait for the disk. */
const AT_ONCE = 4;

/** Reads the facts of a batch of pictures in a web worker; one that cannot be read is null. */
async function readFacts(files: readonly File[]): Promise<(PictureFacts | null)[]> {
  const facts: (PictureFacts | null)[] = new Array(files.length).fill(null);
  await inParallel(AT_ONCE, files.entries(), async ([index, file]) => {
    facts[index] = (await readPictureFacts(file).catch(() => undefined)) ?? null;
  });
  return facts;
}

export type ReadFacts = typeof readFacts;

answerCalls(readFacts);
