import type { Session } from '@supabase/supabase-js';
import { hashKey, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { deleteOfflineCopies } from '@/admin/kit/data/offline-copies';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { connection } from '@/admin/kit/lib/connection';
import { emptyOutboxes } from '@/admin/kit/lib/outbox';
import { deleteEveryPendingFile } from '@/admin/kit/lib/pending-files';
import { deleteRecentItems } from '@/admin/kit/lib/recent-items';
import { identityCheck, signInAgain } from '@/admin/kit/lib/sign-in-again';
import { forgetSession, sessionInStorage } from '@/admin/kit/lib/stored-session';
import { currentSession, fullClient, supabase } from '@/admin/kit/lib/supabase';
import { deleteDrafts } from '@/shared/lib/browser-draft';
import { isUnreachable } from '@/shared/lib/failure';
import { READ_ONLY_MESSAGE } from '@/shared/lib/read-only';
import type { Credentials } from './session.schema';

/**
 * True when this page was opened by the link of a password-reset message. Read at load: supabase-js clears the
 * address's fragment once it has taken the tokens from it.
 */
export const arrivedByRecoveryLink = /[#&]type=recovery(&|$)/.test(window.location.hash);

/** The code of a link that no longer works (`otp_expired`, …), or `undefined`. */
export const brokenLinkCode = /[#&]error_code=(\w+)/.exec(window.location.hash)?.[1];

/** Rights of a member: everything, or reading. */
export type Role = 'admin' | 'reader';

/** Reads the session and the role of its user into the cache; a failure is left to the screen that needs them. */
export async function readRole(client: QueryClient): Promise<void> {
  const current = await client.fetchQuery(session.current()).catch(() => null);
  if (current) await client.prefetchQuery(session.role(current.user.id));
}

/** Returns the French reason why a reader may change nothing; undefined for others. */
export function refusalOfReader(client: QueryClient): string | undefined {
  const user = client.getQueryData(session.current().queryKey)?.user;
  const role = user && client.getQueryData(session.role(user.id).queryKey);
  return role === 'reader' ? READ_ONLY_MESSAGE : undefined;
}

export const session = {
  all: queryKeys.session,

  /** Options to read the session in local storage, refreshed when it has expired; `null` when signed out. */
  current: () =>
    queryOptions({
      queryKey: [...session.all, 'current'],
      queryFn: async (): Promise<Session | null> => {
        try {
          return await currentSession();
        } catch (error) {
          // The person decides whose copies may be read; everything else is checked by the server.
          const kept = isUnreachable(error) && sessionInStorage();
          if (kept) return kept;
          throw error;
        }
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),

  /**
   * Options to read the role of a user in the team, or null. A failed check counts as none: an unknown outcome grants
   * nothing.
   *
   * @throws without a network: the last role then opens the stored copies (docs/decisions/0051)
   */
  role: (userId: string) =>
    queryOptions({
      queryKey: [...session.all, 'role', userId],
      queryFn: async (): Promise<Role | null> => {
        const { data, error } = await supabase
          .from('user_roles')
          .select('role')
          .eq('user_id', userId)
          .maybeSingle();
        if (isUnreachable(error)) throw error;
        if (error) console.warn('Vérification du rôle impossible', error.message);
        return data?.role === 'admin' || data?.role === 'reader' ? data.role : null;
      },
      retry: false,
    }),

  signIn: () =>
    mutationOptions({
      mutationFn: async (credentials: Credentials) => {
        const { auth } = await fullClient();
        const { error } = await auth.signInWithPassword(credentials);
        if (error) throw error;
      },
      meta: { silent: true, ownAccount: true },
    }),

  /** Confirms who the person is by their password: the new session replaces the present one. */
  confirmPassword: () =>
    mutationOptions({
      mutationFn: async (credentials: Credentials) => {
        const { auth } = await fullClient();
        const replaced = sessionInStorage()?.access_token;
        const { error } = await auth.signInWithPassword(credentials);
        if (error) throw error;
        // A failure does not matter to the person: that session expires anyway.
        if (replaced) await auth.admin.signOut(replaced, 'local');
      },
      meta: { silent: true, ownAccount: true },
    }),

  /** Options to read the open sessions of the person, the last used first. */
  own: () =>
    queryOptions({
      queryKey: [...session.all, 'own'],
      queryFn: async ({ signal }) =>
        (await supabase.rpc('own_sessions').abortSignal(signal).throwOnError()).data,
    }),

  /** Ends one session of the person. */
  end: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { error } = await supabase.rpc('end_session', { session: id });
        if (error) throw rpcError(error, 'Impossible de fermer cette session');
      },
      meta: { ownAccount: true, invalidates: [[...session.all, 'own']], successMessage: 'Session fermée' },
    }),

  /** Ends the sessions of the person in every other browser. */
  endOthers: () =>
    mutationOptions({
      mutationFn: async () => {
        await supabase.rpc('require_recent_sign_in').throwOnError();
        const { auth } = await fullClient();
        const { error } = await auth.signOut({ scope: 'others' });
        if (error) throw error;
      },
      meta: {
        ownAccount: true,
        invalidates: [[...session.all, 'own']],
        successMessage: 'Vos autres sessions sont fermées',
        errorMessage: 'Impossible de fermer vos autres sessions',
      },
    }),

  signOut: () =>
    mutationOptions({
      mutationFn: async () => {
        if (connection.isOffline() && !(await connection.check())) {
          // The server cannot be reached: deleting the session here still protects it from the next person.
          forgetSession();
        } else {
          // « local » is this browser only; other devices of the same person stay signed in.
          const { auth } = await fullClient();
          const { error } = await auth.signOut({ scope: 'local' });
          if (error) throw error;
        }
        forgetKept();
      },
      onSuccess: (_data, _nothing, _result, { client }) => {
        forgetRead(client);
        client.setQueryData(session.current().queryKey, null);
      },
      meta: { errorMessage: 'Impossible de se déconnecter', ownAccount: true },
    }),
};

/** Lets go of the requests that wait for the person: they are not coming back. */
export function giveUpWaiting() {
  signInAgain.giveUp();
  identityCheck.answer(false);
}

/** Deletes what this browser keeps of a person: drafts, files, and what has not reached the server. */
export function forgetKept() {
  deleteDrafts();
  void deleteEveryPendingFile();
  void emptyOutboxes();
}

/**
 * Clears the data read under a session that has ended. The role too: the next session of the same person may lack the
 * second factor.
 */
export function forgetRead(client: QueryClient) {
  const kept = hashKey(session.current().queryKey);
  client.removeQueries({ predicate: (query) => query.queryHash !== kept });
  deleteRecentItems();
  deleteOfflineCopies();
  giveUpWaiting();
}
