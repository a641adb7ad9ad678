import { memo, type ReactNode, useMemo, useState } from 'react';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import type { ListState } from '../lib/use-list-state';
import { AdminsOnly } from './admins-only';
import { DataTable, type DataTableProps } from './data-table';
import { ListToolbar, type ListToolbarProps } from './list-toolbar';
import { NoResult } from './no-result';
import { PageHeader } from './page-header';
import { TableSkeleton } from './table-skeleton';

type ScreenProps<Data> = {
  title: string;
  /** Shown beside the title once the list has loaded. */
  count?: ((data: Data) => string | undefined) | undefined;
  /** The primary action of the screen, and its neighbours; an empty list shows it in its message, unless that has its own. */
  action?: ReactNode;
  /** True when readers have an action too. */
  readersToo?: boolean;
  /** Shown between the heading and the list. */
  notice?: ReactNode;
  query: { data: Data | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  /** « Impossible de charger les visites » */
  errorTitle: string;
  isEmpty: (data: Data) => boolean;
  /** Content of the list before its first row: what is missing, why, and the action that brings it. */
  empty: { title: string; why: string; action?: ReactNode };
  children: (data: Data) => ReactNode;
};

/** The layout of every list screen: its heading, then the list, its loading state or its error. */
export function ListScreen<Data>(props: ScreenProps<Data>) {
  const {
    title,
    count,
    action,
    readersToo = false,
    notice,
    query,
    errorTitle,
    isEmpty,
    empty,
    children,
  } = props;
  const { data } = query;
  const counting = data === undefined ? undefined : count?.(data);
  const isFirstUse = data !== undefined && isEmpty(data);
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} readersToo={readersToo} {...(counting && { count: counting })}>
        {(!isFirstUse || empty.action) && action}
      </PageHeader>
      {notice}
      {data !== undefined ? (
        isFirstUse ? (
          <EmptyState title={empty.title}>
            <p className="max-w-prose text-slate">{empty.why}</p>
            <AdminsOnly>{empty.action ?? action}</AdminsOnly>
          </EmptyState>
        ) : (
          children(data)
        )
      ) : query.isPending ? (
        <TableSkeleton />
      ) : (
        <ErrorState title={errorTitle} error={query.error} onRetry={() => query.refetch()} />
      )}
    </>
  );
}

type ProgressiveQuery = {
  data: { rows: readonly unknown[]; isComplete: boolean } | undefined;
  isError: boolean;
  refetch: () => unknown;
};

/** Warns that the rest of a list, which loads in two parts, is missing. */
export function IncompleteNotice({
  query,
  text,
}: {
  query: ProgressiveQuery;
  /** Writes the warning, as « Seules les 40 visites les plus récentes… ». */
  text: (count: number) => string;
}) {
  const { data, isError, refetch } = query;
  if (!data || !isError || data.isComplete) return null;
  return (
    <p role="alert" className="mb-4 flex flex-wrap items-center gap-3 rounded-xl bg-sumac-pale px-4 py-3">
      {text(data.rows.length)}
      <Button size="sm" variant="outline" onClick={() => refetch()}>
        Réessayer
      </Button>
    </p>
  );
}

type ListProps<Row, Values extends Record<string, string>> = Omit<ListToolbarProps<Values>, 'list'> &
  Pick<DataTableProps<Row>, 'caption' | 'rowKey' | 'columns' | 'actions' | 'footer'> & {
    list: ListState<Values>;
    /** The rows that match the search and the filters, in order. */
    rows: readonly Row[];
    /** Number of rows without filters: « 3 résultats » is shown when some are hidden. */
    total: number;
    noResult: string;
    /** Replaces the table while the matching rows cannot be determined. */
    instead?: ReactNode;
    /** Label of a row's checkbox; without it rows are not selectable. */
    rowLabel?: (row: Row) => string;
  };

/** Memoized: typing above a list does not render its table before its rows change. */
const ListTable = memo(DataTable) as typeof DataTable;

/** The content of a list screen: the toolbar, then the table, or a message that nothing matches. */
export function FilteredTable<Row, Values extends Record<string, string>>({
  list,
  rows,
  total,
  noResult,
  instead,
  rowLabel,
  caption,
  rowKey,
  columns,
  actions,
  footer,
  ...toolbar
}: ListProps<Row, Values>) {
  const { selected, select } = list;
  const isReadOnly = useIsReadOnly();
  const [isSelecting, setIsSelecting] = useState(false);
  const selection = useMemo(
    () =>
      rowLabel && {
        selected,
        onChange: select,
        rowLabel,
        isHiddenOnPhone: !isSelecting && selected.size === 0,
      },
    [selected, select, rowLabel, isSelecting],
  );
  const toggleSelecting = () => {
    setIsSelecting(selection?.isHiddenOnPhone === true);
    select(new Set());
  };
  return (
    <>
      <ListToolbar
        list={list}
        count={rows.length < total && counted(rows.length, 'résultat')}
        {...(selection &&
          !isReadOnly && { selecting: { isOn: !selection.isHiddenOnPhone, onToggle: toggleSelecting } })}
        {...toolbar}
      />
      {instead ||
        (rows.length === 0 ? (
          <NoResult title={noResult} onClear={list.clear} />
        ) : (
          <ListTable
            caption={caption}
            rows={rows}
            rowKey={rowKey}
            columns={columns}
            actions={actions}
            footer={footer}
            sort={list.values.tri ?? ''}
            onSort={list.onSort}
            isSortedAbove={toolbar.orders !== undefined}
            search={list.deferred.q ?? ''}
            {...(selection && { selection })}
          />
        ))}
    </>
  );
}

/** Returns the selected rows that are visible: bulk actions ignore rows hidden by filters. */
export function useSelectedRows<Row extends { id: string }>(
  rows: readonly Row[],
  { selected }: Pick<ListState<Record<string, string>>, 'selected'>,
): Row[] {
  return useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
}
