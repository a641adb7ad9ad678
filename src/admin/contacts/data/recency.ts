import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';

/** The last call, meeting or message of a contact (a timestamp), and the next action (a day and a title). */
export type Recency = { last_at?: string; due_on?: string; action?: string };

/**
 * Options to read the recency by contact id; one who was never reached, and has no planned action, is absent. Made by
 * the function contact_recency.
 */
export const recency = {
  all: queryKeys.contactRecency,

  byContact: () =>
    queryOptions({
      queryKey: queryKeys.contactRecency,
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('contact_recency').abortSignal(signal).throwOnError();
        return data as Record<string, Recency>;
      },
      meta: { errorMessage: 'Impossible de charger les derniers contacts' },
    }),
};
