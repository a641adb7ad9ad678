import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type InboundMessage, inboundMessages } from '@/admin/data/conversations/inbound-messages';
import { type RequestEmail, requestThread } from '@/admin/data/quote-requests/request-thread';
import { offerUndoBy } from '@/admin/data/undo-change';
import { useUnsavedText } from '@/admin/lib/use-unsaved-text';
import { Button } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';

/** « Re : » once, whatever the other's program put. */
const answerSubject = (subject: string) =>
  `Re: ${subject.replace(/^(?:(?:re|tr|fw|fwd)\s*:\s*)+/iu, '')}`.slice(0, 200).trim();

type Props = { message: InboundMessage; draft: RequestEmail | undefined };

/** The answer to a message, sent by the studio's own server. A draft is an answer that was taken back. */
export function AnswerForm({ message, draft }: Props) {
  const id = useId();
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [subject, setSubject] = useState(draft?.subject ?? answerSubject(message.subject));
  const [body, setBody] = useState(draft?.body ?? '');
  const [replyId, setReplyId] = useState(() => draft?.id ?? crypto.randomUUID());
  const [error, setError] = useState<string>();
  const send = useMutation(inboundMessages.answer());
  useUnsavedText(body.trim() !== '' && body !== draft?.body);

  const submit = () => {
    if (send.isPending) return;
    if (body.trim() === '' || subject.trim() === '') {
      setError('Écrivez un sujet et un texte.');
      field.current?.focus();
      return;
    }
    send.mutate(
      { reply: replyId, message: message.id, reply_subject: subject, reply_body: body },
      {
        onSuccess: () => {
          setBody('');
          setReplyId(crypto.randomUUID());
          offerUndoBy(client, 'La réponse part dans 10\u00a0secondes', requestThread.takeBack(), replyId);
        },
      },
    );
  };

  return (
    <form
      className="mt-4 space-y-3 border-t border-line pt-4"
      aria-label="Répondre"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
      <p className="text-sm text-slate">
        À <span className="wrap-anywhere text-ink">{message.from_email}</span>
      </p>
      <div>
        <label htmlFor={`${id}-subject`} className="mb-1 block text-sm font-semibold">
          Sujet
        </label>
        <input
          id={`${id}-subject`}
          value={subject}
          maxLength={200}
          onChange={(event) => setSubject(event.target.value)}
          className={controlClass}
        />
      </div>
      <div>
        <label htmlFor={`${id}-body`} className="mb-1 block text-sm font-semibold">
          Texte
        </label>
        <textarea
          ref={field}
          id={`${id}-body`}
          rows={6}
          maxLength={10_000}
          value={body}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            setError(undefined);
            setBody(event.target.value);
          }}
          className={controlClass}
        />
        {error && (
          <p id={`${id}-error`} className="mt-1 text-sm font-medium text-sumac-deep">
            {error}
          </p>
        )}
      </div>
      <Button
        type="submit"
        variant="accent"
        pending={send.isPending}
        aria-keyshortcuts="Control+Enter"
        title="Ctrl+Entrée"
      >
        <Send aria-hidden="true" className="size-4" />
        Envoyer
      </Button>
    </form>
  );
}
