import { jobTypes, tripStatuses } from '@/admin/data/trip-plans/trip-labels';
import type { ListedTrip } from '@/admin/data/trip-plans/trip-plans';
import { keyField, textField, type UrlState, urlFields } from '@/admin/lib/url-fields';
import { sorted } from '@/admin/ui/sorting';
import { searchKey } from '@/shared/lib/text';

/** Which trips by their dates: value in the address → French label. */
export const periods = { 'a-venir': 'À venir et en cours', passes: 'Passés' } as const;

/** What the list keeps in the address. */
export const tripListState = urlFields({
  q: textField(),
  statut: keyField(tripStatuses),
  type: keyField(jobTypes),
  periode: keyField(periods),
  tri: textField('-debut'),
});

export type TripListState = UrlState<typeof tripListState>;

const sortValues: Record<string, (trip: ListedTrip) => string | number | null> = {
  destination: (trip) => trip.city,
  debut: (trip) => trip.start_date,
  client: (trip) => trip.client_name,
  rayon: (trip) => trip.radius_km,
  prospects: (trip) => trip.prospects,
};

/**
 * The trips that answer to the search and the filters, in the order asked for.
 *
 * @param today the day in Québec, as `2026-12-01`: a trip that ends today is not past
 */
export function filterTrips(trips: readonly ListedTrip[], state: TripListState, today: string): ListedTrip[] {
  const wanted = searchKey(state.q);
  const kept = trips.filter(
    (trip) =>
      searchKey(`${trip.city} ${trip.region} ${trip.client_name ?? ''}`).includes(wanted) &&
      (!state.statut || trip.status === state.statut) &&
      (!state.type || trip.job_type === state.type) &&
      (!state.periode || trip.end_date < today === (state.periode === 'passes')),
  );
  return sorted(kept, state.tri, sortValues);
}
