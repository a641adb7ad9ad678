import { zodResolver } from '@hookform/resolvers/zod';
import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Version } from '@/admin/kit/lib/edit-conflict';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { todayPaths } from '@/admin/today/paths';
import { useSetupReturn } from '../parts/setup-return';

type Options<Values extends FieldValues, Input> = {
  schema: z.ZodType<Input, Values>;
  /** The stored settings as the form's values. */
  version: Version<Values>;
  saving: MutationOptions<Version<Values>, Error, { input: Input; readAt: string }>;
  /** Labels of the form's fields. */
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Fields that only mean something together. */
  together: readonly (readonly (keyof Values & string)[])[];
};

/**
 * Makes a form that stays open for a part of the settings: its values, its saving, and the elements around its
 * fields.
 */
export function useSettingsForm<Values extends FieldValues, Input>(options: Options<Values, Input>) {
  const { schema, version, saving, labels, together } = options;
  const save = useMutation(saving);
  const { returnToSetup } = useSetupReturn();
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(schema),
    defaultValues: version.values as DefaultValues<Values>,
  });
  const { submit, conflict, choose, close } = useMergedSave(form, version, {
    labels,
    together,
    save: async (input, readAt = '') => {
      const written = await save.mutateAsync({ input, readAt });
      form.reset(written.values);
      returnToSetup();
      return written;
    },
  });
  return {
    form,
    submit,
    /** Dialogs that ask before unsaved input is lost. */
    guards: (
      <>
        <UnsavedChanges when={form.formState.isDirty} />
        {conflict && <MergeDialog conflict={conflict} labels={labels} onChoose={choose} onClose={close} />}
      </>
    ),
    actions: <FormActions pending={save.isPending} cancelTo={todayPaths.dashboard.href()} />,
  };
}
