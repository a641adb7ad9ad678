import { PostgrestClient } from '@supabase/postgrest-js';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@/shared/database.types';
import { env } from '@/shared/lib/site-config';
import { takeEarlyAnswer } from './prefetched-responses';
import { storedSession } from './stored-session';

let loading: Promise<SupabaseClient<Database>> | undefined;
let announce: (client: SupabaseClient<Database>) => void;

/** The whole client once something needed it: perhaps never. */
export const clientLoaded = new Promise<SupabaseClient<Database>>((resolve) => {
  announce = resolve;
});

/**
 * The whole Supabase client (auth, storage, functions). It comes when it is first needed: a list needs it for nothing
 * while the session kept in the browser holds.
 */
export function wholeClient(): Promise<SupabaseClient<Database>> {
  loading ??= import('./supabase-client').then(
    ({ client }) => {
      announce(client);
      return client;
    },
    (error: unknown) => {
      // The network may be back when it is next needed.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * The session, refreshed when it has expired; `null` when signed out.
 *
 * @throws what the auth service answered when it could not be refreshed
 */
export async function currentSession(): Promise<Session | null> {
  const stored = storedSession();
  if (stored) return stored;
  const { data, error } = await (await wholeClient()).auth.getSession();
  if (error) throw error;
  return data.session;
}

const request: typeof fetch = async (input, init) => {
  const token = (await currentSession())?.access_token ?? env.VITE_SUPABASE_PUBLISHABLE_KEY;
  const early = await takeEarlyAnswer(String(input), token, init);
  if (early) return early;
  const headers = new Headers(init?.headers);
  headers.set('apikey', env.VITE_SUPABASE_PUBLISHABLE_KEY);
  headers.set('Authorization', `Bearer ${token}`);
  return fetch(input, { ...init, headers });
};

/** Tables and database functions, as the signed-in person. */
export const supabase = new PostgrestClient<Database>(`${env.VITE_SUPABASE_URL}/rest/v1`, {
  schema: 'public',
  fetch: request,
  // As in rest.ts: the query client decides on retries; a second policy underneath hides a failure for 24 s.
  retry: false,
});
