import { Pencil, Sparkles, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { jobTypes, tripStatuses } from '@/admin/data/trip-plans/trip-labels';
import type { ListedTrip } from '@/admin/data/trip-plans/trip-plans';
import { formatDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import type { Column } from '@/admin/ui/data-table';
import { IconButton, iconLinkClass } from '@/admin/ui/icon-button';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';
import { paths } from '@/shared/lib/admin-paths';
import { counted } from '@/shared/lib/numbers';

const tones: Record<string, Tone> = {
  planifié: 'attention',
  confirmé: 'active',
  terminé: 'done',
  annulé: 'quiet',
};

/** The columns of the list of trips. */
export function tripColumns(onDelete: (trip: ListedTrip) => void): Column<ListedTrip>[] {
  return [
    {
      key: 'destination',
      header: 'Destination',
      sortable: true,
      mobile: 'title',
      className: 'wrap-anywhere sm:min-w-36',
      cell: (trip) => (
        <>
          <Link to={paths.admin.tripPlan.href(trip.id)} className="font-semibold hover:underline">
            {trip.city}
          </Link>
          <span className="block text-sm font-normal text-slate">{trip.region}</span>
        </>
      ),
    },
    {
      key: 'debut',
      header: 'Dates',
      sortable: true,
      className: 'sm:min-w-32',
      cell: (trip) => tripDates(trip),
    },
    { key: 'type', header: 'Type', cell: (trip) => labelOf(jobTypes, trip.job_type) },
    {
      key: 'client',
      header: 'Client',
      sortable: true,
      className: 'wrap-anywhere sm:min-w-28',
      cell: (trip) => trip.client_name ?? '—',
    },
    {
      key: 'statut',
      header: 'Statut',
      cell: (trip) => (
        <StatusBadge tone={tones[trip.status] ?? 'quiet'} label={labelOf(tripStatuses, trip.status)} />
      ),
    },
    {
      key: 'rayon',
      header: 'Rayon',
      sortable: true,
      className: 'whitespace-nowrap',
      cell: (trip) => `${trip.radius_km}\u00a0km`,
    },
    {
      key: 'prospects',
      header: 'Prospects',
      sortable: true,
      cell: (trip) => (
        <Link
          to={paths.admin.prospects.href(trip.id)}
          className="inline-block min-h-6 whitespace-nowrap hover:underline"
        >
          {counted(trip.prospects, 'prospect')}
          <span className="text-sm text-slate sm:block max-sm:before:content-['_·_']">
            {counted(trip.contacts, 'contact')}
          </span>
        </Link>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      mobile: 'plain',
      cell: (trip) => <Actions trip={trip} onDelete={onDelete} />,
    },
  ];
}

function Actions({ trip, onDelete }: { trip: ListedTrip; onDelete: (trip: ListedTrip) => void }) {
  const what = `le déplacement à ${trip.city} du ${tripDates({ ...trip, end_date: trip.start_date })}`;
  const generate = `Générer des prospects pour ${what}`;
  const edit = `Modifier ${what}`;
  return (
    <div className="flex sm:justify-end">
      <Link
        to={paths.admin.prospects.href(trip.id)}
        aria-label={generate}
        title={generate}
        className={iconLinkClass}
      >
        <Sparkles aria-hidden="true" className="size-4" />
      </Link>
      <Link to={paths.admin.tripPlan.href(trip.id)} aria-label={edit} title={edit} className={iconLinkClass}>
        <Pencil aria-hidden="true" className="size-4" />
      </Link>
      <IconButton label={`Supprimer ${what}`} onClick={() => onDelete(trip)}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}

/** « 04 déc. 2026 – 07 déc. 2026 »; one day alone is written once. */
function tripDates({ start_date, end_date }: Pick<ListedTrip, 'start_date' | 'end_date'>): string {
  const [start, end] = [start_date, end_date].map((day) => formatDay(day).replaceAll(' ', '\u00a0'));
  return start === end ? `${start}` : `${start} – ${end}`;
}
