import { useMutation } from '@tanstack/react-query';
import { ShieldAlert, UserMinus } from 'lucide-react';
import { formatDateTime, formatLongDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import type { Enums } from '@/shared/database.types';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { type InboundMessage, inboundMessages, messageKinds, senderChecks } from '../data/inbound-messages';
import { EntryHead, FileButtons, writtenClass } from './thread-parts';

const tones: Partial<Record<Enums<'inbound_message_kind'>, Tone>> = {
  reply: 'done',
  removal: 'attention',
  bounce: 'attention',
};

type Props = {
  message: InboundMessage;
  /** The record that it is shown with; absent while it has none. */
  place?: { contact: string } | { request: string };
};

/** A received message: the sender and their authenticity, the text, and the decisions that a person may take. */
export function ReceivedMessage({ message, place }: Props) {
  const {
    kind,
    from_name,
    from_email,
    subject,
    body,
    quoted,
    trouble,
    attachments,
    received_at,
    returns_on,
  } = message;
  return (
    <div className="rounded-xl border-l-4 border-spruce/40 bg-spruce-pale/50 px-4 py-2.5">
      <EntryHead title={from_name || from_email}>{formatDateTime(received_at)}</EntryHead>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-slate">
        <StatusBadge tone={tones[kind] ?? 'quiet'} label={labelOf(messageKinds, kind)} />
        {from_name && <span className="break-all">{from_email}</span>}
        <Sender message={message} />
        {kind === 'absence' && returns_on && (
          <span>De retour le {formatLongDay(returns_on)}; les relances attendent ce jour</span>
        )}
      </p>
      {subject && <p className="mt-1.5 text-sm font-medium wrap-anywhere text-slate">{subject}</p>}
      {body ? <p className={writtenClass}>{body}</p> : <p className="mt-1 text-slate">Aucun texte</p>}
      {quoted && (
        <details className="mt-1.5 text-sm text-slate">
          <summary className="min-h-6 cursor-pointer">
            Texte cité ({counted(quoted.split('\n').length, 'ligne')})
          </summary>
          <p className={writtenClass}>{quoted}</p>
        </details>
      )}
      {trouble && <p className="mt-1.5 text-sm wrap-anywhere text-slate">{trouble}</p>}
      <FileButtons files={attachments} bucket="inbound-files" />
      <AdminsOnly>
        {place && <ConfirmSender message={message} place={place} />}
        <Removal message={message} />
        <Correction message={message} />
      </AdminsOnly>
    </div>
  );
}

/** The sender, with the provider's finding unless it is certain. */
function Sender({ message: { sender_check, authentication } }: Props) {
  const found = Object.entries(authentication)
    .map(([method, result]) => `${method.toUpperCase()}\u00a0${result}`)
    .join(', ');
  return (
    <span className={sender_check === 'fail' ? 'font-medium text-sumac-deep' : undefined} title={found}>
      {labelOf(senderChecks, sender_check)}
      {sender_check !== 'pass' && found && <> ({found})</>}
    </span>
  );
}

/** Asks a person to confirm an uncertain sender, whose message changes nothing automatically. */
function ConfirmSender({ message, place }: Required<Props>) {
  const file = useMutation(inboundMessages.file());
  if (message.applied_at !== null || (message.kind !== 'reply' && message.kind !== 'removal')) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
      <ShieldAlert aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 basis-56">
        Rien ne prouve que cette personne a écrit ce message&nbsp;: les relances continuent.
      </span>
      <Button
        size="sm"
        variant="outline"
        pending={file.isPending}
        onClick={() => file.mutate({ id: message.id, place })}
      >
        C’est bien cette personne
      </Button>
    </div>
  );
}

/** « Retirez-moi »: offered in one press, and never automatic. */
function Removal({ message: { id, kind, settled_at } }: Props) {
  const settle = useMutation(inboundMessages.settleRemoval());
  if (kind !== 'removal') return null;
  if (settled_at !== null) {
    return <p className="mt-2 text-sm text-slate">Retiré des envois le {formatDateTime(settled_at)}</p>;
  }
  return (
    <Button
      size="sm"
      variant="accent"
      className="mt-2"
      pending={settle.isPending}
      onClick={() => settle.mutate(id)}
    >
      <UserMinus aria-hidden="true" className="size-4" />
      Retirer des envois
    </Button>
  );
}

/** Lets a person correct the detected kind of a message, which redoes everything that follows from it. */
function Correction({ message: { id, kind, settled_at } }: Props) {
  const correct = useMutation(inboundMessages.correct());
  if (settled_at !== null && kind === 'removal') return null;
  const choices = [
    ...(kind === 'reply' ? [] : (['reply'] as const)),
    ...(kind === 'absence' ? [] : (['absence'] as const)),
  ];
  return (
    <p className="-mx-3.5 mt-1 flex flex-wrap text-slate">
      {choices.map((correct_kind) => (
        <Button
          key={correct_kind}
          size="sm"
          variant="ghost"
          pending={correct.isPending && correct.variables.correct_kind === correct_kind}
          disabled={correct.isPending}
          onClick={() => correct.mutate({ message: id, correct_kind })}
        >
          {correct_kind === 'absence'
            ? 'C’est une absence'
            : kind === 'removal'
              ? 'Ce n’est pas une demande de retrait'
              : 'C’est une réponse'}
        </Button>
      ))}
    </p>
  );
}
