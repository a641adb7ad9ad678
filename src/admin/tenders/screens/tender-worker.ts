import { answerCalls } from '@/shared/lib/web-worker';
import { type ReadWeek, readWeek } from '../data/read-week';

/** Reads a weekly file in a web worker, so that the page stays responsive. */
const readFile = ({ file, phrases }: { file: File; phrases: readonly string[] }): Promise<ReadWeek> =>
  readWeek(piecesOf(file), phrases);

export type ReadFile = typeof readFile;

answerCalls(readFile);

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
