import type { ReactNode } from 'react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { DataTable, type DataTableProps } from '@/admin/kit/ui/data-table';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';

const idOf = ({ id }: { id: string }) => id;

type Props<Row> = {
  title: string;
  /** Adds a row. */
  action: ReactNode;
  query: { data: readonly Row[] | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  errorTitle: string;
  empty: { title: string; text: string };
} & Pick<DataTableProps<Row>, 'columns' | 'actions'>;

/** One of the two lists of the catalogue: its heading, then its table, loading state or error. */
export function CatalogueSection<Row extends { id: string }>({
  title,
  action,
  query,
  errorTitle,
  empty,
  columns,
  actions,
}: Props<Row>) {
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <AdminsOnly>{action}</AdminsOnly>
      </div>
      {query.data === undefined ? (
        query.isPending ? (
          <TableSkeleton rows={3} />
        ) : (
          <ErrorState title={errorTitle} error={query.error} onRetry={() => query.refetch()} />
        )
      ) : query.data.length === 0 ? (
        <EmptyState title={empty.title}>
          <p className="max-w-prose text-slate">{empty.text}</p>
        </EmptyState>
      ) : (
        <DataTable caption={title} rows={query.data} rowKey={idOf} columns={columns} actions={actions} />
      )}
    </div>
  );
}
