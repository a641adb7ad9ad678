import type { Database } from '@/shared/database.types';
import { errorMessage } from './errors';
import { api } from './site-config';

type Public = Database['public'];

/** Default timeout of a request, in ms. */
const TIMEOUT_MS = 20_000;

type Init = RequestInit & { timeout?: number };

/**
 * One request to the API with the publishable key and no session. Public pages use this instead of supabase-js,
 * which only the back office loads (docs/decisions/0002).
 */
async function request(
  path: string,
  { timeout = TIMEOUT_MS, ...init }: Init = {},
): Promise<{ body: unknown; range: string | null }> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeout);
  if (init.signal?.aborted) abort();
  init.signal?.addEventListener('abort', abort);
  let status = 0;
  let body: unknown;
  try {
    const response = await fetch(`${api.url}/${path}`, {
      ...init,
      headers: { ...init.headers, apikey: api.key },
      signal: controller.signal,
    });
    const text = await response.text();
    if (!response.ok) status = response.status;
    // A proxy may answer with an HTML page: parsing it throws, and that is the error.
    body = text === '' ? undefined : JSON.parse(text);
    if (response.ok) return { body, range: response.headers.get('Content-Range') };
    throw new Error(errorMessage(body) ?? response.statusText);
  } catch (error) {
    throw Object.assign(new Error(errorMessage(error)), { status, body });
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', abort);
  }
}

/** PostgREST's URL parameters: columns, filters (`status: 'eq.published'`), `order`, `limit`, `offset`. */
type Query = { select: string } & Record<string, string>;

/**
 * Reads the rows of a table that a query finds, at most 1 000 (`readAll` reads the following ones).
 *
 * @typeParam Row what `select` asks for; nothing checks it
 * @param options with `count`, the returned `count` is the total in the database
 * @throws an error that carries the HTTP `status` (0 when no answer came)
 */
export async function readRows<Row>(
  table: keyof Public['Tables'],
  query: Query,
  { signal, count }: { signal?: AbortSignal; count?: boolean } = {},
): Promise<{ rows: Row[]; count: number }> {
  const { body, range } = await request(`rest/v1/${table}?${new URLSearchParams(query)}`, {
    signal: signal ?? null,
    headers: count ? { Prefer: 'count=exact' } : {},
  });
  const rows = body as Row[];
  // The header reads « 0-23/1512 ».
  const total = Number(range?.split('/')[1]);
  return { rows, count: total >= 0 ? total : rows.length };
}

/** Requests that write are small, and must arrive even if the visitor leaves the page meanwhile (`keepalive`). */
const post = (path: string, body: unknown, init?: Init) =>
  request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
    ...init,
  });

/**
 * Inserts a row without reading it back: visitors have no right to read what they insert.
 *
 * @throws as `readRows`
 */
export async function insertRow<Table extends keyof Public['Tables']>(
  table: Table,
  row: Public['Tables'][Table]['Insert'],
): Promise<void> {
  await post(`rest/v1/${table}`, row);
}

/**
 * Calls a database function, as `supabase.rpc` does.
 *
 * @throws as `readRows`
 */
export async function rpc<Name extends keyof Public['Functions']>(
  name: Name,
  args: Public['Functions'][Name]['Args'],
): Promise<Public['Functions'][Name]['Returns']> {
  const { body } = await post(`rest/v1/rpc/${name}`, args);
  return body as Public['Functions'][Name]['Returns'];
}

/** The address of an edge function. */
export const functionUrl = (name: string) => `${api.url}/functions/v1/${name}`;

/**
 * Calls an edge function that needs no session, and returns its answer.
 *
 * @param init for a request larger than the 64 kB that `keepalive` may carry, or slower
 * @throws as `readRows`; the error carries the answer's `body` too
 */
export async function callFunction(name: string, body: object, init?: Init): Promise<unknown> {
  return (await post(`functions/v1/${name}`, body, init)).body;
}
