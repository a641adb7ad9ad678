import { useFormContext } from 'react-hook-form';
import { labelOf } from '@/admin/kit/lib/label-of';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import type { IssuedQuoteValues } from '../data/issued-quotes.schema';
import { discountKinds } from '../data/quote-labels';
import { tables } from '../data/tables';
import { linesInWords } from './lines-in-words';

const { fields } = tables.quotes;

/** Labels of the fields that quotes and invoices share. */
export const documentLabels = {
  organization_name: fields.organization_name,
  contact_name: 'Nom du contact',
  contact_title: fields.contact_title,
  email: fields.email,
  phone: fields.phone,
  address: fields.address,
  subject: fields.subject,
  lines: fields.lines,
  discount_kind: fields.discount_kind,
  discount_value: fields.discount_value,
  discount_label: fields.discount_label,
  terms: fields.terms,
  notes: fields.notes,
} as const;

/** Values that the forms of quotes and invoices share. */
export type DocumentValues = Pick<IssuedQuoteValues, keyof typeof documentLabels>;

/** Formats a value of a quote or an invoice for a conflict. */
export function documentValue(field: string, value: string): string {
  if (field === 'discount_kind') return labelOf(discountKinds, value);
  return (field === 'lines' ? linesInWords(value) : value) || '–';
}

/** Fields of the client of a quote or an invoice. */
export function ClientFields({ needsEmail = false }: { needsEmail?: boolean }) {
  return (
    <>
      <TextField<DocumentValues> name="organization_name" label={documentLabels.organization_name} required />
      <TextField<DocumentValues> name="contact_name" label={documentLabels.contact_name} />
      <TextField<DocumentValues> name="contact_title" label={documentLabels.contact_title} />
      <TextField<DocumentValues>
        name="email"
        label={documentLabels.email}
        type="email"
        required={needsEmail}
      />
      <TextField<DocumentValues> name="phone" label={documentLabels.phone} type="tel" />
      <TextField<DocumentValues> name="address" label={documentLabels.address} />
    </>
  );
}

/** Fields of the discount of a quote or an invoice. */
export function DiscountFields() {
  const kind = useFormContext<DocumentValues>().watch('discount_kind');
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <SelectField<DocumentValues>
        name="discount_kind"
        label={documentLabels.discount_kind}
        options={discountKinds}
      />
      {kind !== 'aucun' && (
        <>
          <TextField<DocumentValues>
            name="discount_value"
            label={documentLabels.discount_value}
            inputMode="decimal"
          />
          <TextField<DocumentValues> name="discount_label" label={documentLabels.discount_label} />
        </>
      )}
    </div>
  );
}
