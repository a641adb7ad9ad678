import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import type { InvitationInput, MailState, MemberRole } from './team.schema';

/** A member of the team. `isMine`: the reader's own row. `isLastAdmin`: neither removable nor demotable. */
export type Member = {
  user_id: string;
  email: string;
  role: MemberRole;
  since: string;
  last_sign_in_at: string | null;
  isMine: boolean;
  isLastAdmin: boolean;
};

/** An invitation, with how its last e-mail stands. */
export type Invitation = Pick<Tables<'invitations'>, 'id' | 'email' | 'role' | 'created_at' | 'expires_at'> &
  Pick<Tables<'notifications'>, 'last_error'> & { state: MailState };

const all = queryKeys.team;

/** Calls a function of the team, whose own French message is shown when it refuses. */
async function call(
  request: PromiseLike<{ error: { code: string; message: string } | null }>,
  fallback: string,
) {
  const { error } = await request;
  if (error) throw rpcError(error, fallback);
}

export const team = {
  all,

  members: () =>
    queryOptions({
      queryKey: [...all, 'members'],
      queryFn: async ({ signal }): Promise<Member[]> => {
        const [{ data }, me] = await Promise.all([
          supabase.rpc('team_members').abortSignal(signal).throwOnError(),
          currentUserId(),
        ]);
        const administrators = data.filter(({ role }) => role === 'admin').length;
        return data.map((member) => ({
          ...member,
          role: member.role as MemberRole,
          isMine: member.user_id === me,
          isLastAdmin: member.role === 'admin' && administrators === 1,
        }));
      },
      meta: { errorMessage: 'Impossible de charger l’équipe' },
    }),

  /** The invitations that wait for an answer, the newest first. */
  invitations: () =>
    queryOptions({
      queryKey: [...all, 'invitations'],
      queryFn: async ({ signal }): Promise<Invitation[]> => {
        const { data } = await supabase
          .from('invitations')
          .select('id, email, role, created_at, expires_at, notifications(state, last_error)')
          .is('accepted_at', null)
          .is('revoked_at', null)
          .order('created_at', { ascending: false })
          .order('created_at', { ascending: false, referencedTable: 'notifications' })
          .limit(1, { referencedTable: 'notifications' })
          .abortSignal(signal)
          .throwOnError();
        return data.map(({ notifications: [mail], ...invitation }) => ({
          ...invitation,
          state: (mail?.state ?? 'en_attente') as MailState,
          last_error: mail?.last_error ?? null,
        }));
      },
      // The e-mail leaves within the minute.
      refetchInterval: ({ state }) =>
        state.data?.some((invitation) => invitation.state === 'en_attente') ? 5_000 : false,
      meta: { errorMessage: 'Impossible de charger les invitations' },
    }),

  invite: () =>
    mutationOptions({
      mutationFn: ({ email, role }: InvitationInput) =>
        call(supabase.rpc('invite_member', { email, role }), 'Impossible d’inviter cette personne'),
      meta: {
        invalidates: [all],
        successMessage: 'Invitation enregistrée\u00a0: le courriel part dans la minute',
      },
    }),

  resend: () =>
    mutationOptions({
      mutationFn: (invitation: string) =>
        call(supabase.rpc('resend_invitation', { invitation }), 'Impossible de renvoyer l’invitation'),
      meta: { invalidates: [all], successMessage: 'Un nouveau lien part dans la minute' },
    }),

  withdraw: () =>
    mutationOptions({
      mutationFn: (invitation: string) =>
        call(supabase.rpc('withdraw_invitation', { invitation }), 'Impossible de retirer l’invitation'),
      meta: { invalidates: [all], successMessage: 'Invitation retirée\u00a0: son lien ne sert plus' },
    }),

  /** The person's own role may change, so the session is read again. */
  setRole: () =>
    mutationOptions({
      mutationFn: ({ member, role }: { member: string; role: MemberRole }) =>
        call(supabase.rpc('set_member_role', { member, new_role: role }), 'Impossible de changer le rôle'),
      meta: { invalidates: [all, queryKeys.activity, queryKeys.session], successMessage: 'Rôle changé' },
    }),

  remove: () =>
    mutationOptions({
      mutationFn: (member: string) =>
        call(supabase.rpc('remove_member', { member }), 'Impossible de retirer cette personne'),
      meta: {
        invalidates: [all, queryKeys.activity, queryKeys.session],
        successMessage: 'Cette personne n’a plus accès à l’administration',
      },
    }),
};
