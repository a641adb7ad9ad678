import { formatDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { CellChoice } from '@/admin/kit/ui/cell-choice';
import type { Column } from '@/admin/kit/ui/data-table';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { prospectPaths } from '@/admin/prospects/paths';
import type { Enums } from '@/shared/database.types';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { tables } from '../data/tables';
import { jobTypes, type TripStatus, tripStatuses } from '../data/trip-labels';
import type { ListedTrip } from '../data/trip-plans';
import { tripPaths } from '../paths';

const { fields } = tables.trip_plans;

const tones: Partial<Record<Enums<'trip_status'>, Tone>> = {
  planifié: 'quiet',
  confirmé: 'active',
  terminé: 'done',
  annulé: 'quiet',
};

/** The status of a trip. */
export const TripStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge
    tone={(tones as Record<string, Tone>)[status] ?? 'quiet'}
    label={labelOf(tripStatuses, status)}
  />
);

/** The columns of the list of trips. */
export function tripColumns(onStatus: (trip: ListedTrip, status: TripStatus) => void): Column<ListedTrip>[] {
  return [
    {
      key: 'destination',
      header: 'Destination',
      sortable: true,
      mobile: 'title',
      primary: true,
      width: [112, 380],
      grows: true,
      text: ({ city }) => city,
      cell: (trip) => (
        <a href={tripPaths.one.href(trip.id)} className="font-semibold hover:underline">
          {trip.city}
        </a>
      ),
    },
    {
      key: 'region',
      header: fields.region,
      sortable: true,
      under: 'destination',
      width: [92, 240],
      text: ({ region }) => region,
      cell: ({ region }) => region,
    },
    {
      key: 'debut',
      header: 'Dates',
      sortable: true,
      mobile: 'text',
      primary: true,
      width: [130, 250],
      text: tripDates,
      cell: (trip) => tripDates(trip),
    },
    {
      key: 'type',
      header: fields.job_type,
      under: 'debut',
      width: [110, 150],
      text: (trip) => labelOf(jobTypes, trip.job_type),
      cell: (trip) => labelOf(jobTypes, trip.job_type),
    },
    {
      key: 'client',
      header: fields.client_name,
      sortable: true,
      width: [110, 300],
      grows: true,
      text: ({ client_name }) => client_name,
      cell: (trip) => trip.client_name ?? '—',
    },
    {
      key: 'statut',
      header: fields.status,
      sortable: true,
      mobile: 'badge',
      width: [120, 132],
      cell: (trip) => (
        <CellChoice
          label={`Statut du ${nameOf(trip)}`}
          value={trip.status}
          options={tripStatuses}
          onChoose={(status) => onStatus(trip, status)}
        >
          <TripStatusBadge status={trip.status} />
        </CellChoice>
      ),
    },
    {
      key: 'rayon',
      header: 'Rayon',
      sortable: true,
      optional: 1,
      align: 'end',
      width: [84, 96],
      text: ({ radius_km }) => `${radius_km} km`,
      cell: (trip) => `${trip.radius_km}\u00a0km`,
    },
    {
      key: 'prospects',
      header: 'Prospects',
      sortable: true,
      optional: 2,
      align: 'end',
      width: [104, 112],
      text: ({ prospects }) => formatNumber(prospects),
      cell: (trip) => (
        <a
          href={prospectPaths.list.href(trip.id)}
          aria-label={counted(trip.prospects, 'prospect')}
          className="hover:underline"
        >
          {formatNumber(trip.prospects)}
        </a>
      ),
    },
    {
      key: 'contacts',
      header: 'Contacts',
      sortable: true,
      optional: 3,
      align: 'end',
      width: [104, 112],
      text: ({ contacts }) => formatNumber(contacts),
      cell: ({ contacts }) => formatNumber(contacts),
    },
  ];
}

/** Names a trip in a sentence: « déplacement à Percé du 04 déc. 2026 ». */
export const nameOf = (trip: ListedTrip) =>
  `déplacement à ${trip.city} du ${tripDates({ ...trip, end_date: trip.start_date })}`;

/** The actions on one trip. */
export const tripActions =
  (onDelete: (trip: ListedTrip) => void) =>
  (trip: ListedTrip): RowAction[] => {
    const what = `le ${nameOf(trip)}`;
    return [
      {
        label: `Générer des prospects pour ${what}`,
        icon: rowIcons.sparkles,
        href: prospectPaths.list.href(trip.id),
      },
      { label: `Modifier ${what}`, icon: rowIcons.pencil, href: tripPaths.one.href(trip.id) },
      { label: `Supprimer ${what}`, icon: rowIcons.trash, onSelect: () => onDelete(trip) },
    ];
  };

/** Formats the dates: « 04 déc. 2026 – 07 déc. 2026 »; one day alone is written once. */
export function tripDates({ start_date, end_date }: Pick<ListedTrip, 'start_date' | 'end_date'>): string {
  const [start, end] = [start_date, end_date].map((day) => formatDay(day).replaceAll(' ', '\u00a0'));
  return start === end ? `${start}` : `${start} – ${end}`;
}
