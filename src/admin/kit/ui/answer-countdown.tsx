import { answerCountdown } from '../lib/business-hours';
import { formatDateTime } from '../lib/dates';

const urgencyClass = {
  calm: 'text-slate',
  soon: 'font-semibold text-amber-ink',
  late: 'font-semibold text-sumac-deep',
};

/**
 * Time left to keep the promise of an answer, with the exact moment on hover.
 *
 * @param receivedAt moment of the request, ISO 8601 with its offset
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
