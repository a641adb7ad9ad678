import type { Session } from '@supabase/supabase-js';
import { SESSION_KEY } from '@/shared/lib/session-key';
import { serverClock } from './server-clock';

/** Time before its end at which supabase-js refreshes a session, in ms. */
const REFRESH_MARGIN_MS = 90_000;

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
  return kept && (kept.expires_at ?? 0) * 1000 > serverClock.now() + REFRESH_MARGIN_MS ? kept : undefined;
}

/** Reads when a token was issued and ends, in seconds of the server's clock. */
function timesOf(token: string): { iat?: number; exp?: number } {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return JSON.parse(atob(payload)) as { iat?: number; exp?: number };
  } catch {
    return {};
  }
}

/**
 * The storage of supabase-js, which holds the end of a session against the computer's clock. Local storage keeps that end by the
 * server's clock; supabase-js reads it by the computer's, so that a clock that is hours ahead does not refresh at each read.
 */
export const sessionStore = {
  getItem: (key: string): string | null => {
    const kept = key === SESSION_KEY ? sessionInStorage() : undefined;
    if (!kept?.expires_at || serverClock.ahead() === 0) return localStorage.getItem(key);
    return JSON.stringify({ ...kept, expires_at: kept.expires_at + Math.round(serverClock.ahead() / 1000) });
  },

  setItem: (key: string, value: string): void => {
    const next = key === SESSION_KEY ? (JSON.parse(value) as Partial<Session> | null) : null;
    const { iat, exp } = timesOf(next?.access_token ?? '');
    // The session was issued just now, so an earlier stored one is outdated.
    if (iat && next?.access_token !== sessionInStorage()?.access_token) serverClock.hear(iat * 1000);
    localStorage.setItem(key, exp ? JSON.stringify({ ...next, expires_at: exp }) : value);
  },

  removeItem: (key: string): void => localStorage.removeItem(key),
};
