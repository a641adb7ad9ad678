import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type PhraseInput, type PhraseValues, phrasesSchema } from '@/admin/data/tenders/phrases.schema';
import { tenders } from '@/admin/data/tenders/tenders';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { Button } from '@/shared/ui/button';
import { Form, TextAreaField } from '@/shared/ui/form-fields';

/** What the titles of notices are looked for by: one expression a line. */
export function PhraseForm({ phrases }: { phrases: readonly string[] }) {
  const save = useMutation(tenders.setPhrases());
  const values = { phrases: phrases.join('\n') };
  const form = useForm<PhraseValues, unknown, PhraseInput>({
    resolver: zodResolver(phrasesSchema),
    values,
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty } = form.formState;
  return (
    <AdminsOnly>
      <Form
        form={form}
        onSubmit={form.handleSubmit(({ phrases: next }) =>
          save.mutate(next, { onSuccess: () => form.reset({ phrases: next.join('\n') }) }),
        )}
        className="space-y-3 rounded-xl border border-line bg-paper p-5"
      >
        <UnsavedChanges when={isDirty && !save.isPending} />
        <TextAreaField<PhraseValues>
          name="phrases"
          label="Expressions recherchées"
          hint="Une par ligne, cherchées dans le titre des avis, mots entiers, sans égard aux accents. Les mots généraux noient les bons avis."
          rows={10}
        />
        <Button type="submit" size="sm" variant="outline" pending={save.isPending}>
          Enregistrer les expressions
        </Button>
      </Form>
    </AdminsOnly>
  );
}
