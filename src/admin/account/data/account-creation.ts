import { mutationOptions } from '@tanstack/react-query';
import { invitationHref, invitationToken, returnAddress, signInHref } from '@/admin/kit/lib/return-address';
import { fullClient } from '@/admin/kit/lib/supabase';
import { todayPaths } from '@/admin/today/paths';
import { errorMessage } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { paths } from '@/shared/lib/paths';
import type { Credentials } from './session.schema';

/** The time between two messages of the auth service to an address, in seconds (supabase/config.toml, `max_frequency`). */
export const MAIL_INTERVAL = 60;

/** Reads after how many seconds a message may be sent again, where that is why the auth service refused. */
export function secondsToWait(error: unknown): number | undefined {
  const seconds = /only request this after (\d+) seconds?/i.exec(errorMessage(error) ?? '')?.[1];
  return seconds === undefined ? undefined : Math.max(1, Number(seconds));
}

/**
 * Returns the target of a confirmation's link: the site's root (specification, section 7), unless a screen was
 * requested.
 */
function afterConfirmation(): string {
  const { origin, search } = window.location;
  const invitation = invitationToken(search);
  if (invitation) return origin + invitationHref(invitation);
  const wanted = returnAddress(search);
  return origin + (wanted === todayPaths.dashboard.href() ? paths.home.href() : signInHref(wanted));
}

export const accountCreation = {
  /**
   * Creates an account, which grants nothing: members join by an invitation, the first by the code of the studio.
   * Returns whether the person is signed in; otherwise a message asks to confirm the address, and nothing tells whether
   * it has an account already.
   */
  signUp: () =>
    mutationOptions({
      mutationFn: async (credentials: Credentials): Promise<boolean> => {
        const { auth } = await fullClient();
        const options = { emailRedirectTo: afterConfirmation() };
        const { data, error } = await auth.signUp({ ...credentials, options });
        // The service only gives this answer for an unconfirmed account whose message was sent less than a
        // minute ago.
        if (error && secondsToWait(error) === undefined) throw error;
        return data.session !== null;
      },
      onSuccess: (isSignedIn) => {
        if (isSignedIn) notify.success('Votre compte a été créé avec succès', 'Compte créé');
      },
      meta: { silent: true, ownAccount: true },
    }),

  /** Sends the message that confirms an address again. */
  resend: () =>
    mutationOptions({
      mutationFn: async (email: string) => {
        const { auth } = await fullClient();
        const options = { emailRedirectTo: afterConfirmation() };
        const { error } = await auth.resend({ type: 'signup', email, options });
        if (error) throw error;
      },
      meta: { silent: true, ownAccount: true },
    }),
};
