import { createClient } from '@supabase/supabase-js';
import type { Database } from '@/shared/database.types';
import { env } from '@/shared/lib/site-config';
import { SESSION_KEY } from './stored-session';

/** The full Supabase client, which keeps its session in local storage and refreshes it; lazily loaded by supabase.ts. */
export const client = createClient<Database>(env.VITE_SUPABASE_URL, env.VITE_SUPABASE_PUBLISHABLE_KEY, {
  auth: { storageKey: SESSION_KEY },
});
