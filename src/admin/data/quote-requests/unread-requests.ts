import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';

/** The key of the list of requests. */
export const requestListKey = [...queryKeys.quoteRequests, 'list'] as const;

type Counted = readonly Pick<Tables<'quote_requests'>, 'status'>[];

/** How many of these requests nobody has taken up yet. */
export const countNew = (rows: Counted): number => rows.filter(({ status }) => status === 'nouveau').length;

/**
 * How many requests nobody has taken up yet, looked at each half minute, for the menu of every screen: apart from
 * quote-requests.ts, which only the inbox needs. While the list is on screen it is the list that is read again, and the
 * number counted in it. Silent: a badge that cannot be read is left out.
 */
export const unreadRequests = () =>
  queryOptions({
    queryKey: [...queryKeys.quoteRequests, 'unread'],
    queryFn: async ({ signal, client }): Promise<number> => {
      const list = client.getQueryCache().find({ queryKey: requestListKey });
      if (list?.isActive()) return countNew((await list.fetch()) as Counted);
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
