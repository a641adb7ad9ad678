import type { Session } from '@supabase/supabase-js';
import { api } from '@/shared/lib/site-config';

/** Key of the session in local storage: the default of supabase-js, set explicitly so that both read one place. */
export const SESSION_KEY = `sb-${new URL(api.url).hostname.split('.')[0]}-auth-token`;

/** Time before its end at which supabase-js refreshes a session, in ms. */
const MARGIN = 90_000;

/** Matches tokens or errors of a sign-up or password link, which supabase-js reads from the address. */
const AUTH_RETURN = /[#&](access_token|error_code)=/;

/** Returns the session in local storage, valid or not: the signed-in person, as far as this browser knows. */
export function sessionInStorage(): Session | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as Partial<Session> | null;
    return kept?.access_token && kept.user?.id ? (kept as Session) : undefined;
  } catch {
    // The storage is forbidden or holds something else.
    return undefined;
  }
}

/** Deletes the session in this browser, when the server cannot be reached. */
export const forgetSession = () => localStorage.removeItem(SESSION_KEY);

/**
 * Returns the session in local storage while it needs no refresh: `undefined` when there is none, when it is about to
 * end, or when the address brings another one. Then supabase-js must be asked.
 */
export function storedSession(): Session | undefined {
  if (AUTH_RETURN.test(window.location.hash)) return undefined;
  const kept = sessionInStorage();
  return kept && (kept.expires_at ?? 0) * 1000 > Date.now() + MARGIN ? kept : undefined;
}
