import { searchKey } from '@contract/search-key';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import { tables } from '../data/tables';
import { jobTypes, tripStatuses } from '../data/trip-labels';
import type { ListedTrip } from '../data/trip-plans';

const { fields } = tables.trip_plans;

/** Period of a trip, `a-venir` as the dashboard counts it: value in the address → French label. */
export const periodLabels = { 'a-venir': 'À venir', 'en-cours': 'En cours', passes: 'Passés' } as const;

/** Fields of the list in the address. */
export const tripListFields = listFields({
  q: textField(),
  statut: keyField(tripStatuses),
  type: keyField(jobTypes),
  periode: keyField(periodLabels),
  tri: textField('-debut'),
});

/** The built-in views of every list of trips. The next trip first, where the list begins with the latest. */
export const tripViews = [
  { name: 'À venir', query: 'periode=a-venir&tri=debut' },
  { name: 'En cours', query: 'periode=en-cours' },
] as const;

/** Columns that the list can be ordered by: column → French label. */
export const tripOrders = {
  destination: 'Destination',
  debut: 'Dates',
  client: fields.client_name,
  rayon: 'Rayon',
  prospects: 'Prospects',
} as const;

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
 * Filters and sorts the trips.
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
      (!values.periode || values.periode === periodOf(trip, today)),
  );
  return sortRows(kept, values.tri, sortValues);
}

/** Returns the period: a trip that begins today is upcoming; one that ends today is not past. */
function periodOf({ start_date, end_date }: ListedTrip, today: string): keyof typeof periodLabels {
  if (start_date >= today) return 'a-venir';
  return end_date < today ? 'passes' : 'en-cours';
}
