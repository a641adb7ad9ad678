import type { Dependencies } from './dependencies.ts';
import { FunctionError } from './errors.ts';
import { limitedFetch } from './limited-fetch.ts';
import { missingSettings, readSetting, secretKey } from './settings.ts';

const limits = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

/**
 * Calls a database function with the secret key: on nobody's behalf, for work that no person's token may do.
 *
 * @returns what it answers, unchecked
 * @throws FunctionError 503 when the data service refuses or is silent; the log says which function and how
 */
export async function callAsService(
  dependencies: Dependencies,
  name: string,
  parameters: object,
): Promise<unknown> {
  const url = readSetting(dependencies.env, 'SUPABASE_URL');
  const key = secretKey(dependencies.env);
  if (!url || !key) {
    throw missingSettings([...(url ? [] : ['SUPABASE_URL']), ...(key ? [] : ['SUPABASE_SECRET_KEYS'])]);
  }
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await limitedFetch(
    dependencies,
    `${url.replace(/\/+$/, '')}/rest/v1/rpc/${name}`,
    { method: 'POST', headers, body: JSON.stringify(parameters) },
    limits,
  ).catch((error: Error) => {
    throw unavailable(`${name}: ${error.message}`);
  });
  if (!answer.ok) throw unavailable(`${name} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  try {
    return answer.text === '' ? null : JSON.parse(answer.text);
  } catch {
    throw unavailable(`${name} answered something else than JSON`);
  }
}

function unavailable(detail: string): FunctionError {
  const message = 'Le service de données ne répond pas. Réessayez dans quelques instants.';
  return new FunctionError(503, 'data_unavailable', message, detail);
}
