import type { ReactNode } from 'react';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { ReceivedMessage } from '@/admin/messages/parts/received-message';
import { SentEmail } from '@/admin/messages/parts/sent-email';
import { EntryHead, writtenClass } from '@/admin/messages/parts/thread-parts';
import type { QuoteRequest } from '../data/quote-requests';
import { noteKinds, type RequestNote, type Thread } from '../data/request-thread';
import { RequestChange } from './request-change';

/** The thread of a request, oldest first: its own message, e-mails, notes, changes of status and outcome. */
export function RequestThread({ quote, thread }: { quote: QuoteRequest; thread: Thread }) {
  const entries: { id: string; at: string; content: ReactNode }[] = [
    ...thread.emails.map((email) => ({
      id: email.id,
      at: email.finished_at ?? email.created_at,
      content: <SentEmail email={email} />,
    })),
    ...thread.notes.map((note) => ({ id: note.id, at: note.created_at, content: <Note note={note} /> })),
    ...thread.messages.map((message) => ({
      id: message.id,
      at: message.received_at,
      content: <ReceivedMessage message={message} place={{ request: quote.id }} />,
    })),
    ...thread.events.map((event) => ({
      id: event.id,
      at: event.created_at,
      content: <RequestChange event={event} />,
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <section aria-label="Échanges">
      <ol className="space-y-2.5">
        <li className="rounded-xl bg-mist px-4 py-3">
          <EntryHead title={quote.contact_name}>
            {!quote.anonymised_at && formatDateTime(quote.created_at)}
          </EntryHead>
          {quote.message ? (
            <p className={writtenClass}>{quote.message}</p>
          ) : (
            <p className="mt-1 text-slate">Aucun message</p>
          )}
        </li>
        {entries.map(({ id, content }) => (
          <li key={id} id={id}>
            {content}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Note({ note: { kind, body, created_at } }: { note: RequestNote }) {
  return (
    <div className="rounded-xl border-l-4 border-amber-ink/40 bg-amber-pale px-4 py-2.5">
      <EntryHead title={labelOf(noteKinds, kind)}>{formatDateTime(created_at)}</EntryHead>
      <p className={writtenClass}>{body}</p>
    </div>
  );
}
