import { adminSession, environment } from './environment.ts';

/** A database row as the API returns it. */
export type Row = Record<string, unknown>;

type Answer = { status: number; body: unknown; total: number };

/** Calls the API of this worker's stack with the secret key, or with a user's token. */
async function call(
  path: string,
  method: string,
  { body, token, prefer = 'return=representation' }: { body?: unknown; token?: string; prefer?: string } = {},
): Promise<Answer> {
  const { stack } = environment();
  const answer = await fetch(`${stack.apiUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: token ? stack.publishableKey : stack.secretKey,
      'content-type': 'application/json',
      prefer,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text === '' ? null : JSON.parse(text),
    total: Number(answer.headers.get('content-range')?.split('/')[1]),
  };
}

/**
 * Reads or changes rows with the secret key, to arrange a test or to see what is really stored.
 *
 * @throws Error with the API's answer, when it refuses
 */
export async function api<T = Row>(path: string, method = 'GET', body?: unknown): Promise<T[]> {
  const answer = await call(path, method, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body ?? []) as T[];
}

/** Counts rows, even above the thousand that one answer carries. */
export async function countRows(path: string): Promise<number> {
  const one = `${path}${path.includes('?') ? '&' : '?'}limit=1`;
  return (await call(one, 'GET', { prefer: 'count=exact' })).total;
}

/** Calls the API as the administrator, with her policies and rights. */
export async function apiAsAdmin(path: string, method: string, body: unknown): Promise<Answer> {
  return call(path, method, { body, token: (await adminSession()).access_token });
}

/** Changes a settings table as the administrator, the only one who may. */
export async function changeSettings(table: string, change: Row): Promise<void> {
  const answer = await apiAsAdmin(`${table}?id=eq.1`, 'PATCH', change);
  if (answer.status >= 300) throw new Error(`${table}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
