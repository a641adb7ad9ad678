import { useQuery } from '@tanstack/react-query';
import { type QuoteRequest, quotes } from '@/data/quotes/quotes';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { PageHeader } from '@/ui/page-header';
import { Seo } from '@/ui/seo';
import { Spinner } from '@/ui/spinner';
import { QuoteCard } from './quote-card';

/** The quote requests received, newest first. */
export function QuotesPage() {
  const list = useQuery(quotes.list());
  const count = list.data?.length ?? 0;
  return (
    <>
      <Seo title="Soumissions" noIndex />
      <PageHeader
        title="Soumissions"
        count={list.data && `${count} ${count > 1 ? 'demandes reçues' : 'demande reçue'}`}
      />
      {list.isPending ? (
        <Spinner />
      ) : list.isError ? (
        <ErrorState title="Impossible de charger les soumissions" onRetry={() => list.refetch()} />
      ) : (
        <Quotes requests={list.data} />
      )}
    </>
  );
}

function Quotes({ requests }: { requests: QuoteRequest[] }) {
  if (requests.length === 0) {
    return (
      <EmptyState title="Aucune demande de soumission pour le moment">
        <p className="text-slate">Les demandes envoyées depuis la page Contact apparaîtront ici.</p>
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {requests.map((request) => (
        <li key={request.id}>
          <QuoteCard request={request} />
        </li>
      ))}
    </ul>
  );
}
