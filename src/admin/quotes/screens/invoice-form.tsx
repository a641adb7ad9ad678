import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useMergedDraft } from '@/admin/kit/lib/use-server-draft';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { ErrorState } from '@/shared/ui/error-state';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { UnbrokenNumbers } from '@/shared/ui/unbroken-numbers';
import { type InvoiceDraft, invoiceDrafts, toInvoiceVersion } from '../data/invoice-drafts';
import { billedKinds } from '../data/invoice-labels';
import { type Invoice, invoices } from '../data/invoices';
import { type InvoiceInput, type InvoiceValues, invoiceSchema } from '../data/invoices.schema';
import { tables } from '../data/tables';
import { quotePaths } from '../paths';
import { ClientFields, DiscountFields, documentLabels, documentValue } from './document-fields';
import { InvoiceBar } from './invoice-bar';
import { InvoiceSheet } from './invoice-sheet';
import { LinesEditor } from './lines-editor';

const { fields } = tables.invoices;

const labels = {
  ...documentLabels,
  kind: 'Ce que vous facturez',
  reference: fields.reference.copied,
  due_days: 'Payable dans (jours)',
} as const;

/** Formats a value of the form for a conflict. */
function formatValue(field: keyof InvoiceValues, value: string): string {
  return field === 'kind' ? labelOf(billedKinds, value) : documentValue(field, value);
}

/** A draft invoice beside its document. It is saved automatically, a second after typing stops. */
export function InvoiceForm({ draft, invoice }: { draft: InvoiceDraft; invoice: Invoice }) {
  const isReadOnly = useIsReadOnly();
  const id = useId();
  const preview = useQuery(invoices.preview(draft.id));
  const save = useMutation(invoiceDrafts.save(draft.id));
  const form = useForm<InvoiceValues, unknown, InvoiceInput>({
    resolver: zodResolver(invoiceSchema),
    defaultValues: toInvoiceVersion(draft).values,
    // Saved while typing: the focus must not move.
    shouldFocusError: false,
  });
  const { submit, conflict, choose, close, readAt, isKept } = useMergedDraft(form, toInvoiceVersion(draft), {
    labels,
    together: [['discount_kind', 'discount_value']],
    save,
  });
  return (
    <>
      <Form
        form={form}
        id={id}
        aria-label="Facture"
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
          <p className="text-sm text-slate">
            Pour le{' '}
            <Link
              to={quotePaths.one.href(invoice.quote_id)}
              className="underline underline-offset-4 hover:text-ink"
            >
              devis <UnbrokenNumbers text={invoice.quote_number} />
            </Link>
            . Les champs marqués d’un <span className="text-sumac">*</span> et au moins une ligne sont
            nécessaires pour émettre la facture.
          </p>
          <div className="grid grid-cols-1 gap-4 sm:max-xl:grid-cols-2 2xl:grid-cols-2">
            <SelectField<InvoiceValues> name="kind" label={labels.kind} required options={billedKinds} />
            <TextField<InvoiceValues>
              name="due_days"
              label={labels.due_days}
              required
              inputMode="numeric"
              hint="À compter du jour de l’émission"
            />
            <ClientFields />
          </div>
          <TextField<InvoiceValues>
            name="reference"
            label={labels.reference}
            hint="Résolution, bon de commande ou numéro de dossier"
          />
          <TextField<InvoiceValues> name="subject" label={labels.subject} />
          <LinesEditor />
          <DiscountFields />
          <TextAreaField<InvoiceValues> name="terms" label={labels.terms} rows={4} />
          <TextAreaField<InvoiceValues> name="notes" label={labels.notes} rows={2} />
        </div>
        <div className="min-w-0 space-y-6 xl:sticky xl:top-4">
          {preview.data ? (
            <InvoiceSheet invoice={preview.data.document} />
          ) : preview.isError ? (
            <ErrorState
              title="Impossible de charger la facture"
              error={preview.error}
              onRetry={() => preview.refetch()}
            />
          ) : (
            <Spinner />
          )}
        </div>
      </Form>
      {!isReadOnly && (
        <InvoiceBar
          invoice={invoice}
          readAt={readAt}
          isKept={isKept && !preview.isFetching}
          isSaving={save.isPending}
        />
      )}
    </>
  );
}
