import { type TrashItem, trashKinds } from '@/admin/data/trash/trash';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import type { Column } from '@/admin/ui/data-table';
import type { RowAction } from '@/admin/ui/row-actions';
import { rowIcons } from '@/admin/ui/row-icons';
import { goneIn, partsInWords } from './trash-texts';

const kindOf = ({ kind }: TrashItem) => labelOf(trashKinds, kind);
const partsOf = ({ parts }: TrashItem) => partsInWords(parts);
const momentOf = ({ deleted_at }: TrashItem) => formatDateTime(deleted_at);
const personOf = ({ deleted_by }: TrashItem) => deleted_by ?? 'un compte disparu';

/** The columns of the trash. */
export function trashColumns(now: Date): Column<TrashItem>[] {
  const endOf = ({ deleted_at }: TrashItem) => goneIn(deleted_at, now);
  return [
    {
      ...{
        key: 'nom',
        header: 'Nom',
        sortable: true,
        mobile: 'title',
        primary: true,
        width: [160, 400],
        grows: true,
      },
      text: ({ label }) => label,
      cell: ({ label }) => <span className="font-semibold">{label}</span>,
    },
    {
      ...{ key: 'type', header: 'Type', sortable: true, mobile: 'badge', width: [96, 130] },
      text: kindOf,
      cell: kindOf,
    },
    { key: 'avec', header: 'Avec', optional: 2, width: [96, 260], text: partsOf, cell: partsOf },
    {
      ...{ key: 'supprime', header: 'Supprimé le', sortable: true, primary: true, width: [130, 220] },
      text: momentOf,
      cell: momentOf,
    },
    { key: 'par', header: 'Par', optional: 1, width: [110, 220], text: personOf, cell: personOf },
    { key: 'fin', header: 'Disparaît', mobile: 'text', width: [110, 140], text: endOf, cell: endOf },
  ];
}

/** What can be done to one item. */
export const trashActions =
  ({ onRestore, onDestroy }: Record<'onRestore' | 'onDestroy', (item: TrashItem) => void>) =>
  (item: TrashItem): RowAction[] => [
    { label: `Restaurer ${item.label}`, icon: rowIcons.restore, onSelect: () => onRestore(item) },
    {
      label: `Supprimer définitivement ${item.label}`,
      icon: rowIcons.trash,
      onSelect: () => onDestroy(item),
    },
  ];
