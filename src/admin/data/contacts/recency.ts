import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { supabase } from '@/admin/lib/supabase';

/** When a contact was last called, met or written to (a timestamp), and what is to be done next (a day, and what). */
export type Recency = { last_at?: string; due_on?: string; action?: string };

/** By contact id; who is not in it was never reached, and nothing is planned. Made by the function contact_recency. */
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
