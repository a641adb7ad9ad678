import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';

export type QuoteRequestEmail = Pick<
  Tables<'notifications'>,
  'id' | 'kind' | 'state' | 'attempts' | 'last_error' | 'finished_at'
>;

/** What an e-mail about a request is for: stored value → French label. */
export const notificationKinds = {
  admin_notice: 'Avis à l’équipe',
  acknowledgement: 'Accusé de réception',
} as const;

/** Where an e-mail stands: stored value → French label. */
export const notificationStates = {
  en_attente: 'En attente',
  envoyé: 'Envoyé',
  échec: 'Échec',
  incertain: 'Incertain',
  retenu: 'Non envoyé',
} as const;

/** The e-mails that a quote request set off (outbox). */
export const quoteRequestEmails = {
  all: queryKeys.quoteRequestEmails,

  /** Those of one request; looked at again while one is on its way. */
  of: (quoteId: string) =>
    queryOptions({
      queryKey: [...quoteRequestEmails.all, quoteId],
      queryFn: async ({ signal }): Promise<QuoteRequestEmail[]> => {
        const { data } = await supabase
          .from('notifications')
          .select('id, kind, state, attempts, last_error, finished_at')
          .eq('quote_request_id', quoteId)
          .order('kind')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      refetchInterval: ({ state }) => (state.data?.some((row) => row.state === 'en_attente') ? 5_000 : false),
    }),

  /** Sends again what failed, or may not have arrived. */
  retry: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        await supabase.rpc('retry_notification', { notification_id: id }).throwOnError();
      },
      meta: {
        invalidates: [quoteRequestEmails.all],
        successMessage: 'Le courriel repartira dans un instant',
        errorMessage: 'Impossible de renvoyer le courriel',
      },
    }),
};
