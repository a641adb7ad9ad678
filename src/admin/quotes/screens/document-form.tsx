import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Version } from '@/admin/kit/lib/edit-conflict';
import { useMergedDraft } from '@/admin/kit/lib/use-server-draft';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { Form, TextAreaField } from '@/shared/ui/form-fields';
import { DiscountFields, type DocumentValues, documentLabels } from './document-fields';
import { LinesEditor } from './lines-editor';

type DraftValues = DocumentValues & FieldValues;

/** The form of a quote or an invoice, whose draft is saved automatically, a second after typing stops. */
export function useDocumentDraft<Values extends DraftValues, Output>(
  schema: z.ZodType<Output, Values>,
  read: Version<Values>,
  { labels, save }: Pick<Parameters<typeof useMergedDraft<Values, Output>>[2], 'labels' | 'save'>,
) {
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: read.values as DefaultValues<Values>,
    // Saved while typing: the focus must not move.
    shouldFocusError: false,
  });
  const together = [['discount_kind', 'discount_value']] as const;
  return { form, labels, ...useMergedDraft(form, read, { labels, together, save }) };
}

/** A draft of a quote or an invoice: its fields, and beside them the document as it prints. */
export function DocumentForm<Values extends DraftValues, Output>({
  draft: { form, labels, submit, conflict, choose, close, isKept },
  id,
  label,
  beginsHere = false,
  formatValue,
  fields,
  delivery,
  sheet,
}: {
  draft: ReturnType<typeof useDocumentDraft<Values, Output>>;
  id: string;
  label: string;
  beginsHere?: boolean;
  /** Formats a value of the form for a conflict. */
  formatValue: (field: keyof Values & string, value: string) => string;
  /** Fields above the lines. */
  fields: ReactNode;
  /** Fields between the discount and the terms. */
  delivery?: ReactNode;
  sheet: ReactNode;
}) {
  return (
    <Form
      form={form}
      id={id}
      beginsHere={beginsHere}
      aria-label={label}
      onSubmit={submit}
      className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2"
    >
      <UnsavedChanges when={!isKept} />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={labels}
          show={(field, version) => formatValue(field, version[field])}
          onChoose={choose}
          onClose={close}
        />
      )}
      <div className="min-w-0 space-y-5 rounded-xl border border-line bg-paper p-4 sm:p-5">
        {fields}
        <LinesEditor />
        <DiscountFields />
        {delivery}
        <TextAreaField<DocumentValues> name="terms" label={documentLabels.terms} rows={4} />
        <TextAreaField<DocumentValues> name="notes" label={documentLabels.notes} rows={2} />
      </div>
      <div className="min-w-0 space-y-6 xl:sticky xl:top-4">{sheet}</div>
    </Form>
  );
}
