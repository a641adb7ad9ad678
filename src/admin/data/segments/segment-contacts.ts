import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { supabase } from '@/admin/lib/supabase';
import { isUuid } from '@/shared/lib/uuid';

/** How many contacts answer to conditions, how many may be written to, and why the others may not. */
export type SegmentReach = { matching: number; reachable: number; reasons: Record<string, number> };

/** The same of a saved segment, with the ids of its contacts, and how many there are by municipality. */
export type SegmentContacts = SegmentReach & { name: string; ids: string[]; towns: Record<string, number> };

/** Contacts, messages, quotes and tours change on other screens. */
export const fresh = { staleTime: 0 };

/** Who is in a segment now; null when there is none of that number. Nothing is asked for without one (`''`). */
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
    ...fresh,
    meta: { errorMessage: 'Impossible de charger les contacts du segment' },
  });
