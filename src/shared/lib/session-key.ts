import { api } from './site-config';

/** Key of the session in local storage: the default of supabase-js, set explicitly so that all read one place. */
export const SESSION_KEY = `sb-${new URL(api.url).hostname.split('.')[0]}-auth-token`;

/** Tells whether a member of the studio is signed in in this browser: their visits are not counted. */
export function isStudioBrowser(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    // A browser that keeps no data of this site keeps no session either.
    return false;
  }
}
