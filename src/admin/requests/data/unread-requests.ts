import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';

/** The key of the list of requests. */
export const requestListKey = [...queryKeys.quoteRequests, 'list'] as const;

type CountedRequests = readonly Pick<Tables<'quote_requests'>, 'status'>[];

/** Counts the requests that are still new. */
export const countNew = (rows: CountedRequests): number =>
  rows.filter(({ status }) => status === 'nouveau').length;

/**
 * Options to read the number of new requests, polled each half minute, for the menu of every screen. Apart from
 * quote-requests.ts, which only the inbox needs. While the list is on screen the list is polled instead, and counted.
 * Silent: a badge that cannot be read is left out.
 */
export const unreadRequests = () =>
  queryOptions({
    queryKey: [...queryKeys.quoteRequests, 'unread'],
    queryFn: async ({ signal, client }): Promise<number> => {
      const list = client.getQueryCache().find({ queryKey: requestListKey });
      if (list?.isActive()) return countNew((await list.fetch()) as CountedRequests);
      const { count } = await supabase
        .from('quote_requests')
        .select('id', { count: 'exact', head: true })
        .eq('status', 'nouveau')
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
    refetchOnWindowFocus: 'always',
    refetchInterval: 30_000,
  });
