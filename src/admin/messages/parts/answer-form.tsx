import { cutText } from '@contract/cut-text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { ReplyForm } from '@/admin/kit/ui/reply-form';
import { type RequestEmail, requestThread } from '@/admin/requests/data/request-thread';
import { type InboundMessage, inboundMessages } from '../data/inbound-messages';
import { useReplyDraft } from './use-reply-draft';

/** Adds « Re : » once, whatever prefix the other's program used. */
const answerSubject = (subject: string) =>
  cutText(`Re: ${subject.replace(/^(?:(?:re|tr|fw|fwd)\s*:\s*)+/iu, '')}`, 200).trim();

type Props = { message: InboundMessage; stored: RequestEmail | undefined };

/**
 * The answer to a message, sent by the studio's own server.
 *
 * @param stored a saved draft, or an answer that was taken back
 */
export function AnswerForm({ message, stored }: Props) {
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useMutation(inboundMessages.answer());
  const { draft, status, change, restart } = useReplyDraft({
    name: `reply:message:${message.id}`,
    stored,
    fresh: { subject: answerSubject(message.subject), body: '', attachments: [] },
    save: inboundMessages.saveDraft(message.id),
    isSending: send.isPending,
  });
  const { id: replyId, subject, body } = draft;
  const [error, setError] = useState<string>();

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
          restart();
          offerUndoBy(client, 'La réponse part dans 10\u00a0secondes', requestThread.takeBack(), replyId);
        },
      },
    );
  };

  return (
    <div className="mt-4 border-t border-line pt-4">
      <ReplyForm
        to={message.from_email}
        subject={subject}
        body={body}
        error={error}
        bodyRef={field}
        rows={6}
        pending={send.isPending}
        onChange={(text) => {
          setError(undefined);
          change(text);
        }}
        onSubmit={submit}
        status={
          <p role="status" className="text-sm text-slate">
            {status}
          </p>
        }
      />
    </div>
  );
}
