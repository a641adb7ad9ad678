import { useQuery } from '@tanstack/react-query';
import { type QuoteRequest, quoteRequests } from '@/admin/data/quote-requests/quote-requests';
import { PageHeader } from '@/admin/ui/page-header';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { formatNumber } from '@/shared/lib/numbers';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { QuoteInbox } from './request-inbox';

function countOf(rows: readonly QuoteRequest[] | undefined): string | undefined {
  if (!rows) return undefined;
  const waiting = rows.filter(({ status }) => status === 'nouveau').length;
  const received = `${formatNumber(rows.length)} ${rows.length > 1 ? 'demandes reçues' : 'demande reçue'}`;
  return waiting > 0 ? `${received}, dont ${formatNumber(waiting)} à traiter` : received;
}

/** The quote requests received: what they ask, where they stand, how long the promise of an answer still holds. */
export function QuoteRequestsPage() {
  const list = useQuery(quoteRequests.list());
  return (
    <>
      <Seo title="Soumissions" noIndex />
      <PageHeader title="Soumissions" count={countOf(list.data)} />
      {list.isPending ? (
        <TableSkeleton />
      ) : !list.data ? (
        <ErrorState title="Impossible de charger les soumissions" onRetry={() => list.refetch()} />
      ) : list.data.length === 0 ? (
        <EmptyState title="Aucune demande de soumission pour le moment">
          <p className="text-slate">Les demandes envoyées depuis la page Contact apparaîtront ici.</p>
        </EmptyState>
      ) : (
        <QuoteInbox list={list.data} />
      )}
    </>
  );
}
