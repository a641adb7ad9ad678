import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type RequestEmail, requestThread } from '@/admin/data/quote-requests/request-thread';
import { Button } from '@/shared/ui/button';

/** How long a reply waits in the outbox before it leaves, in s (send_reply). */
const WAIT_SECONDS = 10;

/** Whether a reply was just sent and can still be taken back. */
export const isLeaving = ({ kind, state, attempts, lease_token }: RequestEmail) =>
  kind === 'reply' && state === 'en_attente' && attempts === 0 && lease_token === null;

const secondsTo = (instant: string) =>
  Math.min(WAIT_SECONDS, Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1_000)));

/** In the place of the composer once a reply is sent: when it leaves, and « Annuler ». */
export function LeavingReply({ reply: { id, next_attempt_at } }: { reply: RequestEmail }) {
  const [seconds, setSeconds] = useState(() => secondsTo(next_attempt_at));
  const takeBack = useMutation(requestThread.takeBack());
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(next_attempt_at)), 250);
    return () => clearInterval(timer);
  }, [next_attempt_at]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="grow">{seconds > 0 ? <>Part dans {seconds}&nbsp;s</> : 'Part dans un instant'}</p>
      <Button size="sm" variant="outline" pending={takeBack.isPending} onClick={() => takeBack.mutate(id)}>
        Annuler
      </Button>
    </div>
  );
}
