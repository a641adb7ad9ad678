import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';

/** An e-mail about a quote or an invoice. */
export type DocumentEmail = Pick<
  Tables<'notifications'>,
  'id' | 'kind' | 'state' | 'subject' | 'last_error' | 'created_at' | 'finished_at'
>;

/** Options to read the e-mails of a quote or an invoice, oldest first; polled while one waits. */
export const documentEmails = (
  queryKey: QueryKey,
  column: 'issued_quote_id' | 'invoice_id',
  id: string,
  errorMessage: string,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('notifications')
        .select('id, kind, state, subject, last_error, created_at, finished_at')
        .eq(column, id)
        .order('created_at')
        .abortSignal(signal)
        .throwOnError();
      return data satisfies DocumentEmail[];
    },
    refetchInterval: ({ state }) =>
      state.data?.some((email) => email.state === 'en_attente') ? 4_000 : false,
    meta: { errorMessage },
  });
