import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';

/** The last answer of a tour's address (supabase/functions/dispatch-emails/tour-links.ts). */
export type TourLinkCheck = Pick<Tables<'tour_link_checks'>, 'url' | 'checked_at' | 'reason' | 'failures'>;

/** Options to read the last check of a tour's address, or `null` before the first. */
export const tourLinkCheck = (tourId: string) =>
  queryOptions({
    queryKey: [...queryKeys.tours, 'link', tourId],
    queryFn: async ({ signal }): Promise<TourLinkCheck | null> => {
      const { data } = await supabase
        .from('tour_link_checks')
        .select('url, checked_at, reason, failures')
        .eq('tour_id', tourId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    meta: { logMessage: 'The check of the link could not be read' },
  });
