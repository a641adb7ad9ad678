import { createClient } from '@supabase/supabase-js';
import type { Database } from '@/shared/database.types';
import { SESSION_KEY } from '@/shared/lib/session-key';
import { api } from '@/shared/lib/site-config';
import { sessionStore } from './stored-session';

/** The full Supabase client, which keeps its session in local storage and refreshes it; lazily loaded by supabase.ts. */
export const client = createClient<Database>(api.url, api.key, {
  auth: { storageKey: SESSION_KEY, storage: sessionStore },
});
