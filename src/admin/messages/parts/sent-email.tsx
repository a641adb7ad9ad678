import { useMutation } from '@tanstack/react-query';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import {
  notificationKinds,
  notificationStates,
  type RequestEmail,
  requestThread,
} from '@/admin/requests/data/request-thread';
import type { Enums } from '@/shared/database.types';
import { Button } from '@/shared/ui/button';
import { FileButtons, writtenClass } from './thread-parts';

const tones: Partial<Record<Enums<'notification_state'>, Tone>> = {
  en_attente: 'active',
  envoyé: 'done',
  échec: 'attention',
  incertain: 'attention',
};

/** An e-mail of the outbox in a conversation: its text, its state, and the actions when it did not leave. */
export function SentEmail({ email }: { email: RequestEmail }) {
  const { kind, state, attempts, last_error, finished_at, subject, body } = email;
  const isReply = kind === 'reply';
  return (
    <div className={`rounded-xl border border-line px-4 ${isReply ? 'py-3' : 'py-1.5'}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={isReply ? 'font-semibold' : 'text-sm'}>{labelOf(notificationKinds, kind)}</span>
        <StatusBadge tone={tones[state] ?? 'quiet'} label={labelOf(notificationStates, state)} />
        {state === 'envoyé' && finished_at && (
          <span className="ml-auto text-sm text-slate">{formatDateTime(finished_at)}</span>
        )}
        <AdminsOnly>
          <Actions email={email} />
        </AdminsOnly>
      </div>
      {isReply && (
        <>
          <p className="mt-1.5 text-sm font-medium wrap-anywhere text-slate">{subject}</p>
          <p className={writtenClass}>{body}</p>
          <FileButtons files={email.attachments} bucket="request-files" />
        </>
      )}
      {state !== 'envoyé' && last_error && (
        <p className="mt-1 text-sm wrap-anywhere text-slate">
          {attempts > 1 && `Essai ${attempts}\u00a0: `}
          {last_error}
        </p>
      )}
      {isReply && state === 'incertain' && (
        <p className="mt-1 text-sm text-slate">
          Cette réponse est peut-être arrivée. Vérifiez avant de la renvoyer.
        </p>
      )}
    </div>
  );
}

/** The actions on an e-mail that did not leave. */
function Actions({ email: { id, kind, state, lease_token, may_have_arrived } }: { email: RequestEmail }) {
  const retry = useMutation(requestThread.retry());
  const takeBack = useMutation(requestThread.takeBack());
  const isOver = state === 'échec' || state === 'incertain';
  const canTakeBack =
    kind === 'reply' &&
    !may_have_arrived &&
    ((state === 'en_attente' && lease_token === null) || state === 'échec' || state === 'retenu');
  if (!isOver && !canTakeBack) return null;
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      {canTakeBack && (
        <Button size="sm" variant="outline" pending={takeBack.isPending} onClick={() => takeBack.mutate(id)}>
          {state === 'en_attente' ? 'Annuler l’envoi' : 'Reprendre le texte'}
        </Button>
      )}
      {isOver && (
        <Button size="sm" variant="outline" pending={retry.isPending} onClick={() => retry.mutate(id)}>
          Renvoyer
        </Button>
      )}
    </span>
  );
}
