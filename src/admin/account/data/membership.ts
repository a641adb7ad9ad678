import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { supabase } from '@/admin/kit/lib/supabase';

/** Reasons for refusing a code: outcome → French. */
const refusals: Readonly<Record<string, string>> = {
  wrong: 'Ce code n’est pas le bon.',
  locked: 'Trop d’essais\u00a0: ce code ne sert plus. Faites-en afficher un nouveau.',
  expired: 'Ce code a expiré, ou n’est plus le dernier. Faites-en afficher un nouveau.',
  taken: 'Ce studio a déjà un administrateur. Demandez-lui une invitation.',
  unconfirmed: 'Confirmez d’abord votre adresse par le lien reçu par courriel, puis réessayez.',
};

/**
 * Options by which a signed-in person becomes a member: the first by the code of the studio, the others by an
 * invitation.
 */
export const membership = {
  /** Options to read whether the studio still waits for its first administrator. */
  unclaimed: () =>
    queryOptions({
      queryKey: [...queryKeys.session, 'unclaimed'],
      queryFn: async ({ signal }): Promise<boolean> => {
        const { data } = await supabase.rpc('studio_is_unclaimed').abortSignal(signal).throwOnError();
        return data;
      },
      meta: { logMessage: 'Whether the studio has an administrator could not be read' },
    }),

  /** Claims the studio with its one-time code. @throws an error in French, for the form */
  claim: () =>
    mutationOptions({
      mutationFn: async (code: string) => {
        const { data, error } = await supabase.rpc('claim_studio', { code });
        if (error) throw rpcError(error, 'Le code n’a pas pu être vérifié. Réessayez.');
        if (data !== 'claimed')
          throw new Error(refusals[data] ?? 'Le code n’a pas pu être vérifié. Réessayez.');
      },
      meta: { silent: true, ownAccount: true },
    }),

  /** Accepts the invitation of that link. @throws an error in French, for the screen */
  acceptInvitation: () =>
    mutationOptions({
      mutationFn: async (token: string) => {
        const { error } = await supabase.rpc('accept_invitation', { token });
        if (error) throw rpcError(error, 'L’invitation n’a pas pu être acceptée. Réessayez.');
      },
      meta: { silent: true, ownAccount: true, invalidates: [queryKeys.session] },
    }),
};
