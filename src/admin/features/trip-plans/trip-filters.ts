import { jobTypes, tripStatuses } from '@/admin/data/trip-plans/trip-labels';
import type { ListedTrip } from '@/admin/data/trip-plans/trip-plans';
import { sorted } from '@/admin/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/lib/use-list-state';
import { searchKey } from '@/shared/lib/text';

/** Which trips by their dates: value in the address → French label. */
export const periods = { 'a-venir': 'À venir et en cours', passes: 'Passés' } as const;

/** What the list keeps in the address. */
export const tripListFields = listFields({
  q: textField(),
  statut: keyField(tripStatuses),
  type: keyField(jobTypes),
  periode: keyField(periods),
  tri: textField('-debut'),
});

export type TripListValues = ListValues<typeof tripListFields>;

const sortValues: Record<string, (trip: ListedTrip) => string | number | null> = {
  destination: (trip) => trip.city,
  region: (trip) => trip.region,
  debut: (trip) => trip.start_date,
  client: (trip) => trip.client_name,
  rayon: (trip) => trip.radius_km,
  statut: (trip) => Object.keys(tripStatuses).indexOf(trip.status),
  prospects: (trip) => trip.prospects,
  contacts: (trip) => trip.contacts,
};

/**
 * The trips that answer to the search and the filters, in the order asked for.
 *
 * @param today the day in Québec, as `2026-12-01`: a trip that ends today is not past
 */
export function filterTrips(
  trips: readonly ListedTrip[],
  values: TripListValues,
  today: string,
): readonly ListedTrip[] {
  const wanted = searchKey(values.q);
  const kept = trips.filter(
    (trip) =>
      searchKey(`${trip.city} ${trip.region} ${trip.client_name ?? ''}`).includes(wanted) &&
      (!values.statut || trip.status === values.statut) &&
      (!values.type || trip.job_type === values.type) &&
      (!values.periode || trip.end_date < today === (values.periode === 'passes')),
  );
  return sorted(kept, values.tri, sortValues);
}
