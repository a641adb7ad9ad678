import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUnsavedText } from '@/admin/kit/lib/use-unsaved-text';
import { EmailState } from '@/admin/messages/parts/email-state';
import { HistoryEntries } from '@/admin/messages/parts/history-entries';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { controlClass, Field } from '@/shared/ui/field';
import { Spinner } from '@/shared/ui/spinner';
import { issuedQuotes } from '../data/issued-quotes';
import { quoteEmailKinds, quoteEventKinds } from '../data/quote-labels';
import { quoteSending } from '../data/quote-sending';

/** The events of a quote, its e-mails among them, and a field for notes. */
export function QuoteThread({ id }: { id: string }) {
  const events = useQuery(issuedQuotes.events(id));
  const emails = useQuery(quoteSending.emails(id));
  const isReadOnly = useIsReadOnly();
  const isRead = events.isSuccess && emails.isSuccess;
  const isAskedFor = useLocation().hash === '#historique';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A line of « Aujourd’hui » links here; the sheet above has its height by now.
    if (isAskedFor && isRead) heading.current?.focus();
  }, [isAskedFor, isRead]);
  return (
    <section aria-labelledby="titre-historique" className="rounded-xl border border-line bg-paper p-4 sm:p-5">
      <h2 ref={heading} id="titre-historique" tabIndex={-1} className="scroll-mt-20 font-semibold">
        Historique
      </h2>
      {events.isPending || emails.isPending ? (
        <Spinner />
      ) : events.isError || emails.isError ? (
        <ErrorState
          title="Impossible de charger l’historique du devis"
          error={events.error ?? emails.error}
          onRetry={() => Promise.all([events.refetch(), emails.refetch()])}
        />
      ) : (
        <HistoryEntries
          entries={[
            ...events.data.map(({ id: key, kind, body, created_at }) => ({
              key,
              at: created_at,
              title: quoteEventKinds[kind] ?? kind,
              content: body && <p className="whitespace-pre-line">{body}</p>,
            })),
            ...emails.data.map((email) => ({
              key: email.id,
              at: email.created_at,
              title: quoteEmailKinds[email.kind] ?? 'Courriel',
              content: <EmailState email={email} />,
            })),
          ]}
        />
      )}
      {!isReadOnly && <NewNote id={id} />}
    </section>
  );
}

function NewNote({ id }: { id: string }) {
  const [body, setBody] = useState('');
  const note = useMutation(quoteSending.note());
  useUnsavedText(body.trim() !== '');
  return (
    <form
      aria-label="Ajouter une note"
      className="mt-4 space-y-2 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() && !note.isPending)
          note.mutate({ id, body: body.trim() }, { onSuccess: () => setBody('') });
      }}
    >
      <Field label="Note de l’équipe" hint="Le client ne la voit pas.">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={2000}
            value={body}
            onChange={({ target }) => setBody(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" size="sm" variant="outline" pending={note.isPending} disabled={!body.trim()}>
        Ajouter la note
      </Button>
    </form>
  );
}
