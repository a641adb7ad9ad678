import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { ErrorState } from '@/shared/ui/error-state';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { UnbrokenNumbers } from '@/shared/ui/unbroken-numbers';
import { type InvoiceDraft, invoiceDrafts, toInvoiceVersion } from '../data/invoice-drafts';
import { billedKinds } from '../data/invoice-labels';
import { type Invoice, invoices } from '../data/invoices';
import { type InvoiceInput, type InvoiceValues, invoiceSchema } from '../data/invoices.schema';
import { tables } from '../data/tables';
import { quotePaths } from '../paths';
import { ClientFields, documentLabels, documentValue } from './document-fields';
import { DocumentForm, useDocumentDraft } from './document-form';
import { InvoiceBar } from './invoice-bar';
import { InvoiceSheet } from './invoice-sheet';

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
  const edited = useDocumentDraft<InvoiceValues, InvoiceInput>(invoiceSchema, toInvoiceVersion(draft), {
    labels,
    save,
  });
  const { readAt, isKept } = edited;
  return (
    <>
      <DocumentForm
        draft={edited}
        id={id}
        label="Facture"
        formatValue={formatValue}
        fields={
          <>
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
          </>
        }
        sheet={
          preview.data ? (
            <InvoiceSheet invoice={preview.data.document} />
          ) : preview.isError ? (
            <ErrorState
              title="Impossible de charger la facture"
              error={preview.error}
              onRetry={() => preview.refetch()}
            />
          ) : (
            <Spinner />
          )
        }
      />
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
