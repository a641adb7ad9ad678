import type { Session } from '@supabase/supabase-js';
import { api } from '@/shared/lib/site-config';

/** Where supabase-js keeps the session in local storage: its own default, said here so that both read one place. */
export const SESSION_KEY = `sb-${new URL(api.url).hostname.split('.')[0]}-auth-token`;

/** The margin before its end at which supabase-js refreshes a session, in ms. */
const MARGIN = 90_000;

/** Tokens or errors of a sign-up or password link, which supabase-js takes from the address. */
const AUTH_RETURN = /[#&](access_token|error_code)=/;

/**
 * The session kept in this browser, as long as it needs nothing: `undefined` when there is none, when it is about to
 * end, or when the address brings another one. Then supabase-js must be asked.
 */
export function storedSession(): Session | undefined {
  if (AUTH_RETURN.test(window.location.hash)) return undefined;
  try {
    const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as Partial<Session> | null;
    const { access_token, expires_at = 0, user } = stored ?? {};
    return access_token && user?.id && expires_at * 1000 > Date.now() + MARGIN
      ? (stored as Session)
      : undefined;
  } catch {
    // Storage that is forbidden or holds something else.
    return undefined;
  }
}
