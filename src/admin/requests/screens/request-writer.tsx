import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { useUnsavedText } from '@/admin/kit/lib/use-unsaved-text';
import { Button } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';
import type { QuoteRequest } from '../data/quote-requests';
import { noteKinds, type RequestEmail, requestThread, type Thread } from '../data/request-thread';
import { ReplyComposer } from './reply-composer';

const kindLabels = { reply: 'Réponse par courriel', ...noteKinds } as const;

type Kind = keyof typeof kindLabels;

/** Writes an answer to the person, or a note for the team. Each keeps its text while the other is shown. */
export function RequestWriter({ quote, thread }: { quote: QuoteRequest; thread: Thread }) {
  const [kind, setKind] = useState<Kind>('reply');
  const [isSent, setSent] = useState(false);
  const leaving = thread.emails.find(isLeaving);
  const answered = thread.messages.at(-1)?.body ?? quote.message;
  // A reply that was taken back is edited again.
  if (isSent && thread.draft) setSent(false);
  const place = useRef<HTMLElement>(null);
  // The composer that closes would leave what was sent above the view.
  useEffect(() => {
    if (isSent) place.current?.scrollIntoView({ block: 'center' });
  }, [isSent]);
  // Whoever is writing needs no button that leads here: the bar of a phone gives way (request-detail.tsx).
  useEffect(() => {
    const section = place.current;
    if (!section || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      ([seen]) => section.toggleAttribute('data-written-in', seen?.isIntersecting),
      { rootMargin: '0px 0px -50% 0px' },
    );
    observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={place} aria-label="Écrire" className="rounded-xl border border-line">
      <fieldset className="flex flex-wrap gap-1 border-b border-line px-3 py-2">
        <legend className="sr-only">Quoi écrire</legend>
        {Object.entries(kindLabels).map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === kind}
            onClick={() => setKind(value as Kind)}
            className="min-h-8 rounded-full px-3 text-sm font-medium hover:bg-mist aria-pressed:bg-mist aria-pressed:font-semibold"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className="p-3 sm:p-4">
        <div hidden={kind !== 'reply'}>
          {leaving ? (
            <LeavingReply reply={leaving} />
          ) : isSent ? (
            <Button data-reply-again variant="outline" size="sm" onClick={() => setSent(false)}>
              Répondre de nouveau
            </Button>
          ) : (
            <ReplyComposer
              quote={quote}
              stored={thread.draft}
              answered={answered}
              onSent={() => setSent(true)}
            />
          )}
        </div>
        <div hidden={kind === 'reply'}>
          <NoteForm quoteId={quote.id} kind={kind === 'received' ? 'received' : 'note'} />
        </div>
      </div>
    </section>
  );
}

function NoteForm({ quoteId, kind }: { quoteId: string; kind: keyof typeof noteKinds }) {
  const id = useId();
  const [body, setBody] = useState('');
  const add = useMutation(requestThread.addNote());
  useUnsavedText(body.trim() !== '');
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() === '' || add.isPending) return;
        add.mutate({ quoteId, kind, body: body.trim() }, { onSuccess: () => setBody('') });
      }}
    >
      <label htmlFor={id} className="block text-sm font-semibold">
        {noteKinds[kind]}
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={5000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
        className={controlClass}
      />
      <p className="text-sm text-slate">
        {kind === 'note'
          ? 'Pour l’équipe seulement. Une note ne se modifie pas.'
          : 'Notez ici ce que la personne a répondu à votre boîte de courriel.'}
      </p>
      <Button type="submit" size="sm" pending={add.isPending}>
        Ajouter
      </Button>
    </form>
  );
}

/** Time of a reply in the outbox before it leaves, in s (send_reply). */
const WAIT_SECONDS = 10;

/** Tells whether a reply was just sent and can still be taken back. */
const isLeaving = ({ kind, state, attempts, lease_token }: RequestEmail) =>
  kind === 'reply' && state === 'en_attente' && attempts === 0 && lease_token === null;

const secondsTo = (instant: string) =>
  Math.min(WAIT_SECONDS, Math.max(0, Math.ceil((Date.parse(instant) - serverClock.now()) / 1_000)));

/** Replaces the composer once a reply is sent: the time left, and « Annuler ». */
function LeavingReply({ reply: { id, next_attempt_at } }: { reply: RequestEmail }) {
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
