import { useQuery } from '@tanstack/react-query';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { QuoteTabs } from '@/admin/quotes/parts/quote-tabs';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { type QuoteRequest, quoteRequests } from '../data/quote-requests';
import { unreadRequests } from '../data/unread-requests';
import { QuoteInbox } from './request-inbox';
import { UnsortedMessages } from './unsorted-messages';

function countOf(rows: readonly QuoteRequest[] | undefined): string | undefined {
  if (!rows) return undefined;
  const of = (wanted: string) => rows.filter(({ status }) => status === wanted).length;
  const received = counted(rows.length, 'demande reçue', 'demandes reçues');
  return `${received}, dont ${counted(of('nouveau'), 'nouvelle')} et ${counted(of('en_cours'), 'en cours', 'en cours')}`;
}

/** The received quote requests: their content, their status, and the time left to answer. */
export function QuoteRequestsPage() {
  const list = useQuery(quoteRequests.list());
  // Read here too, because its polling renews the list.
  const { data: unread = 0 } = useQuery(unreadRequests());
  return (
    <div className="lg:flex lg:-mb-4 lg:h-[calc(100dvh-5.5rem)] lg:flex-col">
      <Seo title={unread > 0 ? `(${unread}) Soumissions` : 'Soumissions'} noIndex />
      <header className="mb-3 flex flex-wrap items-baseline gap-x-4 max-sm:mb-1">
        <h1 className="text-2xl font-bold max-sm:text-xl">Soumissions</h1>
        {/* On a phone, the views of the list carry these numbers. */}
        <p className="text-sm text-slate max-sm:sr-only">{countOf(list.data)}</p>
        <div className="ml-auto">
          <UnsortedMessages />
        </div>
      </header>
      <QuoteTabs />
      {list.isPending ? (
        <TableSkeleton />
      ) : !list.data ? (
        <ErrorState
          title="Impossible de charger les demandes"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : list.data.length === 0 ? (
        <EmptyState title="Aucune demande de soumission pour le moment">
          <p className="text-slate">Les demandes envoyées depuis la page Contact apparaîtront ici.</p>
          <a href="/contact" target="_blank" rel="noopener" className={buttonClass({ variant: 'outline' })}>
            Voir la page Contact
          </a>
        </EmptyState>
      ) : (
        <QuoteInbox list={list.data} />
      )}
    </div>
  );
}
