import { answerCountdown } from '@/admin/lib/business-hours';
import { formatDateTime } from '@/admin/lib/dates';

const urgencyClass = {
  calm: 'text-slate',
  soon: 'font-semibold text-amber-ink',
  late: 'font-semibold text-sumac-deep',
};

/**
 * How long the promise of an answer still holds, the exact moment on hover.
 *
 * @param receivedAt when the request came, ISO 8601 with its offset
 */
export function AnswerCountdown({ receivedAt, now }: { receivedAt: string; now?: Date }) {
  const { due, label, urgency } = answerCountdown(new Date(receivedAt), now);
  return (
    <span
      className={urgencyClass[urgency]}
      title={`Réponse attendue au plus tard le ${formatDateTime(due.toISOString())}`}
    >
      {label}
    </span>
  );
}
