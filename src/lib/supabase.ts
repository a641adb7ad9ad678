import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { env } from './site-config';

/**
 * The whole Supabase client (tables, auth, storage, functions), for the sign-in page and the back office.
 * The session is kept in local storage under a key derived from the project's address, and refreshed by itself.
 */
export const supabase = createClient<Database>(env.VITE_SUPABASE_URL, env.VITE_SUPABASE_PUBLISHABLE_KEY);

// As in rest.ts: the query client decides on retries; a second policy underneath hides a failure for 24 s.
// `createClient` has no option for it.
// biome-ignore lint/complexity/useLiteralKeys: the only way to a protected member
supabase['rest'].retry = false;
