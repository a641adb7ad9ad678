import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AnswerCountdown } from '@/admin/kit/ui/answer-countdown';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { quoteStatuses } from '@/shared/data/quote-requests';
import type { Enums } from '@/shared/database.types';
import type { QuoteRequest } from '../data/quote-requests';
import { requestOutcomes } from '../data/request-outcomes';
import { isOpen } from './request-filters';

const statusTones: Partial<Record<Enums<'request_status'>, Tone>> = {
  nouveau: 'quiet',
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
