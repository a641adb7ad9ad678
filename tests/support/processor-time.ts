import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder in which `npm test` collects the cost of each test (local/process/processor-account.mjs). */
const folder = process.env.PROCESSOR_NOTES;

/** Clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100;

/** Sums the processor seconds of these processes and their descendants; without /proc, of this process alone. */
function processorSeconds(roots: readonly number[]): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // From parent to child: reading every process of the machine twice for each test file took seconds of a run.
  const family = new Set(roots);
  let seconds = 0;
  for (const id of family) {
    const { own, children } = readProcess(id);
    seconds += own;
    for (const child of children) family.add(child);
  }
  return seconds;
}

/** Reads the seconds of a process and of its ended children, and the ids of those that live. */
function readProcess(id: number): { own: number; children: number[] } {
  const stat = readOr('', () => readFileSync(`/proc/${id}/stat`, 'utf8'));
  // The second field is a name in parentheses, which may contain spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  const children = readOr([], () => readdirSync(`/proc/${id}/task`)).flatMap((thread) =>
    readOr('', () => readFileSync(`/proc/${id}/task/${thread}/children`, 'utf8'))
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return { own: ticks / TICKS, children };
}

/** Reads something of /proc; `ended` when its process or thread has ended. */
function readOr<Content>(ended: Content, read: () => Content): Content {
  try {
    return read();
  } catch {
    return ended;
  }
}

/**
 * Starts counting the processor time of a test.
 *
 * @param roots processes that work for this test alone: this one, and those that it started elsewhere
 * @returns a function that records the time under a name; it does nothing without a folder
 */
export function countProcessorTime(roots: readonly number[] = [process.pid]): (name: string) => void {
  if (folder === undefined) return () => {};
  const begun = processorSeconds(roots);
  return (name) => {
    const seconds = processorSeconds(roots) - begun;
    appendFileSync(join(folder, String(process.pid)), `${name}\t${seconds.toFixed(2)}\n`);
  };
}
