import { formatDay } from '@/admin/kit/lib/dates';
import type { Column } from '@/admin/kit/ui/data-table';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { formatNumber } from '@/shared/lib/numbers';
import type { ListedMunicipality } from '../data/municipality-pages';
import { municipalityPaths } from '../paths';
import { relationOf } from './municipality-filters';

const badges: Record<Exclude<ReturnType<typeof relationOf>, 'aucune'>, { label: string; tone: Tone }> = {
  client: { label: 'Cliente', tone: 'done' },
  contact: { label: 'Contact connu', tone: 'active' },
};

/** The columns of the list of municipalities. */
export const municipalityColumns: Column<ListedMunicipality>[] = [
  {
    key: 'nom',
    header: 'Municipalité',
    sortable: true,
    mobile: 'title',
    primary: true,
    width: [156, 320],
    grows: true,
    text: ({ name }) => name,
    cell: ({ code, name, gone_on }) => (
      <a href={municipalityPaths.one.href(code)} className="font-semibold hover:underline">
        {name}
        {gone_on && <span className="font-normal text-slate"> (disparue)</span>}
      </a>
    ),
  },
  {
    key: 'designation',
    header: 'Désignation',
    under: 'nom',
    width: [126, 240],
    text: ({ designation }) => designation,
    cell: ({ designation }) => designation ?? '—',
  },
  {
    key: 'mrc',
    header: 'MRC',
    sortable: true,
    mobile: 'text',
    width: [130, 260],
    text: ({ mrc_name }) => mrc_name,
    // On a phone only this tells a village from the reserve of the same name.
    cell: ({ mrc_name, designation }) =>
      mrc_name ?? (
        <>
          <span className="max-sm:hidden">—</span>
          <span className="sm:hidden">{designation}</span>
        </>
      ),
  },
  {
    key: 'region',
    header: 'Région',
    sortable: true,
    optional: 2,
    width: [100, 220],
    text: ({ region }) => region,
    cell: ({ region }) => region,
  },
  {
    key: 'population',
    header: 'Population',
    sortable: true,
    align: 'end',
    width: [112, 126],
    text: ({ population }) => (population === null ? '—' : formatNumber(population)),
    cell: ({ population }) => (population === null ? '—' : formatNumber(population)),
  },
  {
    key: 'relation',
    header: 'Relation',
    sortable: true,
    mobile: 'badge',
    width: [146, 156],
    cell: (row) => {
      const relation = relationOf(row);
      return relation === 'aucune' ? (
        <span className="max-sm:hidden">—</span>
      ) : (
        <StatusBadge {...badges[relation]} />
      );
    },
  },
  {
    key: 'contacts',
    header: 'Contacts',
    sortable: true,
    optional: 3,
    align: 'end',
    width: [104, 112],
    text: ({ contacts }) => formatNumber(contacts),
    cell: ({ contacts }) => (contacts === 0 ? '—' : formatNumber(contacts)),
  },
  {
    key: 'message',
    header: 'Dernier message',
    sortable: true,
    optional: 1,
    width: [148, 164],
    text: ({ last_sent_at }) => last_sent_at && formatDay(last_sent_at),
    cell: ({ last_sent_at }) => (last_sent_at ? formatDay(last_sent_at) : '—'),
  },
  {
    key: 'action',
    header: 'Prochaine action',
    sortable: true,
    width: [148, 164],
    text: ({ due_on }) => due_on && formatDay(due_on),
    cell: ({ due_on }) => (due_on ? formatDay(due_on) : '—'),
  },
];
