import { type BaseSyntheticEvent, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { notify } from '@/shared/lib/notify';
import { EditConflict, type Version } from './edit-conflict';
import { type Merge, mergeByField } from './three-way-merge';

/** Both changed the same fields: the person must choose a version of each. */
export type FormConflict<Values> = Pick<Merge<Values>, 'merged' | 'clashes' | 'changedByThem'> & {
  theirs: Version<Values>;
  editedBy: string | null;
};

/** Number of consecutive conflicts after which a save gives up. */
const MAX_MERGES = 3;

export type Side = 'mine' | 'theirs';

type Options<Values, Output> = {
  /** Labels of the form's fields. */
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Fields that only mean something together. */
  together?: readonly (readonly (keyof Values & string)[])[];
  /**
   * Writes the validated values over the version read at that moment (absent for a new record), or throws
   * EditConflict. Returns the written version when the form stays open.
   */
  save: (output: Output, readAt: string | undefined) => Promise<Version<Values> | undefined>;
  onError?: (error: Error, output: Output) => void;
};

/**
 * The single way to save a form that several people may edit: their changes are merged field by field, and saved at
 * once when nobody changed the same field; otherwise the person chooses (`MergeDialog`).
 *
 * @param read the form's initial values; absent for a new record
 */
export function useMergedSave<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  read: Version<Values> | undefined,
  { labels, together, save, onError }: Options<Values, Output>,
) {
  const version = useRef(read);
  const saving = useRef(false);
  const merges = useRef(0);
  const [conflict, setConflict] = useState<FormConflict<Values>>();

  const take = (values: Values, theirs: Version<Values>) => {
    version.current = theirs;
    form.reset(theirs.values as DefaultValues<Values>, { keepSubmitCount: true });
    for (const name of Object.keys(values) as Path<Values>[]) {
      form.setValue(name, values[name] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
  };

  /** Merges with the stored version; returns true to save again. */
  const resolveConflict = ({ theirs, editedBy }: EditConflict<Values>): boolean => {
    if (!version.current) return false;
    if (++merges.current > MAX_MERGES) {
      notify.error('Une autre personne enregistre en même temps. Attendez un instant, puis réessayez.');
      return false;
    }
    const merge = mergeByField(version.current.values, form.getValues(), theirs.values, together);
    if (merge.clashes.length > 0) {
      setConflict({ ...merge, theirs, editedBy });
      return false;
    }
    take(merge.merged, theirs);
    const changed = merge.changedByThem.map((name) => labels[name]);
    if (changed.length > 0) {
      notify.success(`Gardé aussi de l’autre version\u00a0: ${changed.join(', ')}.`, 'Versions réunies');
    }
    return true;
  };

  const attempt = async (output: Output): Promise<void> => {
    // Both clicks of a double click are validated before the first renders as pending.
    if (saving.current) return;
    saving.current = true;
    let again = false;
    try {
      version.current = (await save(output, version.current?.readAt)) ?? version.current;
    } catch (error) {
      if (error instanceof EditConflict) again = resolveConflict(error);
      else onError?.(error as Error, output);
    } finally {
      saving.current = false;
    }
    if (again) await form.handleSubmit(attempt)();
  };
  const submit = async (event?: BaseSyntheticEvent) => {
    merges.current = 0;
    await form.handleSubmit(attempt)(event);
  };

  return {
    submit,
    conflict,
    /** Takes the chosen side of each clash in turn, and saves. */
    choose: async (sides: readonly Side[]) => {
      if (!conflict) return;
      const { theirs, clashes } = conflict;
      const values = { ...conflict.merged };
      clashes.forEach((fields, index) => {
        if (sides[index] === 'theirs') for (const field of fields) values[field] = theirs.values[field];
      });
      setConflict(undefined);
      take(values, theirs);
      await submit();
    },
    /** Returns to the form without choosing. */
    close: () => setConflict(undefined),
  };
}
