import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { team } from '@/admin/account/data/team';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { quoteStatuses } from '@/shared/data/quote-requests';
import { formatAmount } from '@/shared/lib/money';
import { lossReasons, requestOutcomes } from '../data/request-outcomes';
import type { RequestEvent } from '../data/request-thread';

/** One change of a request in its thread: old and new value, person, time. */
export function RequestChange({ event }: { event: RequestEvent }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-0.5 text-sm">
      <span className="min-w-0 wrap-anywhere">
        {event.kind === 'status' ? <StatusChange event={event} /> : <OutcomeChange event={event} />}
        <Author id={event.recorded_by} />
      </span>
      <span className="text-slate">{formatDateTime(event.created_at)}</span>
    </div>
  );
}

function StatusChange({ event: { old_value, new_value } }: { event: RequestEvent }) {
  return (
    <>
      {'Statut\u00a0: '}
      {labelOf(quoteStatuses, old_value ?? '')}
      <ArrowRight aria-hidden="true" className="mx-1 inline size-3.5 text-slate" />
      <span className="sr-only"> devient </span>
      <strong className="font-semibold">{labelOf(quoteStatuses, new_value ?? '')}</strong>
    </>
  );
}

function OutcomeChange({ event: { new_value, reason, amount_cents } }: { event: RequestEvent }) {
  if (!new_value) return 'Issue retirée';
  const details = [
    reason && labelOf(lossReasons, reason).toLowerCase(),
    amount_cents !== null && formatAmount(amount_cents),
  ].filter(Boolean);
  return (
    <>
      {'Issue\u00a0: '}
      <strong className="font-semibold">{labelOf(requestOutcomes, new_value)}</strong>
      {details.length > 0 && ` (${details.join(', ')})`}
    </>
  );
}

/** The author of a change; none for the server, which marks a request answered when the reply has left. */
function Author({ id }: { id: string | null }) {
  const { data: members } = useQuery({ ...team.members(), enabled: id !== null });
  if (id === null) return <span className="text-slate">, automatiquement</span>;
  if (!members) return null;
  const member = members.find(({ user_id }) => user_id === id);
  return (
    <span className="text-slate">
      , par {member ? (member.isMine ? 'vous' : member.email) : 'un ancien membre'}
    </span>
  );
}
