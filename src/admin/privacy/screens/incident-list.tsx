import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDay } from '@/admin/kit/lib/dates';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { paths } from '@/shared/lib/admin-paths';
import { formatNumber } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { type Incident, incidents, missingNotices } from '../data/incidents';

const idOf = ({ id }: Incident) => id;

const peopleOf = ({ people_count }: Incident) =>
  people_count === null ? 'Inconnu' : formatNumber(people_count);
const missingOf = (incident: Incident) => missingNotices(incident).join(', ');

const columns: Column<Incident>[] = [
  {
    key: 'connu',
    header: 'Connu le',
    mobile: 'title',
    primary: true,
    width: [116, 140],
    text: ({ known_on }) => formatDay(known_on),
    cell: ({ id, known_on }) => (
      <a className="font-semibold hover:underline" href={paths.admin.incident.href(id)}>
        {formatDay(known_on)}
      </a>
    ),
  },
  {
    key: 'incident',
    header: 'Incident',
    mobile: 'text',
    width: [160, 480],
    grows: true,
    text: ({ circumstances }) => circumstances,
    cell: ({ circumstances }) => circumstances,
  },
  { key: 'personnes', header: 'Personnes', width: [92, 110], text: peopleOf, cell: peopleOf },
  {
    key: 'risque',
    header: 'Risque sérieux',
    width: [80, 130],
    cell: ({ is_serious }) => (is_serious ? 'Oui' : 'Non'),
  },
  {
    key: 'reste',
    header: 'Reste à faire',
    mobile: 'badge',
    width: [132, 320],
    text: missingOf,
    cell: (incident) => {
      const missing = missingNotices(incident);
      if (missing.length === 0) return <StatusBadge tone="done" label="Rien" />;
      return missing.map((label) => (
        <span key={label} className="mr-1">
          <StatusBadge tone="attention" label={label} />
        </span>
      ));
    },
  },
  {
    key: 'conservation',
    header: 'À garder jusqu’au',
    width: [116, 150],
    text: ({ kept_until }) => formatDay(kept_until),
    cell: ({ kept_until }) => formatDay(kept_until),
  },
];

/** The register of confidentiality incidents (P-39.1, art. 3.8). */
export function IncidentList() {
  const register = useQuery(incidents.list());
  return (
    // A plain element, because the table in it is already a landmark of the same name.
    <div id="incidents">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-lg font-semibold">Incidents de confidentialité</h2>
          <p className="mt-1 max-w-prose text-sm text-slate">
            Tout accès, usage ou envoi non permis d’un renseignement personnel, et toute perte, même sans
            risque sérieux. Gardés au moins cinq ans après que vous l’avez su; une correction laisse l’ancien
            texte au registre. Source&nbsp;: Règlement sur les incidents de confidentialité, art.&nbsp;7
            et&nbsp;8.
          </p>
        </div>
        <Link to={paths.admin.incidentNew.href()} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          <Plus aria-hidden="true" className="size-4" />
          Inscrire un incident
        </Link>
      </div>
      {register.isPending ? (
        <TableSkeleton />
      ) : !register.data ? (
        <ErrorState
          title="Impossible de charger le registre des incidents"
          onRetry={() => register.refetch()}
        />
      ) : register.data.length === 0 ? (
        <EmptyState title="Aucun incident inscrit" />
      ) : (
        <DataTable
          caption="Incidents de confidentialité"
          rows={register.data}
          rowKey={idOf}
          columns={columns}
        />
      )}
    </div>
  );
}
