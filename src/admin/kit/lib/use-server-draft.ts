import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { isUnreachable } from '@/shared/lib/failure';
import { connection } from './connection';
import type { Version } from './edit-conflict';
import { useMergedSave } from './use-merged-save';

/** Pause in typing before a draft is saved, in ms. */
const PAUSE = 1_000;
/** Interval of the attempts to save a draft after a failure of the network, in ms. */
const RETRY_MS = 15_000;

/** State of a draft: saved, being typed, or not saved because of a failure. */
export type DraftState = { kind: 'none' | 'typing' | 'failed' } | { kind: 'saved'; at: string };

/**
 * Saves a draft on the server by itself, a second after typing stops; without a network, when it is back.
 *
 * @param text what is typed, as one text; undefined while there is nothing to save
 * @param stored the text that the server has, by default the first one
 * @param isHeld true while nothing is to be saved
 * @param save saves what is typed now
 */
export function useServerDraft({
  text,
  stored = text,
  isHeld = false,
  save,
}: {
  text: string | undefined;
  stored?: string | undefined;
  isHeld?: boolean;
  save: () => Promise<unknown>;
}): { state: DraftState; isTyped: boolean } {
  /** The text that was given to the last save. */
  const [kept, setKept] = useState(stored);
  const [outcome, setOutcome] = useState<{ savedAt?: string; error?: unknown }>({});
  const [isSaving, setSaving] = useState(false);
  const isTyped = text !== undefined && text !== kept;
  const isCut = outcome.error !== undefined && isUnreachable(outcome.error);

  const keep = useEffectEvent(async () => {
    setKept(text);
    setSaving(true);
    try {
      await save();
      setOutcome({ savedAt: new Date().toISOString() });
    } catch (error) {
      setOutcome({ error });
    } finally {
      setSaving(false);
    }
  });
  useEffect(() => {
    // Input during a slow save is saved after it.
    if (!isTyped || text === undefined || isHeld || isSaving) return;
    const timer = setTimeout(keep, PAUSE);
    return () => clearTimeout(timer);
  }, [isTyped, text, isHeld, isSaving]);

  // A text that was sent or given up meanwhile is not saved again.
  const waits = isCut && text !== undefined && !isHeld && !isSaving;
  useEffect(() => {
    if (!waits) return;
    const again = () => {
      if (!connection.isOffline()) void keep();
    };
    const stop = connection.subscribe(again);
    const timer = setInterval(again, RETRY_MS);
    void connection.check();
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [waits]);

  const state = (): DraftState => {
    if (isHeld) return { kind: 'none' };
    if (isTyped || isSaving) return { kind: 'typing' };
    if (outcome.error !== undefined) return { kind: 'failed' };
    return outcome.savedAt ? { kind: 'saved', at: outcome.savedAt } : { kind: 'none' };
  };
  return { state: state(), isTyped };
}

type Saving<Values, Output> = {
  mutateAsync: (draft: { input: Output; readAt: string }) => Promise<Version<Values>>;
  isPending: boolean;
};

/** Saves the draft of a form by itself, merged with what another person saved meanwhile. */
export function useMergedDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  read: Version<Values>,
  {
    labels,
    together,
    save,
  }: {
    /** Labels of the form's fields. */
    labels: Readonly<Record<keyof Values & string, string>>;
    /** Fields that only mean something together. */
    together: readonly (readonly (keyof Values & string)[])[];
    save: Saving<Values, Output>;
  },
) {
  const [readAt, setReadAt] = useState(read.readAt);
  const values = useWatch({ control: form.control }) as Values;
  const { isDirty } = form.formState;
  const failure = useRef<Error>(undefined);
  const { submit, conflict, choose, close } = useMergedSave(form, read, {
    labels,
    together,
    save: async (input, version = '') => {
      const typed = { ...form.getValues() };
      const written = await save.mutateAsync({ input, readAt: version });
      // Input during the call stays, and is still to be saved.
      form.reset(typed, { keepValues: true });
      setReadAt(written.readAt);
      return written;
    },
    onError: (error) => {
      failure.current = error;
    },
  });
  const { isTyped } = useServerDraft({
    text: JSON.stringify(values),
    isHeld: conflict !== undefined || save.isPending,
    save: async () => {
      failure.current = undefined;
      await submit();
      if (failure.current) throw failure.current;
    },
  });
  const isKept = !isDirty && !save.isPending && !isTyped;
  return { values, submit, conflict, choose, close, readAt, isKept };
}
