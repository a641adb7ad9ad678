import { errorMessage } from '@/shared/lib/errors';
import { readWeek } from '../data/read-week';

type Request = { file: File; phrases: string[] };

/** Reads a weekly file in a web worker, so that the page stays responsive. */
self.onmessage = async ({ data: { file, phrases } }: MessageEvent<Request>) => {
  try {
    self.postMessage({ read: await readWeek(piecesOf(file), phrases) });
  } catch (error) {
    self.postMessage({ error: errorMessage(error) ?? 'Le fichier n’a pas pu être lu.' });
  }
};

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
