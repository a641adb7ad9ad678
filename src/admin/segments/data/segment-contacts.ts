import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import { isUuid } from '@/shared/lib/uuid';

/** Number of contacts that match the conditions, of those that may be written to, and the reasons for the others. */
export type SegmentReach = { matching: number; reachable: number; reasons: Record<string, number> };

/** The reach of a saved segment, with the ids of its contacts, and their number by municipality. */
export type SegmentContacts = SegmentReach & { name: string; ids: string[]; towns: Record<string, number> };

/** Never fresh: contacts, messages, quotes and tours change on other screens. */
export const neverFresh = { staleTime: 0 };

/** Options to read a segment's present contacts; null when there is none of that id. Not read without one (`''`). */
export const segmentContacts = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.segments, 'contacts', id],
    queryFn: async ({ signal }): Promise<SegmentContacts | null> => {
      if (!isUuid(id)) return null;
      const { data } = await supabase
        .rpc('contacts_of_segment', { segment: id })
        .abortSignal(signal)
        .throwOnError();
      return data as SegmentContacts | null;
    },
    enabled: id !== '',
    ...neverFresh,
    meta: { errorMessage: 'Impossible de charger les contacts du segment' },
  });
