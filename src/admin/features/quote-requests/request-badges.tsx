import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { requestOutcomes } from '@/admin/data/quote-requests/request-outcomes';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { AnswerCountdown } from '@/admin/ui/answer-countdown';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';
import { quoteStatuses } from '@/shared/data/quote-requests';
import type { Enums } from '@/shared/database.types';
import { isOpen } from './request-filters';

const statusTones: Partial<Record<Enums<'request_status'>, Tone>> = {
  nouveau: 'attention',
  en_cours: 'active',
  répondu: 'done',
  archivé: 'quiet',
};

export function QuoteStatusBadge({ status }: { status: Enums<'request_status'> }) {
  return <StatusBadge tone={statusTones[status] ?? 'quiet'} label={labelOf(quoteStatuses, status)} />;
}

export function OutcomeBadge({ outcome }: { outcome: Enums<'request_outcome'> }) {
  return (
    <StatusBadge tone={outcome === 'gagnée' ? 'done' : 'quiet'} label={labelOf(requestOutcomes, outcome)} />
  );
}

/** The time left to answer, or the moment of the answer. */
export function QuoteCountdown({ quote, now }: { quote: QuoteRequest; now: Date }) {
  if (!isOpen(quote)) {
    if (!quote.answered_at) return <span className="text-slate">—</span>;
    return <span className="text-slate">Répondu le {formatDateTime(quote.answered_at)}</span>;
  }
  return <AnswerCountdown receivedAt={quote.created_at} now={now} />;
}
