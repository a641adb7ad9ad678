import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type FormDraft, readDraft, writeDraft } from './form-drafts';

/** How long typing pauses before the draft is written, in ms. */
const PAUSE = 500;

/**
 * Keeps what is typed in a form in this browser until it is saved or given up, and finds what an earlier visit left: the
 * fields that were changed, so that they come back over whatever others saved meanwhile.
 *
 * @param name of the draft: the kind of record and its id
 * @returns the draft found, until it is taken or dropped, and what ends the one being written
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string,
) {
  const [found, setFound] = useState<FormDraft<Values> | undefined>(() => readDraft<Values>(name));

  const isWaiting = useRef(found !== undefined);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const { dirtyFields } = form.formState;
      const values = form.getValues();
      const changed = Object.entries(values).filter(
        ([field]) => dirtyFields[field as keyof typeof dirtyFields],
      );
      // The draft that was found stays until the person has taken or dropped it, or types something else.
      if (changed.length > 0 || !isWaiting.current)
        writeDraft<Values>(name, Object.fromEntries(changed) as Partial<Values>);
    };
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
  return {
    found,
    /** Fills the form with the draft. */
    take: () => {
      for (const [field, value] of Object.entries(found?.changes ?? {})) {
        form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
      }
      answered();
    },
    /** Saved or given up: nothing is left to find. */
    drop: () => {
      writeDraft(name, {});
      answered();
    },
  };
}
