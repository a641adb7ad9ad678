import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatCents } from '@/shared/lib/money';
import { quoteNumber } from '@/shared/ui/quote-sheet';
import { issuedQuotes, type QuoteSource } from '../data/issued-quotes';
import { quotePaths } from '../paths';
import { QuoteState } from './quote-state';

/** The quotes made for a trip. */
export const QuotesOfTrip = ({ id }: { id: string }) => (
  <RelatedQuotes of={{ source: 'trip_plan', source_id: id }} />
);

/** The quotes made for a request. */
export const QuotesOfRequest = ({ id }: { id: string }) => (
  <RelatedQuotes of={{ source: 'quote_request', source_id: id }} />
);

/** The quotes made for a record, newest first; nothing as long as there is none. */
function RelatedQuotes({ of }: { of: QuoteSource }) {
  const { data: quotes = [] } = useQuery(issuedQuotes.of(of));
  if (quotes.length === 0) return null;
  return (
    <section aria-label="Devis" className="rounded-xl border border-line bg-paper p-3 sm:p-4">
      <h3 className="font-semibold">Devis</h3>
      <ul className="divide-y divide-line">
        {quotes.map(({ id, number, revision, status, subject, total_cents }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link
              to={quotePaths.one.href(id)}
              className="min-w-0 grow underline underline-offset-4 wrap-anywhere"
            >
              {number ? quoteNumber({ number, revision }) : 'Brouillon'}
              {subject && `, ${subject}`}
            </Link>
            <span className="tabular-nums">{formatCents(total_cents)}</span>
            <QuoteState status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
