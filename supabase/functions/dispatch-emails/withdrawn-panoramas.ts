import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { serviceApi, serviceFiles } from '../_shared/service-api.ts';

/** Files of a folder in one answer of the database, and requests at once. */
const PART_SIZE = 200;
const AT_ONCE = 6;

const workSchema = z
  .object({
    folder: z.string(),
    copies: z.array(z.tuple([z.string(), z.string()])),
    removals: z.array(z.string()),
  })
  .nullable();

/**
 * Takes the files of tours that visitors have no longer been shown for a day away from their addresses
 * (docs/decisions/0071). The database gives the next part of the work and decides alone when the documents name the
 * new folder, so that a run may be cut anywhere: the next one goes on.
 *
 * @param log notes a folder that waits for an hour, because its files could not be moved
 */
export async function moveWithdrawnPanoramas(
  dependencies: Dependencies,
  seconds: number,
  log: (detail: string) => void,
): Promise<void> {
  const api = serviceApi(dependencies);
  const files = serviceFiles(dependencies, 'panoramas');
  const { clock } = dependencies;
  const deadline = clock.now() + seconds * 1_000;
  let failed: string | undefined;
  while (clock.now() < deadline) {
    const work = workSchema.parse(await api.call('next_withdrawn_panoramas', { failed, most: PART_SIZE }));
    if (!work) return;
    failed = undefined;
    try {
      for (let done = 0; done < work.copies.length && clock.now() < deadline; done += AT_ONCE) {
        await Promise.all(work.copies.slice(done, done + AT_ONCE).map(([from, to]) => files.copy(from, to)));
      }
      if (work.removals.length > 0) await files.remove(work.removals);
    } catch (error) {
      failed = work.folder;
      log(`${work.folder}: ${error instanceof FunctionError ? error.detail : error}`);
    }
  }
  if (failed) await api.call('next_withdrawn_panoramas', { failed, most: PART_SIZE });
}
