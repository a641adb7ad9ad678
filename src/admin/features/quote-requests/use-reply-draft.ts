import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { type ReplyText, type RequestEmail, requestThread } from '@/admin/data/quote-requests/request-thread';
import { holdUnsavedText } from '@/admin/lib/unsaved-text';
import { freshReply } from './request-reply';

type Draft = ReplyText & { id: string };

/** What the server does not have yet, by request: it survives a look at another one, and goes with the session. */
const unsavedKey = (quoteId: string) => ['unsaved-replies', quoteId];

/** Pause in the typing after which the draft is saved, in ms. */
const PAUSE = 1_000;

const fromStored = ({ id, subject, body, attachments }: RequestEmail): Draft => ({
  ...{ id, subject: subject ?? '', body: body ?? '', attachments },
});

/**
 * The reply that is being written to a request, kept on the server as it is typed.
 *
 * @param stored the draft that the server has
 * @param sender who signs
 */
export function useReplyDraft(quote: QuoteRequest, stored: RequestEmail | undefined, sender: string) {
  const client = useQueryClient();
  const key = unsavedKey(quote.id);
  const unsaved = () => client.getQueryData<Draft>(key);
  const forget = () => client.removeQueries({ queryKey: key, exact: true });
  const fresh = freshReply(quote, sender);
  const [nextId, setNextId] = useState(() => crypto.randomUUID());
  const [written, setWritten] = useState(() => unsaved() ?? (stored && fromStored(stored)));
  const [isDirty, setDirty] = useState(() => unsaved() !== undefined);
  const save = useMutation(requestThread.saveDraft());
  const draft: Draft = written ?? { id: nextId, ...fresh };
  const isUntouched = draft.body === fresh.body && draft.attachments.length === 0;

  // A reply was taken back, or another person began one.
  if (stored && !written) setWritten(fromStored(stored));

  const keep = useEffectEvent((what: Draft) => {
    save.mutate(
      { id: what.id, quoteId: quote.id, text: what },
      {
        onSuccess: () => {
          if (unsaved() !== what) return;
          forget();
          setDirty(false);
        },
      },
    );
  });
  useEffect(() => {
    if (!isDirty || !written) return;
    const timer = setTimeout(() => keep(written), PAUSE);
    return () => clearTimeout(timer);
  }, [written, isDirty]);
  useEffect(() => (isDirty ? holdUnsavedText() : undefined), [isDirty]);
  // Whoever goes to another request within the pause leaves nothing behind.
  const leave = useEffectEvent(() => {
    const left = unsaved();
    if (left) keep(left);
  });
  useEffect(() => () => leave(), []);

  return {
    draft,
    isUntouched,
    isDirty,
    isSaved: !isDirty && !isUntouched && (save.isSuccess || stored !== undefined),
    /** The last saving failed; the text is still here. */
    hasFailed: save.isError,
    change: (part: Partial<ReplyText>) => {
      const next = { ...draft, ...part };
      client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY, structuralSharing: false });
      client.setQueryData(key, next);
      setWritten(next);
      setDirty(true);
    },
    /** Begins the next one: this one was sent, or thrown away. */
    restart: () => {
      forget();
      setDirty(false);
      setWritten(undefined);
      setNextId(crypto.randomUUID());
    },
  };
}
