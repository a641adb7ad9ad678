import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';

/** A contact that a trip may stop at. */
export type TripStop = Pick<
  Tables<'contacts'>,
  'id' | 'name' | 'company' | 'function_title' | 'status' | 'email' | 'phone' | 'city' | 'region'
> & {
  /** Address of its organisation. */
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  /** True when its position is its town's, for lack of its own. */
  is_of_town: boolean;
  shore: string | null;
  /** Straight-line distance from the destination. */
  km: number | null;
  crossing: string | null;
  /** True for one of the trip's own prospects. */
  is_accepted: boolean;
};

/** A trip as its sheet shows it; made by the function trip_sheet. */
export type TripSheet = {
  trip: Pick<
    Tables<'trip_plans'>,
    | 'id'
    | 'city'
    | 'region'
    | 'start_date'
    | 'end_date'
    | 'job_type'
    | 'client_name'
    | 'description'
    | 'latitude'
    | 'longitude'
  > & { shore: string | null };
  /** The stops in the order of the visit. */
  stops: TripStop[];
  /** Other contacts that could be visited, the nearest first. */
  others: TripStop[];
};

const keyOf = (tripId: string) => [...queryKeys.tripPlans, 'sheet', tripId];

async function writeStops(tripId: string, ids: readonly string[]): Promise<void> {
  const { data } = await supabase
    .from('trip_plans')
    .update({ stop_ids: [...ids] })
    .eq('id', tripId)
    .select('id')
    .maybeSingle()
    .throwOnError();
  if (!data) throw new Error('Ce déplacement n’existe plus');
}

/** Returns the sheet with these stops: removed ones go back among the others. */
function withStops(sheet: TripSheet, ids: readonly string[]): TripSheet {
  const all = [...sheet.stops, ...sheet.others];
  const stops = ids.flatMap((id) => all.find((stop) => stop.id === id) ?? []);
  const others = all
    .filter(({ id }) => !ids.includes(id))
    .sort((left, right) => (left.km ?? Infinity) - (right.km ?? Infinity));
  return { ...sheet, stops, others };
}

/** A new order of the stops; `successText` is the text of the toast with « Annuler ». */
type StopsChange = { ids: readonly string[]; successText?: string };

export const tripSheets = {
  /** Options to read the stops of a trip and nearby contacts, or `null` when it does not exist. */
  ofTrip: (tripId: string) =>
    queryOptions({
      queryKey: keyOf(tripId),
      queryFn: async ({ signal }): Promise<TripSheet | null> => {
        const { data } = await supabase
          .rpc('trip_sheet', { trip_id: tripId })
          .abortSignal(signal)
          .throwOnError();
        return data as TripSheet | null;
      },
      // Never fresh: contacts change elsewhere.
      staleTime: 0,
      meta: { errorMessage: 'Impossible de charger la feuille de route' },
    }),

  /** Saves the stops of the trip in order; shown at once, reverted on failure. */
  setStops: (tripId: string) =>
    mutationOptions({
      mutationFn: ({ ids }: StopsChange) => writeStops(tripId, ids),
      onMutate: async ({ ids }, { client }) => {
        const queryKey = keyOf(tripId);
        await client.cancelQueries({ queryKey });
        const before = client.getQueryData<TripSheet | null>(queryKey);
        if (before) client.setQueryData(queryKey, withStops(before, ids));
        return before;
      },
      onError: (_error, _change, before, { client }) => {
        if (before) client.setQueryData(keyOf(tripId), before);
      },
      onSuccess: (_data, { successText }, before, { client }) => {
        if (successText && before) offerFormerOrder(client, tripId, successText, before);
      },
      networkMode: 'always',
      meta: {
        invalidates: [keyOf(tripId)],
        errorMessage: 'Impossible d’enregistrer l’ordre des arrêts',
      },
    }),
};

function offerFormerOrder(
  client: QueryClient,
  tripId: string,
  successText: string,
  { stops }: TripSheet,
): void {
  const former = stops.map(({ id }) => id);
  offerUndo(client, successText, () => writeStops(tripId, former), [keyOf(tripId)]);
}
