import { useQuery } from '@tanstack/react-query';
import { privacy, type RegisterLine, registerKinds } from '@/admin/data/privacy/privacy';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { type Column, DataTable } from '@/admin/ui/data-table';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { countsInWords } from './counts-in-words';

const idOf = ({ id }: RegisterLine) => id;

/** Enough of the hash to see that two lines speak of one person. */
const personOf = (hash: string | null) => (hash ? hash.slice(0, 8) : '–');

function authorOf({ kind, recorded_by, isMine }: RegisterLine): string {
  if (isMine) return 'Vous';
  if (recorded_by !== null) return 'Un autre membre de l’équipe';
  return kind === 'retention' ? 'Le serveur' : 'Un compte supprimé';
}

const columns: Column<RegisterLine>[] = [
  {
    key: 'date',
    header: 'Date',
    mobile: 'title',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  { key: 'nature', header: 'Nature', cell: ({ kind }) => labelOf(registerKinds, kind) },
  { key: 'qui', header: 'Qui', cell: authorOf },
  {
    key: 'personne',
    header: 'Empreinte',
    cell: ({ subject_hash }) => <code className="text-sm">{personOf(subject_hash)}</code>,
  },
  {
    key: 'nombres',
    header: 'Ce qui a été touché',
    className: 'text-sm text-slate',
    cell: ({ detail }) => countsInWords(detail),
  },
];

/** Who took a copy of a person's data or destroyed it, and when. */
export function RegisterList() {
  const register = useQuery(privacy.register());
  return (
    // No landmark: the table in it is one, of the same name.
    <div>
      <h2 className="text-lg font-semibold">Registre</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        Les copies remises, les effacements demandés et ce que les règles ont effacé. Il ne nomme
        personne&nbsp;: deux lignes de même empreinte parlent de la même adresse.
      </p>
      {register.isPending ? (
        <TableSkeleton />
      ) : !register.data ? (
        <ErrorState title="Impossible de charger le registre" onRetry={() => register.refetch()} />
      ) : register.data.length === 0 ? (
        <EmptyState title="Aucune copie remise, aucun effacement" />
      ) : (
        <DataTable caption="Registre" rows={register.data} rowKey={idOf} columns={columns} />
      )}
    </div>
  );
}
