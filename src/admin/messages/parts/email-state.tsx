import { useMutation } from '@tanstack/react-query';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import type { DocumentEmail } from '@/admin/quotes/data/document-emails';
import { quoteSending } from '@/admin/quotes/data/quote-sending';
import { notificationStates } from '@/admin/requests/data/request-thread';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';

/** The state of an e-mail, and « Renvoyer » for one that failed. */
export function EmailState({ email }: { email: DocumentEmail }) {
  const retry = useMutation(quoteSending.retry());
  const isReadOnly = useIsReadOnly();
  const canRetry = !isReadOnly && ['échec', 'incertain'].includes(email.state);
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <span className={email.state === 'envoyé' ? 'text-slate' : 'font-medium'}>
        {labelOf(notificationStates, email.state)}
        {email.finished_at && email.state === 'envoyé' && `, ${formatDateTime(email.finished_at)}`}
      </span>
      {email.last_error && email.state !== 'envoyé' && <span>{email.last_error}</span>}
      {canRetry && (
        <Button size="sm" variant="outline" pending={retry.isPending} onClick={() => retry.mutate(email.id)}>
          Renvoyer
        </Button>
      )}
    </div>
  );
}
