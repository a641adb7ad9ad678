import { searchKey } from '@contract/search-key';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import type { ProgressiveList } from '@/admin/kit/lib/read-rows';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, listFields, textField, useListState } from '@/admin/kit/lib/use-list-state';
import type { Column } from '@/admin/kit/ui/data-table';
import { FilteredTable, IncompleteNotice, ListScreen, useSelectedRows } from '@/admin/kit/ui/list-screen';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { todayPaths } from '@/admin/today/paths';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { type TrashItem, trash, trashKinds } from '../data/trash';
import { DestroyDialog, EmptyTrash, TrashSelection } from './trash-actions';
import { partsInWords, timeLeft } from './trash-texts';

type Kinds = Readonly<Record<string, string>>;

const knownKinds = Object.fromEntries(trashKinds.map((kind) => [kind, kind]));
const fields = listFields({ q: textField(), type: keyField(knownKinds), tri: textField('-supprime') });

const sortValues: Record<string, (item: TrashItem) => string> = {
  nom: ({ label }) => label,
  type: ({ kind }) => kind,
  supprime: ({ deleted_at }) => deleted_at,
};

/** /admin/corbeille: what was deleted less than thirty days ago, to restore or to destroy. */
export function TrashPage() {
  const list = useQuery(trash.list());
  const { data: kinds } = useQuery(trash.kinds());
  return (
    <ListScreen
      title="Corbeille"
      count={({ total }) => (total > 0 ? counted(total, 'élément') : undefined)}
      // Disabled until every item has loaded, because the confirmation counts them.
      action={list.data?.isComplete && list.data.total > 0 && <EmptyTrash items={list.data.rows} />}
      notice={
        <IncompleteNotice
          query={list}
          text={(count) => `Seuls les ${count} derniers éléments supprimés ont pu être chargés.`}
        />
      }
      query={list}
      errorTitle="Impossible de charger la corbeille"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'La corbeille est vide',
        why: 'Les visites, relevés, contacts, demandes, devis, déplacements et templates supprimés restent ici 30\u00a0jours\u00a0: ils peuvent en revenir tels qu’ils étaient.',
        action: (
          <Link to={todayPaths.dashboard.href()} className={buttonClass({ variant: 'outline' })}>
            Revenir au Dashboard
          </Link>
        ),
      }}
    >
      {(data) => kinds && <Items list={data} kinds={kinds} />}
    </ListScreen>
  );
}

function Items({
  list: { rows: items, isComplete },
  kinds,
}: {
  list: ProgressiveList<TrashItem>;
  kinds: Kinds;
}) {
  const list = useListState(fields);
  const { q, type, tri } = list.deferred;
  const [now] = useState(serverNow);
  const columns = useMemo(() => trashColumns(now, kinds), [now, kinds]);
  const { mutate: restore } = useMutation(trash.restore());
  const [condemned, setCondemned] = useState<readonly TrashItem[]>([]);
  const actions = useMemo(
    () => trashActions({ onRestore: ({ id }) => restore([id]), onDestroy: (item) => setCondemned([item]) }),
    [restore],
  );
  const visible = useMemo(() => {
    const wanted = searchKey(q);
    const kept = items.filter(
      ({ kind, label }) => (!type || kind === type) && searchKey(label).includes(wanted),
    );
    return sortRows(kept, tri, sortValues);
  }, [items, q, type, tri]);
  const chosen = useSelectedRows(visible, list);

  return (
    <>
      <FilteredTable
        list={list}
        search={{ label: 'Rechercher dans la corbeille', placeholder: 'Nom' }}
        filters={[{ name: 'type', label: 'Type', allLabel: 'Tous les types', options: kinds }]}
        rows={visible}
        total={items.length}
        noResult="Rien de tel dans la corbeille"
        instead={visible.length === 0 && !isComplete && <TableSkeleton />}
        footer={
          !isComplete && <p className="px-4 py-3 text-sm text-slate">Chargement des autres éléments…</p>
        }
        caption="Corbeille"
        rowKey={idOf}
        columns={columns}
        actions={actions}
        rowLabel={labelOfItem}
      />
      <TrashSelection chosen={chosen} onClear={() => list.select(new Set())} />
      <DestroyDialog items={condemned} onClose={() => setCondemned([])} />
    </>
  );
}

const idOf = ({ id }: TrashItem) => id;
const labelOfItem = ({ label }: TrashItem) => label;

const partsOf = ({ parts }: TrashItem) => partsInWords(parts);
const momentOf = ({ deleted_at }: TrashItem) => formatDateTime(deleted_at);
const personOf = ({ deleted_by }: TrashItem) => deleted_by ?? 'un compte disparu';

/** The columns of the trash. */
function trashColumns(now: Date, kinds: Kinds): Column<TrashItem>[] {
  const kindOf = ({ kind }: TrashItem) => labelOf(kinds, kind);
  const endOf = ({ deleted_at }: TrashItem) => timeLeft(deleted_at, now);
  return [
    {
      key: 'nom',
      header: 'Nom',
      sortable: true,
      mobile: 'title',
      primary: true,
      width: [160, 400],
      grows: true,
      text: ({ label }) => label,
      cell: ({ label }) => <span className="font-semibold">{label}</span>,
    },
    {
      key: 'type',
      header: 'Type',
      sortable: true,
      mobile: 'badge',
      width: [96, 130],
      text: kindOf,
      cell: kindOf,
    },
    { key: 'avec', header: 'Avec', optional: 2, width: [96, 260], text: partsOf, cell: partsOf },
    {
      key: 'supprime',
      header: 'Supprimé le',
      sortable: true,
      primary: true,
      width: [130, 220],
      text: momentOf,
      cell: momentOf,
    },
    { key: 'par', header: 'Par', optional: 1, width: [110, 220], text: personOf, cell: personOf },
    { key: 'fin', header: 'Disparaît', mobile: 'text', width: [110, 140], text: endOf, cell: endOf },
  ];
}

/** The actions on one item. */
const trashActions =
  ({ onRestore, onDestroy }: Record<'onRestore' | 'onDestroy', (item: TrashItem) => void>) =>
  (item: TrashItem): RowAction[] => [
    {
      label: `Restaurer ${item.label}`,
      icon: rowIcons.restore,
      inHand: true,
      onSelect: () => onRestore(item),
    },
    {
      label: `Supprimer définitivement ${item.label}`,
      icon: rowIcons.trash,
      onSelect: () => onDestroy(item),
    },
  ];
