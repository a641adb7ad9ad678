import { answerCalls } from '@/shared/lib/web-worker';
import { type ReadWeek, readWeek } from '../data/read-week';

/** Reads a weekly file in a web worker, so that the page stays responsive. */
const readFile = ({ file, phrases }: { file: File; phrases: readonly string[] }): Promise<ReadWeek> =>
  readWeek(file, phrases);

export type ReadFile = typeof readFile;

answerCalls(readFile);
