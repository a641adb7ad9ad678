import { queryOptions } from '@tanstack/react-query';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { type Coverage, coverageOf, streetState } from './coverage';
import { asStreets, type StoredStreets } from './read-streets';
import { surveys } from './surveys';

/** Streets of an order that a survey lacks. */
export type MissingStreets = {
  id: string;
  name: string;
  missing: string[];
  partial: string[];
  coverage: Coverage;
};

/** Options to read what the surveys of a trip still lack of their orders: what to drive the next day. */
export const missingStreetsOfTrip = (tripId: string) =>
  queryOptions({
    queryKey: [...surveys.all, 'missing', tripId],
    queryFn: async ({ signal }): Promise<MissingStreets[]> => {
      const { data } = await supabase
        .from('surveys')
        .select('id, name, ordered_streets')
        .eq('trip_plan_id', tripId)
        .neq('ordered_streets', '[]')
        .order('created_at')
        .abortSignal(signal)
        .throwOnError();
      return Promise.all(
        data.map(async ({ id, name, ordered_streets }) => {
          const places = await readAllRows(
            () =>
              supabase
                .from('survey_pictures')
                .select('lat, lon')
                .eq('survey_id', id)
                .is('left_out', null)
                .not('lat', 'is', null)
                .order('id'),
            signal,
          );
          const coverage = coverageOf(
            asStreets(ordered_streets as StoredStreets),
            places.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }])),
          );
          const named = (state: string) =>
            coverage.streets.filter((street) => streetState(street) === state).map((street) => street.name);
          return { id, name, coverage, missing: named('missing'), partial: named('partial') };
        }),
      );
    },
    staleTime: 0,
    meta: { logMessage: 'The streets that the surveys of a trip lack could not be read' },
  });
