import type { Session } from '@supabase/supabase-js';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { paths } from '@/lib/paths';
import { supabase } from '@/lib/supabase';
import type { Credentials } from './session.schema';

/**
 * Whether this page was opened by the link of a password-reset message.
 * Read at load: supabase-js clears the address's fragment once it has taken the tokens from it.
 */
export const arrivedByRecoveryLink = /[#&]type=recovery(&|$)/.test(window.location.hash);

/** The code of a link that no longer works (`otp_expired`, …), or `undefined`. */
export const brokenLinkCode = /[#&]error_code=(\w+)/.exec(window.location.hash)?.[1];

export const session = {
  all: ['session'] as const,

  /** The session kept in local storage, refreshed when it has expired; `null` when signed out. */
  current: () =>
    queryOptions({
      queryKey: [...session.all, 'current'],
      queryFn: async (): Promise<Session | null> => {
        const { data, error } = await supabase.auth.getSession();
        if (error) throw error;
        return data.session;
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),

  /** Whether a user is an administrator. A check that fails counts as no: nothing opens on a doubt. */
  isAdmin: (userId: string) =>
    queryOptions({
      queryKey: [...session.all, 'is-admin', userId],
      queryFn: async (): Promise<boolean> => {
        const { data, error } = await supabase
          .from('user_roles')
          .select('role')
          .eq('user_id', userId)
          .eq('role', 'admin')
          .maybeSingle();
        if (error) console.warn('Vérification du rôle impossible', error.message);
        return data !== null;
      },
      retry: false,
    }),

  signIn: () =>
    mutationOptions({
      mutationFn: async (credentials: Credentials) => {
        const { error } = await supabase.auth.signInWithPassword(credentials);
        if (error) throw error;
      },
      meta: { silent: true },
    }),

  /** Creates an account, which grants nothing: an administrator is made by hand (README). */
  signUp: () =>
    mutationOptions({
      mutationFn: async (credentials: Credentials) => {
        const options = { emailRedirectTo: `${window.location.origin}${paths.home.href()}` };
        const { error } = await supabase.auth.signUp({ ...credentials, options });
        if (error) throw error;
      },
      meta: {
        silent: true,
        successTitle: 'Compte créé',
        successMessage: 'Votre compte a été créé avec succès',
      },
    }),

  /** Sends the link that lets a person choose a new password. Says nothing of whether the account exists. */
  requestPasswordReset: () =>
    mutationOptions({
      mutationFn: async ({ email }: { email: string }) => {
        const redirectTo = `${window.location.origin}${paths.auth.href()}`;
        const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo });
        if (error) throw error;
      },
      meta: { silent: true },
    }),

  updatePassword: () =>
    mutationOptions({
      mutationFn: async ({ password }: { password: string }) => {
        const { error } = await supabase.auth.updateUser({ password });
        if (error) throw error;
      },
      meta: { silent: true, successMessage: 'Votre mot de passe a été modifié' },
    }),

  signOut: () =>
    mutationOptions({
      mutationFn: async () => {
        // « local »: this browser only; other devices of the same person stay signed in.
        const { error } = await supabase.auth.signOut({ scope: 'local' });
        if (error) throw error;
      },
      meta: { errorMessage: 'Impossible de se déconnecter' },
    }),
};

/**
 * Follows sign-ins, refreshes and sign-outs (other tabs included) into the query cache.
 *
 * @returns a function that stops following
 */
export function followSession(client: QueryClient): () => void {
  const { data } = supabase.auth.onAuthStateChange((event, next) => {
    if (event === 'SIGNED_OUT') {
      // Nothing that was read under the session may outlive it.
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== session.all[0] });
    }
    client.setQueryData(session.current().queryKey, next);
  });
  return () => data.subscription.unsubscribe();
}
