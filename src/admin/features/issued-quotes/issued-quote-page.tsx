import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { issuedQuotes } from '@/admin/data/issued-quotes/issued-quotes';
import { issuedQuoteStatuses } from '@/admin/data/issued-quotes/quote-labels';
import { labelOf } from '@/admin/lib/label-of';
import { listAddress } from '@/admin/lib/list-address';
import { PageHeader } from '@/admin/ui/page-header';
import { RecordPlaceholder } from '@/admin/ui/record-placeholder';
import { paths } from '@/shared/lib/admin-paths';
import { quoteTitle } from '@/shared/ui/quote-sheet';
import { Seo } from '@/shared/ui/seo';
import { DraftForm } from './draft-form';
import { QuoteThread } from './quote-thread';
import { SentQuote } from './sent-quote';

const { admin } = paths;

/** One quote: the form of a draft, or the sent document. */
export function IssuedQuotePage() {
  const { id = '' } = useParams();
  // No refetch, which would replace the input.
  const query = useQuery({ ...issuedQuotes.byId(id), refetchOnWindowFocus: false });
  const quote = query.data;
  const title = quote ? quoteTitle({ number: quote.number ?? '', revision: quote.revision }) : 'Devis';
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader
        title={title}
        count={quote?.number ? labelOf(issuedQuoteStatuses, quote.status) : undefined}
      />
      {quote ? (
        <div className="space-y-6">
          {quote.status === 'brouillon' ? (
            <DraftForm key={quote.id} quote={quote} />
          ) : (
            <SentQuote key={quote.id} quote={quote} />
          )}
          <QuoteThread id={quote.id} />
        </div>
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger le devis"
          missing="Ce devis n’existe pas ou a été supprimé"
          back={{ to: listAddress(admin.issuedQuotes.href()), label: 'Revenir aux devis' }}
        />
      )}
    </>
  );
}
