import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '@/lib/database.types';
import { readAll } from '@/lib/read-all';
import { supabase } from '@/lib/supabase';

export type QuoteRequest = Tables<'quote_requests'>;

export const quotes = {
  all: ['quotes'] as const,

  /** Every request, newest first. */
  list: () =>
    queryOptions({
      queryKey: [...quotes.all, 'list'],
      queryFn: ({ signal }) =>
        readAll<QuoteRequest>(async (from, to) => {
          const { data } = await supabase
            .from('quote_requests')
            .select('*')
            .order('created_at', { ascending: false })
            .order('id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError();
          return data;
        }),
      meta: { errorMessage: 'Impossible de charger les soumissions' },
    }),
};
