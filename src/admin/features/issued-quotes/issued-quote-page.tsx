import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { issuedQuotes } from '@/admin/data/issued-quotes/issued-quotes';
import { issuedQuoteStatuses } from '@/admin/data/issued-quotes/quote-labels';
import { labelOf } from '@/admin/lib/label-of';
import { PageHeader } from '@/admin/ui/page-header';
import { paths } from '@/shared/lib/admin-paths';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { quoteTitle } from '@/shared/ui/quote-sheet';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { DraftForm } from './draft-form';
import { QuoteThread } from './quote-thread';
import { SentQuote } from './sent-quote';

const { admin } = paths;

/** One quote: a draft is written, what was sent is read. */
export function IssuedQuotePage() {
  const { id = '' } = useParams();
  // What is being typed must not be replaced by what was read again.
  const { data: quote, ...query } = useQuery({ ...issuedQuotes.byId(id), refetchOnWindowFocus: false });
  const title = quote ? quoteTitle({ number: quote.number ?? '', revision: quote.revision }) : 'Devis';
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader
        title={title}
        count={quote?.number ? labelOf(issuedQuoteStatuses, quote.status) : undefined}
      />
      {query.isPending ? (
        <Spinner />
      ) : quote === undefined ? (
        <ErrorState title="Impossible de charger le devis" onRetry={() => query.refetch()} />
      ) : quote === null ? (
        <EmptyState title="Ce devis n’existe pas ou a été supprimé">
          <Link to={admin.issuedQuotes.href()} className="underline">
            Revenir aux devis
          </Link>
        </EmptyState>
      ) : (
        <div className="space-y-6">
          {quote.status === 'brouillon' ? (
            <DraftForm key={quote.id} quote={quote} />
          ) : (
            <SentQuote key={quote.id} quote={quote} />
          )}
          <QuoteThread id={quote.id} />
        </div>
      )}
    </>
  );
}
