import type { ReadWeek } from '@/admin/data/tenders/read-week';

/** A week of SEAO is some seventeen megabytes. */
const MAX_BYTES = 200_000_000;

/**
 * Reads a weekly file of SEAO in a worker of its own.
 *
 * @throws Error in French
 */
export async function readInWorker(file: File, phrases: readonly string[]): Promise<ReadWeek> {
  if (file.size > MAX_BYTES)
    throw new Error('Ce fichier dépasse 200\u00a0Mo\u00a0: ce n’est pas celui d’une semaine.');
  const worker = new Worker(new URL('./tender-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<ReadWeek>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ read?: ReadWeek; error?: string }>) =>
        data.read ? resolve(data.read) : reject(new Error(data.error));
      worker.onerror = () => reject(new Error('Le fichier n’a pas pu être lu.'));
      worker.postMessage({ file, phrases: [...phrases] });
    });
  } finally {
    worker.terminate();
  }
}
