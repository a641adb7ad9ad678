import type { Database } from '@/shared/database.types';
import { errorMessage } from './errors';
import { env } from './site-config';

type Public = Database['public'];

/** Time after which a request without an answer has failed, in ms. */
const TIMEOUT = 20_000;

/**
 * One request to the data API as a visitor sees it, with the publishable key and no session. Public pages use this;
 * supabase-js comes with the back office only (docs/decisions/0003).
 */
async function request(
  path: string,
  init: RequestInit = {},
): Promise<{ body: unknown; range: string | null }> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  const timer = setTimeout(stop, TIMEOUT);
  if (init.signal?.aborted) stop();
  init.signal?.addEventListener('abort', stop);
  let status = 0;
  try {
    const answer = await fetch(`${env.VITE_SUPABASE_URL}/rest/v1/${path}`, {
      ...init,
      headers: { ...init.headers, apikey: env.VITE_SUPABASE_PUBLISHABLE_KEY },
      signal: stopped.signal,
    });
    const text = await answer.text();
    if (!answer.ok) status = answer.status;
    // A proxy on the way may answer with a page of its own: then the text is no JSON, and that is the error.
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (answer.ok) return { body, range: answer.headers.get('Content-Range') };
    throw new Error(errorMessage(body) ?? answer.statusText);
  } catch (error) {
    throw Object.assign(new Error(errorMessage(error)), { status });
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', stop);
  }
}

/** What PostgREST reads in an address: columns, filters (`status: 'eq.published'`), `order`, `limit`, `offset`. */
type Query = { select: string } & Record<string, string>;

/** How a list is read. */
type Reading = { signal?: AbortSignal; count?: boolean };

/**
 * The rows of a table that a query finds, at most 1 000 (`readAll` goes on from there).
 *
 * @typeParam Row what `select` asks for; the caller says so, nothing checks it
 * @returns also how many there are in all, with `count`
 * @throws an error that carries the HTTP `status` (0 when no answer came)
 */
export async function readRows<Row>(
  table: keyof Public['Tables'],
  query: Query,
  { signal, count }: Reading = {},
): Promise<{ rows: Row[]; count: number }> {
  const { body, range } = await request(`${table}?${new URLSearchParams(query)}`, {
    signal: signal ?? null,
    headers: count ? { Prefer: 'count=exact' } : {},
  });
  const rows = body as Row[];
  // « 0-23/1512 »
  const total = Number(range?.split('/')[1]);
  return { rows, count: total >= 0 ? total : rows.length };
}

/** What a visitor sends is small, and must arrive even when the page is left meanwhile. */
const post = (path: string, body: unknown) =>
  request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
  });

/**
 * Adds a row. Nothing is read back: a visitor may insert and sees nothing.
 *
 * @throws as `readRows`
 */
export async function insertRow<Table extends keyof Public['Tables']>(
  table: Table,
  row: Public['Tables'][Table]['Insert'],
): Promise<void> {
  await post(table, row);
}

/**
 * Calls a function of the database.
 *
 * @throws as `readRows`
 */
export async function callFunction<Name extends keyof Public['Functions']>(
  name: Name,
  args: Public['Functions'][Name]['Args'],
): Promise<Public['Functions'][Name]['Returns']> {
  const { body } = await post(`rpc/${name}`, args);
  return body as Public['Functions'][Name]['Returns'];
}
