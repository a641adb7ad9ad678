import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import type { QueryClient } from '@tanstack/react-query';
import { signInAgain } from '@/admin/kit/lib/sign-in-again';
import { storedSession } from '@/admin/kit/lib/stored-session';
import { clientLoaded } from '@/admin/kit/lib/supabase';
import { forgetUnsavedText, hasUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { SESSION_KEY } from '@/shared/lib/session-key';
import { forgetKept, forgetRead, giveUpWaiting, session } from './session';

/**
 * Tells whether an account with a device has signed in by password only: the database refuses everything to such a
 * session.
 */
function lacksSecondFactor({ access_token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false;
  const payload = access_token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return (JSON.parse(atob(payload)) as { aal?: string }).aal !== 'aal2';
}

/**
 * Follows sign-ins, refreshes and sign-outs (other tabs included) into the query cache.
 *
 * @returns a function that stops it
 */
export function followSession(client: QueryClient): () => void {
  let person: string | undefined;
  const follow = (_event: AuthChangeEvent | undefined, next: Session | null) => {
    const { queryKey } = session.current();
    person = client.getQueryData(queryKey)?.user.id ?? person;
    const isAnother = next !== null && person !== undefined && next.user.id !== person;
    // The dialog over the page asks for the code of the second factor; until then the waiting requests would be
    // refused.
    if (next && !isAnother && lacksSecondFactor(next) && hasUnsavedText()) return;
    if (isAnother) {
      forgetUnsavedText();
      forgetKept();
      giveUpWaiting();
    }
    if (isAnother || (next === null && !hasUnsavedText())) {
      // No data may outlive its session; a form with unsaved text waits for the same person.
      forgetRead(client);
    }
    client.setQueryData(queryKey, next);
    if (next) signInAgain.resume(next);
  };
  // Events of this tab come through supabase-js, which begins by reporting the signed-in person.
  let stopped = false;
  let stop = () => {};
  void clientLoaded.then(({ auth }) => {
    if (!stopped) stop = auth.onAuthStateChange(follow).data.subscription.unsubscribe;
  });
  // Other tabs' changes of the session arrive here even before the auth client has loaded.
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== null && key !== SESSION_KEY) return;
    follow(undefined, newValue === null ? null : (storedSession() ?? null));
  };
  window.addEventListener('storage', listen);
  return () => {
    stopped = true;
    stop();
    window.removeEventListener('storage', listen);
  };
}
