import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Folder of drawings between two builds, in `node_modules`, which hosts keep. */
export const CACHE = 'node_modules/.cache/drawings';

/** Days after which a drawing that no build has used is forgotten. */
const KEPT_DAYS = 30;

/**
 * Takes pictures that are slow to draw from a former build, or draws and keeps them.
 *
 * @param what all that the drawing depends on: pictures of the same `what` are the same
 * @param names of the files that `draw` gives
 * @param cache the folder in which they are kept
 */
export async function keptDrawings(
  what: object,
  names: readonly string[],
  draw: () => Promise<Map<string, Buffer>>,
  cache = CACHE,
): Promise<Map<string, Buffer>> {
  const key = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  const fileOf = (name: string) => join(cache, `${key}-${name}`);
  if (names.every((name) => existsSync(fileOf(name)))) {
    const now = new Date();
    for (const name of names) utimesSync(fileOf(name), now, now);
    return new Map(names.map((name) => [name, readFileSync(fileOf(name))]));
  }
  const drawn = await draw();
  mkdirSync(cache, { recursive: true });
  for (const [name, bytes] of drawn) {
    // Whole or not at all, whoever else builds.
    const part = `${fileOf(name)}.${process.pid}`;
    writeFileSync(part, bytes);
    renameSync(part, fileOf(name));
  }
  return drawn;
}

/** Forgets the drawings that no build has used for a month. */
export function forgetUnusedDrawings(cache = CACHE): void {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    const file = join(cache, name);
    // Another build may have removed the entry first.
    if (Date.now() - statSync(file).mtimeMs > KEPT_DAYS * 86_400_000) rmSync(file, { force: true });
  }
}
