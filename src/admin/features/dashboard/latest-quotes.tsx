import { Link } from 'react-router-dom';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { formatRelative } from '@/admin/lib/relative-time';
import { AnswerCountdown } from '@/admin/ui/answer-countdown';
import { quoteStatuses, serviceTypes } from '@/shared/data/quote-requests';
import { paths } from '@/shared/lib/paths';

type LatestQuote = Pick<QuoteRequest, 'id' | 'organization_name' | 'service_type' | 'status' | 'created_at'>;

/** The last quote requests; those that wait for an answer say how long the promise of one still holds. */
export function LatestQuotes({ quotes }: { quotes: readonly LatestQuote[] }) {
  if (quotes.length === 0) return <p className="text-slate">Aucune demande de soumission pour le moment.</p>;
  return (
    <ul className="-my-3 divide-y divide-line">
      {quotes.map((quote) => (
        <li key={quote.id} className="py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link
              to={paths.admin.quote.href(quote.id)}
              className="font-semibold underline-offset-4 hover:underline"
            >
              {quote.organization_name}
            </Link>
            <Standing quote={quote} />
          </p>
          <p className="text-sm text-slate">
            {labelOf(serviceTypes, quote.service_type)} ·{' '}
            <time dateTime={quote.created_at} title={formatDateTime(quote.created_at)}>
              {formatRelative(quote.created_at)}
            </time>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Standing({ quote: { status, created_at } }: { quote: LatestQuote }) {
  if (status !== 'nouveau' && status !== 'en_cours') {
    return <span className="text-sm text-slate">{labelOf(quoteStatuses, status)}</span>;
  }
  return (
    <span className="text-sm">
      <AnswerCountdown receivedAt={created_at} />
    </span>
  );
}
