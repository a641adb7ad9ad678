import { z } from 'zod';
import { type Administrator, fetchAsUser } from './admin-guard.ts';
import type { Dependencies } from './dependencies.ts';
import { dataUnavailable, FunctionError } from './errors.ts';
import { parseJson } from './json.ts';
import { readProject } from './settings.ts';

/**
 * Counts one call of a function by this person, in the database, with the person's own token. Throws 429 with the
 * database's French message above the limit, and 503 when the call could not be counted: it is not made then.
 */
export async function countCall(
  dependencies: Dependencies,
  functionName: string,
  { token }: Administrator,
  signal: AbortSignal,
): Promise<void> {
  const path = '/rest/v1/rpc/count_function_call';
  const body = { function_name: functionName };
  const project = readProject(dependencies.env);
  const answer = await fetchAsUser(dependencies, project, token, path, signal, body).catch((error: Error) => {
    throw notCounted(error.message);
  });
  if (answer.ok) return;
  if (answer.status === 429) throw new FunctionError(429, 'too_many_calls', refusal(answer.text));
  throw notCounted(`answered ${answer.status}`);
}

const notCounted = (reason: string) => dataUnavailable('call_not_counted', `count_function_call: ${reason}`);

/** Returns the database's own message, which gives the waiting time. */
function refusal(text: string): string {
  const { data } = z.object({ message: z.string().min(1) }).safeParse(parseJson(text));
  return data?.message ?? 'Trop de demandes. Veuillez patienter quelques minutes, puis réessayer.';
}
