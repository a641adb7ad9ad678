import { answerCalls } from '@/shared/lib/web-worker';
import { type PictureFacts, readPictureFacts } from './picture-facts';

/** Pictures read at the same time: more would only wait for the disk. */
const AT_ONCE = 4;

/** Reads the facts of a batch of pictures in a web worker; one that cannot be read is null. */
async function readFacts(files: readonly File[]): Promise<(PictureFacts | null)[]> {
  const facts: (PictureFacts | null)[] = new Array(files.length).fill(null);
  let next = 0;
  const read = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const file = files[index];
      facts[index] = file ? ((await readPictureFacts(file).catch(() => undefined)) ?? null) : null;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return facts;
}

export type ReadFacts = typeof readFacts;

answerCalls(readFacts);
