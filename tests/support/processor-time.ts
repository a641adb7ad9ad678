import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder in which `npm test` collects the cost of each test (local/process/processor-account.mjs). */
const folder = process.env.PROCESSOR_NOTES;

/** Clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100;

/** Sums the processor seconds of these processes and their descendants; without /proc, of this process alone. */
function processorSeconds(roots: readonly number[]): number {
  const processes = readProcesses();
  if (processes.length === 0) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const family = new Set(roots);
  for (let size = -1; size !== family.size; ) {
    size = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.reduce((sum, { id, seconds }) => (family.has(id) ? sum + seconds : sum), 0);
}

/** Lists every process with its own seconds and those of its ended children. */
function readProcesses(): { id: number; parent: number; seconds: number }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The second field is a name in parentheses, which may contain spaces.
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
        return [{ id: Number(name), parent: fields[1] ?? 0, seconds: ticks / TICKS }];
      } catch {
        // The process ended meanwhile.
        return [];
      }
    });
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
