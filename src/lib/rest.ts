import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from './database.types';
import { env } from './site-config';

/**
 * The data API as a visitor sees it, with the publishable key and no session.
 * Public pages use this small client; supabase-js (ten times larger) comes with the back office only.
 */
export const rest = new PostgrestClient<Database>(`${env.VITE_SUPABASE_URL}/rest/v1`, {
  headers: { apikey: env.VITE_SUPABASE_PUBLISHABLE_KEY },
  // The query client decides on retries; two such policies on top of each other would hide a failure for 24 s.
  retry: false,
  timeout: 20_000,
  // What a visitor sends (a request, an opening) is small, and must arrive even when the page is left meanwhile.
  fetch: (input, init) => fetch(input, { ...init, keepalive: init?.method === 'POST' }),
});
