import { type TrashItem, trashKinds } from '@/admin/data/trash/trash';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import type { Column } from '@/admin/ui/data-table';
import { ItemActions } from './trash-actions';
import { goneIn, partsInWords } from './trash-texts';

/** The columns of the trash. */
export function trashColumns(now: Date): Column<TrashItem>[] {
  return [
    {
      key: 'nom',
      header: 'Nom',
      sortable: true,
      mobile: 'title',
      className: 'wrap-anywhere sm:min-w-48',
      cell: ({ label, parts }) => (
        <>
          <span className="font-semibold">{label}</span>
          {partsInWords(parts) && (
            <span className="block text-sm font-normal text-slate">avec {partsInWords(parts)}</span>
          )}
        </>
      ),
    },
    { key: 'type', header: 'Type', sortable: true, cell: ({ kind }) => labelOf(trashKinds, kind) },
    {
      key: 'supprime',
      header: 'Supprimé',
      sortable: true,
      className: 'wrap-anywhere sm:min-w-52',
      cell: ({ deleted_at, deleted_by }) => (
        <span>
          le {formatDateTime(deleted_at)}
          <span className="block text-sm text-slate">par {deleted_by ?? 'un compte disparu'}</span>
        </span>
      ),
    },
    {
      key: 'fin',
      header: 'Disparaît',
      className: 'sm:whitespace-nowrap',
      cell: ({ deleted_at }) => goneIn(deleted_at, now),
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      mobile: 'plain',
      cell: (item) => <ItemActions item={item} />,
    },
  ];
}
