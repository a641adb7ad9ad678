import type { ListedTrip } from '@/admin/data/trip-plans/trip-plans';
import { formatDay } from '@/admin/lib/dates';

/** « 04 déc. 2026 – 07 déc. 2026 »; one day alone is written once. */
export function tripDates({ start_date, end_date }: Pick<ListedTrip, 'start_date' | 'end_date'>): string {
  const [start, end] = [start_date, end_date].map((day) => formatDay(day).replaceAll(' ', '\u00a0'));
  return start === end ? `${start}` : `${start} – ${end}`;
}

/** What deleting a trip loses, and what it leaves. */
export function deletionWarning(trip: ListedTrip): string {
  const lost =
    trip.prospects === 0
      ? ''
      : `, avec ${trip.prospects > 1 ? `ses ${trip.prospects} prospects suggérés` : 'son prospect suggéré'}`;
  const kept =
    trip.contacts === 0
      ? ''
      : trip.contacts > 1
        ? ` Les ${trip.contacts} contacts qui en sont venus restent.`
        : ' Le contact qui en est venu reste.';
  return `Le déplacement à ${trip.city} (${tripDates(trip)}) sera supprimé${lost}.${kept} Cette action est irréversible.`;
}
