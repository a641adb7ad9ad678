import { PostgrestClient } from '@supabase/postgrest-js';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@/shared/database.types';
import { isUnproven } from '@/shared/lib/errors';
import { api } from '@/shared/lib/site-config';
import { connection } from './connection';
import { serverClock } from './server-clock';
import { identityCheck, signInAgain } from './sign-in-again';
import { sessionInStorage, storedSession } from './stored-session';
import { hasUnsavedText } from './unsaved-text';

let loading: Promise<SupabaseClient<Database>> | undefined;
let resolveLoaded: (client: SupabaseClient<Database>) => void;

/** Resolves with the full client once something has loaded it, which may never happen. */
export const clientLoaded = new Promise<SupabaseClient<Database>>((resolve) => {
  resolveLoaded = resolve;
});

/** Loads the full Supabase client (auth, storage, functions) on first use: a list with a valid session needs none. */
export function fullClient(): Promise<SupabaseClient<Database>> {
  loading ??= import('./supabase-client').then(
    ({ client }) => {
      resolveLoaded(client);
      return client;
    },
    (error: unknown) => {
      // The network may be back at the next call.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * Returns the session, refreshed when it has expired; `null` when signed out.
 *
 * @throws the error of the auth service when it could not be refreshed
 */
export async function currentSession(): Promise<Session | null> {
  const stored = storedSession();
  if (stored) return stored;
  // supabase-js would try for half a minute to refresh the session, in vain without a network.
  if (connection.isOffline() && !(await connection.check())) return sessionInStorage() ?? null;
  const { data, error } = await (await fullClient()).auth.getSession();
  if (error) throw error;
  return data.session;
}

/**
 * Returns the session for a request. While a form holds unsaved text, it waits after an expired session: the person
 * signs in over the page and continues.
 */
export async function sessionForRequest(): Promise<Session | null> {
  try {
    const session = await currentSession();
    if (session || !hasUnsavedText()) return session;
  } catch (error) {
    // Without a network the session may still be valid.
    const isRefused = error instanceof Error && error.name === 'AuthApiError';
    if (!isRefused || !hasUnsavedText()) throw error;
  }
  return signInAgain.ask();
}

/** Tells whether the server asks who this is before it does something grave (public.require_recent_sign_in). */
async function asksForProof(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isUnproven(body);
}

const request: typeof fetch = async (input, init) => {
  const session = await sessionForRequest();
  const token = session?.access_token ?? api.key;
  const send = (bearer: string) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', api.key);
    headers.set('Authorization', `Bearer ${bearer}`);
    // Lists of people are kept by this page, and by the copies for a day without a network: not by the browser as well.
    return fetch(input, { ...init, headers, cache: 'no-store' });
  };
  const response = await send(token);
  connection.recordAnswer();
  serverClock.hearAnswer(response);
  if (response.status !== 401 || !session) return response;
  if (await asksForProof(response)) return (await identityCheck.ask()) ? request(input, init) : response;
  // The answer set the server's clock, by which the session of a slow computer has expired.
  const renewed = await sessionForRequest();
  if (renewed && renewed.access_token !== token) return send(renewed.access_token);
  // A session that this browser considers valid, and the server does not.
  if (!hasUnsavedText()) return response;
  return send((await signInAgain.ask(token)).access_token);
};

/** Tables and database functions, as the signed-in person. */
export const supabase = new PostgrestClient<Database>(`${api.url}/rest/v1`, {
  schema: 'public',
  fetch: request,
  // The query client decides on retries, as for rest.ts: a second policy underneath hides a failure for 24 s.
  retry: false,
});
