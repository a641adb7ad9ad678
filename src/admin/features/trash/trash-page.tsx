import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type TrashItem, trash, trashKinds } from '@/admin/data/trash/trash';
import type { ProgressiveList } from '@/admin/lib/read-rows';
import { sorted } from '@/admin/lib/sorting';
import { keyField, listFields, textField, useListState } from '@/admin/lib/use-list-state';
import { FilteredTable, IncompleteNotice, ListScreen, useChosen } from '@/admin/ui/list-screen';
import { SettingsSections } from '@/admin/ui/settings-sections';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { counted } from '@/shared/lib/numbers';
import { searchKey } from '@/shared/lib/text';
import { Destruction, EmptyTrash, TrashSelection } from './trash-actions';
import { trashActions, trashColumns } from './trash-columns';

const fields = listFields({ q: textField(), type: keyField(trashKinds), tri: textField('-supprime') });

const sortValues: Record<string, (item: TrashItem) => string> = {
  nom: ({ label }) => label,
  type: ({ kind }) => kind,
  supprime: ({ deleted_at }) => deleted_at,
};

/** /admin/corbeille: what was deleted less than thirty days ago, to restore or to destroy. */
export function TrashPage() {
  const list = useQuery(trash.list());
  return (
    <ListScreen
      title="Corbeille"
      count={({ total }) => (total > 0 ? counted(total, 'élément') : undefined)}
      // Not before every item is known: the question counts them.
      action={list.data?.isComplete && list.data.total > 0 && <EmptyTrash items={list.data.rows} />}
      notice={
        <>
          <SettingsSections />
          <IncompleteNotice
            query={list}
            text={(count) => `Seuls les ${count} derniers éléments supprimés ont pu être chargés.`}
          />
        </>
      }
      query={list}
      errorTitle="Impossible de charger la corbeille"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'La corbeille est vide',
        children: (
          <p className="max-w-prose text-slate">
            Les visites, contacts, demandes, déplacements et templates supprimés restent ici
            30&nbsp;jours&nbsp;: ils peuvent en revenir tels qu’ils étaient.
          </p>
        ),
      }}
    >
      {(data) => <Items list={data} />}
    </ListScreen>
  );
}

function Items({ list: { rows: items, isComplete } }: { list: ProgressiveList<TrashItem> }) {
  const list = useListState(fields);
  const { q, type, tri } = list.deferred;
  const [now] = useState(() => new Date());
  const columns = useMemo(() => trashColumns(now), [now]);
  const { mutate: restore } = useMutation(trash.restore());
  const [condemned, setCondemned] = useState<readonly TrashItem[]>([]);
  const actions = useMemo(
    () => trashActions({ onRestore: ({ id }) => restore([id]), onDestroy: (item) => setCondemned([item]) }),
    [restore],
  );
  const shown = useMemo(() => {
    const wanted = searchKey(q);
    const kept = items.filter(
      ({ kind, label }) => (!type || kind === type) && searchKey(label).includes(wanted),
    );
    return sorted(kept, tri, sortValues);
  }, [items, q, type, tri]);
  const chosen = useChosen(shown, list);

  return (
    <>
      <FilteredTable
        list={list}
        search={{ label: 'Rechercher dans la corbeille', placeholder: 'Nom' }}
        filters={[{ name: 'type', label: 'Type', allLabel: 'Tous les types', options: trashKinds }]}
        rows={shown}
        total={items.length}
        noResult="Rien de tel dans la corbeille"
        instead={shown.length === 0 && !isComplete && <TableSkeleton />}
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
      <Destruction items={condemned} onClose={() => setCondemned([])} />
    </>
  );
}

const idOf = ({ id }: TrashItem) => id;
const labelOfItem = ({ label }: TrashItem) => label;
