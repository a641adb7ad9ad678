import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../database/engines/engine.ts';
import { reset } from '../database/fixtures/tables.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { plantEverything, replayerOf } from './replay.ts';

/**
 * Sends the same requests to the local stack and to PostgREST, with the same rows and people, and describes different
 * answers. Both engines get the same writes in the same order, which are not undone.
 */
export async function differencesOf(
  { local, hosted }: Record<'local' | 'hosted', Engine>,
  requests: readonly RecordedRequest[],
): Promise<string[]> {
  for (const engine of [local, hosted]) {
    await reset(engine);
    await plantEverything(engine);
  }
  const [askLocal, askHosted] = [replayerOf(local), replayerOf(hosted)];
  const differences: string[] = [];
  for (const request of inOrder(requests)) {
    const [here, there] = [await askLocal(request), await askHosted(request)];
    if (isDeepStrictEqual(here, there)) continue;
    differences.push(
      `${JSON.stringify(request)}\n  local:  ${JSON.stringify(here)}\n  hosted: ${JSON.stringify(there)}`,
    );
  }
  return differences;
}

/** Sorts reads first, then updates, then deletions. */
function inOrder(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const rank = ({ method, target }: RecordedRequest) => {
    if (method === 'GET' || method === 'HEAD') return 0;
    if (method === 'DELETE' || /rpc\/.*(delete|empty|erase|trash|remove|merge)/.test(target)) return 2;
    return 1;
  };
  return [...requests].sort((left, right) => rank(left) - rank(right));
}
