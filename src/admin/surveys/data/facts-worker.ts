import { readPictureFacts } from './picture-facts';

/** Pictures read at the same time: more would only wait for the disk. */
const AT_ONCE = 4;

/** Reads the facts of a batch of pictures in a web worker; one that cannot be read is null. */
self.onmessage = async ({ data }: MessageEvent<File[]>) => {
  const facts: unknown[] = new Array(data.length).fill(null);
  let next = 0;
  const read = async () => {
    for (let index = next++; index < data.length; index = next++) {
      const file = data[index];
      facts[index] = file ? ((await readPictureFacts(file).catch(() => undefined)) ?? null) : null;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  self.postMessage(facts);
};
