import type { Administrator } from './admin-guard.ts';
import type { Dependencies } from './dependencies.ts';
import { FunctionError } from './errors.ts';
import { limitedFetch } from './limited-fetch.ts';
import { readProject } from './settings.ts';

const limits = { timeoutMs: 5_000, maxBytes: 64 * 1024 };

/**
 * Counts one call of a function by this person, in the database, with the person's own token. Throws 429 with the
 * database's French message when there were too many; 503 when nobody could count: what is not counted is not done.
 */
export async function countCall(
  dependencies: Dependencies,
  functionName: string,
  { token }: Administrator,
  signal: AbortSignal,
): Promise<void> {
  const { url, key } = readProject(dependencies.env);
  const answer = await limitedFetch(
    dependencies,
    `${url}/rest/v1/rpc/count_function_call`,
    {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ function_name: functionName }),
    },
    { ...limits, signal },
  ).catch((error: Error) => {
    throw unavailable(error.message);
  });
  if (answer.ok) return;
  if (answer.status === 429) throw new FunctionError(429, 'too_many_calls', refusal(answer.text));
  throw unavailable(`answered ${answer.status}`);
}

function unavailable(reason: string): FunctionError {
  const message = 'Le service de données ne répond pas. Réessayez dans quelques instants.';
  return new FunctionError(503, 'call_not_counted', message, `count_function_call: ${reason}`);
}

/** The database's own words, which say how long to wait. */
function refusal(text: string): string {
  const fallback = 'Trop de demandes. Veuillez patienter quelques minutes, puis réessayer.';
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : fallback;
  } catch {
    return fallback;
  }
}
