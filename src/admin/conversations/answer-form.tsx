import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type InboundMessage, inboundMessages } from '@/admin/data/conversations/inbound-messages';
import { type RequestEmail, requestThread } from '@/admin/data/quote-requests/request-thread';
import { offerUndoBy } from '@/admin/data/undo-change';
import { useUnsavedText } from '@/admin/lib/use-unsaved-text';
import { ReplyForm } from '@/admin/ui/reply-form';

/** « Re : » once, whatever the other's program put. */
const answerSubject = (subject: string) =>
  `Re: ${subject.replace(/^(?:(?:re|tr|fw|fwd)\s*:\s*)+/iu, '')}`.slice(0, 200).trim();

type Props = { message: InboundMessage; draft: RequestEmail | undefined };

/** The answer to a message, sent by the studio's own server. A draft is an answer that was taken back. */
export function AnswerForm({ message, draft }: Props) {
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
    <div className="mt-4 border-t border-line pt-4">
      <ReplyForm
        {...{ to: message.from_email, subject, body, error, bodyRef: field, rows: 6 }}
        pending={send.isPending}
        onChange={(change) => {
          setError(undefined);
          if (change.subject !== undefined) setSubject(change.subject);
          if (change.body !== undefined) setBody(change.body);
        }}
        onSubmit={submit}
      />
    </div>
  );
}
