import { labelOf, quoteStatuses } from '@/data/quotes/quote-labels';
import type { QuoteRequest } from '@/data/quotes/quotes';
import { answerCountdown } from '@/lib/business-hours';
import { formatDateTime } from '@/lib/dates';
import { StatusBadge, type Tone } from '@/ui/status-badge';
import { isOpen } from './quote-filters';

const statusTones: Record<string, Tone> = {
  nouveau: 'attention',
  en_cours: 'active',
  répondu: 'done',
  archivé: 'quiet',
};

export function QuoteStatusBadge({ status }: { status: string }) {
  return <StatusBadge tone={statusTones[status] ?? 'quiet'} label={labelOf(quoteStatuses, status)} />;
}

const urgencyClass = {
  calm: 'text-slate',
  soon: 'font-semibold text-amber-ink',
  late: 'font-semibold text-sumac-deep',
};

/** How long the promise of an answer still holds; when it was given, once it was. */
export function QuoteCountdown({ quote, now }: { quote: QuoteRequest; now: Date }) {
  if (!isOpen(quote)) {
    if (!quote.answered_at) return <span className="text-slate">—</span>;
    return <span className="text-slate">Répondu le {formatDateTime(quote.answered_at)}</span>;
  }
  const { due, label, urgency } = answerCountdown(new Date(quote.created_at), now);
  return (
    <span
      className={urgencyClass[urgency]}
      title={`Réponse attendue au plus tard le ${formatDateTime(due.toISOString())}`}
    >
      {label}
    </span>
  );
}
