import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { isUnreachable } from '@/shared/lib/failure';
import { connection } from './connection';
import type { Version } from './edit-conflict';
import { useMergedSave } from './use-merged-save';

/** Pause in typing before a draft is saved, in ms. */
const PAUSE = 1_000;
/** Interval of the attempts to save a draft after a failure with a network, in ms. */
const AGAIN = 15_000;

type Saving<Values, Output> = {
  mutateAsync: (draft: { input: Output; readAt: string }) => Promise<Version<Values>>;
  isPending: boolean;
  isError: boolean;
  error: unknown;
};

/**
 * Saves a draft by itself, a second after typing stops, merged with what another person saved meanwhile; without a
 * network, when it is back.
 */
export function useKeptDraft<Values extends FieldValues, Output>(
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
  });

  const keep = useEffectEvent(() => void submit());
  const kept = useRef(JSON.stringify(values));
  const text = JSON.stringify(values);
  useEffect(() => {
    // Input during a slow save is saved after it: a second call at once would be dropped.
    if (kept.current === text || conflict || save.isPending) return;
    const timer = setTimeout(() => {
      kept.current = text;
      keep();
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, conflict, save.isPending]);

  // A draft that could not be saved without a network is saved when it is back, without a press.
  const waits = save.isError && isUnreachable(save.error) && !conflict;
  useEffect(() => {
    if (!waits) return;
    const again = () => {
      if (!connection.isOffline()) keep();
    };
    const stop = connection.subscribe(again);
    const timer = setInterval(again, AGAIN);
    void connection.check();
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [waits]);

  const isKept = !isDirty && !save.isPending && kept.current === text;
  return { values, submit, conflict, choose, close, readAt, isKept };
}
