import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReplyText, RequestEmail } from '@/admin/data/quote-requests/request-thread';
import { followDraft, readDraft, writeDraft } from '@/admin/lib/form-drafts';
import { holdUnsavedText } from '@/admin/lib/unsaved-text';

type Draft = ReplyText & { id: string };

/** Pause in the typing after which the draft is saved, in ms. */
const PAUSE = 1_000;

const fromStored = ({ id, subject, body, attachments }: RequestEmail): Draft => ({
  ...{ id, subject: subject ?? '', body: body ?? '', attachments },
});

/** What this browser has and the server has not: a tab was closed, or the network gone, before it was saved. */
function unsavedDraft(name: string, stored: RequestEmail | undefined): Draft | undefined {
  const left = readDraft<Draft>(name);
  const isSaved =
    left && stored && stored.id === left.changes.id && Date.parse(stored.created_at) > left.savedAt;
  return left && !isSaved ? (left.changes as Draft) : undefined;
}

type Options = {
  /** Of the draft in this browser: what is answered. */
  name: string;
  /** The draft that the server has. */
  stored: RequestEmail | undefined;
  /** What stands there before anybody wrote. */
  fresh: ReplyText;
  /** Keeps it on the server; false: a reply of that id has left. */
  save: UseMutationOptions<boolean, Error, { id: string; text: ReplyText }>;
};

/**
 * The answer that is being written, kept as it is typed: at once in this browser, and on the server, for other tabs and other
 * people, when typing pauses. It outlives its tab and the session; only signing out forgets what the server has not.
 */
export function useReplyDraft({ name, stored, fresh, save: options }: Options) {
  const [nextId, setNextId] = useState(() => crypto.randomUUID());
  const [written, setWritten] = useState(() => unsavedDraft(name, stored) ?? (stored && fromStored(stored)));
  const [isDirty, setDirty] = useState(() => unsavedDraft(name, stored) !== undefined);
  const save = useMutation({
    ...options,
    // Of the mutation, and not of the call: it comes after the form is gone, too.
    onSuccess: (isKept, { id, text }) => {
      if (!isKept) {
        // It left from another tab: what was typed since is another reply. What left from here is no longer written.
        if (draft.id === id) change({}, crypto.randomUUID());
        return;
      }
      const left = readDraft<Draft>(name)?.changes;
      if (left?.id !== id || left.subject !== text.subject || left.body !== text.body) return;
      if (left.attachments?.length !== text.attachments.length) return;
      writeDraft(name, {});
      setDirty(false);
    },
  });
  const draft: Draft = written ?? { id: nextId, ...fresh };
  const isUntouched = draft.body === fresh.body && draft.attachments.length === 0;

  // A reply was taken back, or another tab or person began one.
  if (stored && !written) setWritten(fromStored(stored));

  const keep = useEffectEvent(({ id, ...text }: Draft) => save.mutate({ id, text }));
  const change = (part: Partial<ReplyText>, id = draft.id) => {
    const next = { ...draft, ...part, id };
    writeDraft<Draft>(name, next);
    setWritten(next);
    setDirty(true);
  };
  useEffect(() => {
    if (!isDirty || !written) return;
    const timer = setTimeout(() => keep(written), PAUSE);
    return () => clearTimeout(timer);
  }, [written, isDirty]);
  useEffect(() => (isDirty ? holdUnsavedText() : undefined), [isDirty]);
  // Typed in another tab of this browser: shown here, unless somebody types here too.
  const follow = useEffectEvent((draft: Partial<Draft>) => {
    if (!isDirty) setWritten({ id: nextId, ...fresh, ...draft });
  });
  useEffect(() => followDraft<Draft>(name, follow), [name]);
  // Whoever goes elsewhere within the pause leaves nothing behind.
  const leave = useEffectEvent(() => {
    if (isDirty && written) keep(written);
  });
  useEffect(() => () => leave(), []);

  return {
    draft,
    isUntouched,
    /** How it stands, in words for the screen; empty while there is nothing to keep. */
    status: save.isError
      ? 'Brouillon non enregistré\u00a0: votre texte est encore ici.'
      : isDirty
        ? 'Enregistrement du brouillon…'
        : !isUntouched && (save.isSuccess || stored !== undefined)
          ? 'Brouillon enregistré'
          : '',
    change: (part: Partial<ReplyText>) => change(part),
    /** Begins the next one: this one was sent, or thrown away. */
    restart: () => {
      writeDraft(name, {});
      setDirty(false);
      setWritten(undefined);
      setNextId(crypto.randomUUID());
    },
  };
}
