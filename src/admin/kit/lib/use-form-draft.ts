import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type FormDraft, readDraft, writeDraft } from './form-drafts';

/** Pause in typing before the draft is written, in ms. */
const PAUSE = 500;

/**
 * Saves a form's input in this browser until it is submitted or given up, and finds the draft of an earlier visit:
 * only changed fields, so that they merge with the changes of others.
 *
 * @param name of the draft: the kind of record and its id
 * @param isWanted the person has asked for the draft already: it is applied at once
 * @returns the draft found, until it is applied or dropped, and a function that ends the present one
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string,
  isWanted = false,
) {
  const [found, setFound] = useState<FormDraft<Values> | undefined>(() => readDraft<Values>(name));

  const isWaiting = useRef(found !== undefined);

  const keep = useEffectEvent(() => {
    const { dirtyFields } = form.formState;
    const values = form.getValues();
    const changed = Object.entries(values).filter(
      ([field]) => dirtyFields[field as keyof typeof dirtyFields],
    );
    // The found draft stays until the person has applied or dropped it, or types something else.
    if (changed.length > 0 || !isWaiting.current)
      writeDraft<Values>(name, Object.fromEntries(changed) as Partial<Values>);
  });

  const written = useRef(name);
  useEffect(() => {
    // The draft goes on under another name.
    if (written.current !== name) {
      writeDraft(written.current, {});
      written.current = name;
      keep();
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(keep, PAUSE);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, name]);

  const answered = () => {
    isWaiting.current = false;
    setFound(undefined);
  };
  const take = () => {
    for (const [field, value] of Object.entries(found?.changes ?? {})) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    answered();
  };
  const takeIfWanted = useEffectEvent(() => isWanted && take());
  useEffect(() => {
    takeIfWanted();
  }, []);
  return {
    found: isWanted ? undefined : found,
    /** Applies the draft to the form. */
    take,
    /** Deletes the draft, after a save or when it is given up. */
    drop: () => {
      writeDraft(name, {});
      answered();
    },
  };
}
