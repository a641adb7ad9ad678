import { queryOptions } from '@tanstack/react-query';
import { readAll } from '@/lib/read-all';
import { supabase } from '@/lib/supabase';
import type { Place } from './place-search';

export const municipalities = {
  all: ['municipalities'] as const,

  /** Every municipality of the register, for the choice of a trip's place. MRCs are left out. */
  places: () =>
    queryOptions({
      queryKey: [...municipalities.all, 'places'],
      queryFn: ({ signal }) =>
        readAll<Place>(async (from, to) => {
          const { data } = await supabase
            .from('municipalities')
            .select('code, name, designation, mrc_name, region, population, latitude, search_key')
            .eq('kind', 'municipalité')
            .order('code')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError();
          return data;
        }),
      // The register changes by an import, which says so.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { logMessage: 'The municipalities could not be read: the place is typed freely' },
    }),
};
