import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { contactPaths } from '@/admin/contacts/paths';
import { labelOf } from '@/admin/kit/lib/label-of';
import { listAddress } from '@/admin/kit/lib/list-address';
import { useWindowKind } from '@/admin/kit/lib/use-window-kind';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { requestPaths } from '@/admin/requests/paths';
import { tripPaths } from '@/admin/trips/paths';
import { quoteTitle } from '@/shared/ui/quote-sheet';
import { Seo } from '@/shared/ui/seo';
import { type IssuedQuote, issuedQuotes } from '../data/issued-quotes';
import { issuedQuoteStatuses } from '../data/quote-labels';
import { quotePaths } from '../paths';
import { DraftForm } from './draft-form';
import { QuoteThread } from './quote-thread';
import { SentQuote } from './sent-quote';

/** Links to the records that a quote was made for. */
function Sources({ quote: { request_id, contact_id, trip_plan_id } }: { quote: IssuedQuote }) {
  const links = [
    ...(request_id ? [{ to: requestPaths.one.href(request_id), label: 'Demande d’origine' }] : []),
    ...(contact_id ? [{ to: contactPaths.one.href(contact_id), label: 'Fiche du contact' }] : []),
    ...(trip_plan_id ? [{ to: tripPaths.one.href(trip_plan_id), label: 'Déplacement' }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {links.map(({ to, label }) => (
        <Link key={label} to={to} className="inline-flex min-h-6 items-center underline underline-offset-4">
          {label}
        </Link>
      ))}
    </p>
  );
}

/** One quote: the form of a draft, or the sent document. */
export function IssuedQuotePage() {
  const { id = '' } = useParams();
  // No refetch, which would replace the input.
  const query = useQuery({ ...issuedQuotes.byId(id), refetchOnWindowFocus: false });
  const quote = query.data;
  // On a phone its summary begins with it.
  const isPhone = useWindowKind() === 'phone';
  const title = quote ? quoteTitle({ number: quote.number ?? '', revision: quote.revision }) : 'Devis';
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader
        title={title}
        count={quote?.number && !isPhone ? labelOf(issuedQuoteStatuses, quote.status) : undefined}
      />
      {quote ? (
        <div className="space-y-6">
          <Sources quote={quote} />
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
          back={{ to: listAddress(quotePaths.list.href()), label: 'Revenir aux devis' }}
        />
      )}
    </>
  );
}
