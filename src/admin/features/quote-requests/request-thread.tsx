import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { type Attachment, requestFiles } from '@/admin/data/quote-requests/request-files';
import {
  noteKinds,
  notificationKinds,
  notificationStates,
  type RequestEmail,
  type RequestNote,
  requestThread,
  type Thread,
} from '@/admin/data/quote-requests/request-thread';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { RequestChange } from './request-change';

const tones: Record<string, Tone> = {
  en_attente: 'active',
  envoyé: 'done',
  échec: 'attention',
  incertain: 'attention',
};

const textClass = 'mt-1 wrap-anywhere whitespace-pre-line';

/** What happened with a request, oldest first: its own message, e-mails, notes, changes of status and outcome. */
export function RequestThread({ quote, thread }: { quote: QuoteRequest; thread: Thread }) {
  const entries: { id: string; at: string; shown: ReactNode }[] = [
    ...thread.emails.map((email) => ({
      id: email.id,
      at: email.finished_at ?? email.created_at,
      shown: <Email email={email} />,
    })),
    ...thread.notes.map((note) => ({ id: note.id, at: note.created_at, shown: <Note note={note} /> })),
    ...thread.events.map((event) => ({
      id: event.id,
      at: event.created_at,
      shown: <RequestChange event={event} />,
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <section aria-label="Échanges">
      <ol className="space-y-2.5">
        <li className="rounded-xl bg-mist px-4 py-3">
          <Head title={quote.contact_name}>{!quote.anonymised_at && formatDateTime(quote.created_at)}</Head>
          {quote.message ? (
            <p className={textClass}>{quote.message}</p>
          ) : (
            <p className="mt-1 text-slate">Aucun message</p>
          )}
        </li>
        {entries.map(({ id, shown }) => (
          <li key={id}>{shown}</li>
        ))}
      </ol>
    </section>
  );
}

function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-semibold wrap-anywhere">{title}</span>
      <span className="text-sm text-slate">{children}</span>
    </p>
  );
}

function Note({ note: { kind, body, created_at } }: { note: RequestNote }) {
  return (
    <div className="rounded-xl border-l-4 border-amber-ink/40 bg-amber-pale px-4 py-2.5">
      <Head title={labelOf(noteKinds, kind)}>{formatDateTime(created_at)}</Head>
      <p className={textClass}>{body}</p>
    </div>
  );
}

function Email({ email }: { email: RequestEmail }) {
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
          <p className={textClass}>{body}</p>
          <Attachments files={email.attachments} />
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

/** What can be done to an e-mail that did not leave. */
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

function Attachments({ files }: { files: readonly Attachment[] }) {
  const save = useMutation(requestFiles.save());
  const isReadOnly = useIsReadOnly();
  if (files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.path} className="max-w-full">
          {/* Only an administrator may open it. */}
          <Button
            size="sm"
            variant="outline"
            className="max-w-full"
            disabled={isReadOnly}
            onClick={() => save.mutate(file)}
          >
            <Paperclip aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">{file.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
