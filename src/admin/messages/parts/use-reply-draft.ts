import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { holdUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { useServerDraft } from '@/admin/kit/lib/use-server-draft';
import type { ReplyText, RequestEmail } from '@/admin/requests/data/request-thread';
import { followDraft, readDraft, writeDraft } from '@/shared/lib/browser-draft';

type Draft = ReplyText & { id: string };

const fromStored = ({ id, subject, body, attachments }: RequestEmail): Draft => ({
  id,
  subject: subject ?? '',
  body: body ?? '',
  attachments,
});

/**
 * Returns the draft that this browser has and the server lacks: a tab was closed, or the network gone, before it was
 * saved.
 */
function unsavedDraft(name: string, stored: RequestEmail | undefined): Draft | undefined {
  const left = readDraft<Draft>(name);
  const isSaved =
    left && stored && stored.id === left.value.id && Date.parse(stored.created_at) > left.savedAt;
  return left && !isSaved ? left.value : undefined;
}

type Options = {
  /** Key of the draft in this browser: the answered message or request. */
  name: string;
  /** The draft of the server. */
  stored: RequestEmail | undefined;
  /** The initial text. */
  fresh: ReplyText;
  /** Saves the draft on the server; resolves to false when a reply of that id has left. */
  save: UseMutationOptions<boolean, Error, { id: string; text: ReplyText }>;
  /**
   * True while this screen sends the reply: nothing is saved meanwhile, and a save that comes after the sending begins
   * no other reply.
   */
  isSending: boolean;
};

/**
 * Holds the answer being written, saved while typing: at once in this browser, and on the server, for other tabs and
 * other people, when typing pauses. It outlives its tab and the session; only signing out deletes unsaved text.
 */
export function useReplyDraft({ name, stored, fresh, save: options, isSending }: Options) {
  const [nextId, setNextId] = useState(() => crypto.randomUUID());
  const [written, setWritten] = useState(() => unsavedDraft(name, stored) ?? (stored && fromStored(stored)));
  const [isDirty, setDirty] = useState(() => unsavedDraft(name, stored) !== undefined);
  const save = useMutation({
    ...options,
    // On the mutation, and not on the call, because it comes after the form is unmounted, too.
    onSuccess: (isKept, { id, text }) => {
      if (!isKept) {
        // The reply left from another tab: text typed since belongs to another reply. A reply sent from here is no
        // longer edited.
        if (draft.id === id && !isSending) change({}, crypto.randomUUID());
        return;
      }
      const left = readDraft<Draft>(name)?.value;
      if (left?.id !== id || left.subject !== text.subject || left.body !== text.body) return;
      if (left.attachments.length !== text.attachments.length) return;
      writeDraft(name, undefined);
      setDirty(false);
    },
  });
  const draft: Draft = written ?? { id: nextId, ...fresh };
  const isUntouched = draft.body === fresh.body && draft.attachments.length === 0;

  // A reply was taken back, or another tab or person began one.
  if (stored && !written) setWritten(fromStored(stored));

  const change = (part: Partial<ReplyText>, id = draft.id) => {
    const next = { ...draft, ...part, id };
    writeDraft<Draft>(name, next);
    setWritten(next);
    setDirty(true);
  };
  const keep = async () => {
    const { id, ...text } = draft;
    await save.mutateAsync({ id, text });
  };
  useServerDraft({
    text: isDirty ? JSON.stringify(draft) : undefined,
    stored: '',
    isHeld: isSending,
    save: keep,
  });
  useEffect(() => (isDirty ? holdUnsavedText() : undefined), [isDirty]);
  // Shows what was typed in another tab of this browser, unless somebody types here too.
  const follow = useEffectEvent((draft: Draft) => {
    if (!isDirty) setWritten(draft);
  });
  useEffect(() => followDraft<Draft>(name, follow), [name]);
  // Leaving the screen within the pause loses nothing.
  const leave = useEffectEvent(() => {
    // A failure leaves the text in this browser.
    if (isDirty) keep().catch(() => undefined);
  });
  useEffect(() => () => leave(), []);

  return {
    draft,
    isUntouched,
    /** State of the saving, in words; empty while there is nothing to save. */
    status: save.isError
      ? 'Brouillon non enregistré\u00a0: votre texte est encore ici.'
      : isDirty
        ? 'Enregistrement du brouillon…'
        : !isUntouched && (save.isSuccess || stored !== undefined)
          ? 'Brouillon enregistré'
          : '',
    change: (part: Partial<ReplyText>) => change(part),
    /** Begins the next reply, after this one was sent or discarded. */
    restart: () => {
      writeDraft(name, undefined);
      setDirty(false);
      setWritten(undefined);
      setNextId(crypto.randomUUID());
    },
  };
}
