import type { Session } from '@supabase/supabase-js';
import { api } from '@/shared/lib/site-config';

/** Where supabase-js keeps the session in local storage: its own default, said here so that both read one place. */
export const SESSION_KEY = `sb-${new URL(api.url).hostname.split('.')[0]}-auth-token`;

/** The margin before its end at which supabase-js refreshes a session, in ms. */
const MARGIN = 90_000;

/** Tokens or errors of a sign-up or password link, which supabase-js takes from the address. */
const AUTH_RETURN = /[#&](access_token|error_code)=/;

/** The session that supabase-js keeps, valid or not: who is signed in, as far as this browser knows. */
export function keptSession(): Session | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as Partial<Session> | null;
    return kept?.access_token && kept.user?.id ? (kept as Session) : undefined;
  } catch {
    // Storage that is forbidden or holds something else.
    return undefined;
  }
}

/** Forgets the session in this browser, where the server cannot be told. */
export const forgetSession = () => localStorage.removeItem(SESSION_KEY);

/**
 * The session kept in this browser, as long as it needs nothing: `undefined` when there is none, when it is about to
 * end, or when the address brings another one. Then supabase-js must be asked.
 */
export function storedSession(): Session | undefined {
  if (AUTH_RETURN.test(window.location.hash)) return undefined;
  const kept = keptSession();
  return kept && (kept.expires_at ?? 0) * 1000 > Date.now() + MARGIN ? kept : undefined;
}
