import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type TrashItem, trash, trashKinds } from '@/admin/data/trash/trash';
import { sorted } from '@/admin/lib/sorting';
import { keyField, listFields, textField, useListState } from '@/admin/lib/use-list-state';
import { DataTable } from '@/admin/ui/data-table';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { counted } from '@/shared/lib/numbers';
import { searchKey } from '@/shared/lib/text';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
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
  const items = list.data ?? [];
  return (
    <>
      <Seo title="Corbeille" noIndex />
      <PageHeader title="Corbeille" {...(items.length > 0 && { count: counted(items.length, 'élément') })}>
        {items.length > 0 && <EmptyTrash items={items} />}
      </PageHeader>
      {list.isPending ? (
        <TableSkeleton />
      ) : list.isError ? (
        <ErrorState title="Impossible de charger la corbeille" onRetry={() => list.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title="La corbeille est vide">
          <p className="max-w-prose text-slate">
            Les visites, contacts, demandes, déplacements et templates supprimés restent ici
            30&nbsp;jours&nbsp;: ils peuvent en revenir tels qu’ils étaient.
          </p>
        </EmptyState>
      ) : (
        <Items items={list.data} />
      )}
    </>
  );
}

function Items({ items }: { items: TrashItem[] }) {
  const list = useListState(fields);
  const { q, type, tri } = list.deferred;
  const { selected, select } = list;
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
  // What the filters hide is not acted upon.
  const chosen = useMemo(() => shown.filter(({ id }) => selected.has(id)), [shown, selected]);

  return (
    <>
      <ListToolbar
        list={list}
        search={{ label: 'Rechercher dans la corbeille', placeholder: 'Nom' }}
        filters={[{ name: 'type', label: 'Type', allLabel: 'Tous les types', options: trashKinds }]}
        count={shown.length < items.length && counted(shown.length, 'résultat')}
      />
      {shown.length === 0 ? (
        <NoResult title="Rien de tel dans la corbeille" onClear={list.clear} />
      ) : (
        <DataTable
          caption="Corbeille"
          rows={shown}
          rowKey={idOf}
          columns={columns}
          actions={actions}
          sort={list.values.tri}
          onSort={list.onSort}
          selection={{ selected, onChange: select, rowLabel: labelOfItem }}
        />
      )}
      <TrashSelection chosen={chosen} onClear={() => select(new Set())} />
      <Destruction items={condemned} onClose={() => setCondemned([])} />
    </>
  );
}

const idOf = ({ id }: TrashItem) => id;
const labelOfItem = ({ label }: TrashItem) => label;
