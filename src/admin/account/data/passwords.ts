import { mutationOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { invitationHref, invitationToken, returnAddress, signInHref } from '@/admin/kit/lib/return-address';
import { fullClient } from '@/admin/kit/lib/supabase';
import { api } from '@/shared/lib/site-config';
import { secondsToWait } from './account-creation';
import type { PasswordChange } from './session.schema';

/** Says that the password typed as the present one is another. */
export class WrongPassword extends Error {
  override readonly name = 'WrongPassword';
}

/** Reads the code of a refusal by the accounts service, such as « over_request_rate_limit ». */
async function refusal(answer: Response): Promise<{ status: number; code?: string }> {
  const body = (await answer.json().catch(() => ({}))) as { error_code?: string };
  return { status: answer.status, ...(body.error_code ? { code: body.error_code } : {}) };
}

export const passwords = {
  /** Sends the link that lets a person choose a new password. It does not reveal whether the account exists. */
  requestPasswordReset: () =>
    mutationOptions({
      mutationFn: async ({ email }: { email: string }) => {
        const invitation = invitationToken(window.location.search);
        const back = invitation
          ? invitationHref(invitation)
          : signInHref(returnAddress(window.location.search));
        const redirectTo = window.location.origin + back;
        const { auth } = await fullClient();
        const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
        // A link left less than a minute ago: only an existing account is answered so.
        if (error && secondsToWait(error) === undefined) throw error;
      },
      meta: { silent: true, ownAccount: true },
    }),

  updatePassword: () =>
    mutationOptions({
      mutationFn: async ({ password }: { password: string }) => {
        const { auth } = await fullClient();
        const { error } = await auth.updateUser({ password });
        if (error) throw error;
      },
      meta: { silent: true, ownAccount: true, successMessage: 'Votre mot de passe a été modifié' },
    }),

  /**
   * Replaces the password against the present one, which the accounts service itself does not ask for. It ends all other
   * sessions of the person.
   */
  changePassword: () =>
    mutationOptions({
      mutationFn: async ({ email, current, password }: PasswordChange & { email: string }) => {
        // Signs in without replacing this session: the page keeps its rights, and the service counts the
        // attempts.
        const answer = await fetch(`${api.url}/auth/v1/token?grant_type=password`, {
          ...{ method: 'POST', headers: { apikey: api.key, 'content-type': 'application/json' } },
          body: JSON.stringify({ email, password: current }),
        });
        if (answer.status === 400) throw new WrongPassword();
        if (!answer.ok) throw Object.assign(new Error('Sign-in refused'), await refusal(answer));
        const { auth } = await fullClient();
        const { error } = await auth.updateUser({ password });
        if (error) throw error;
      },
      meta: {
        silent: true,
        ownAccount: true,
        invalidates: [[...queryKeys.session, 'own']],
        successMessage: 'Votre mot de passe a été modifié, et vos autres sessions sont fermées',
      },
    }),
};
