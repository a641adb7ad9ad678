import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { quebecDay } from '@/admin/kit/lib/dates';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { formatCents, readHundredths, typedHundredths } from '@/shared/lib/money';
import { SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { creditOutcomes, paymentMethods, withTaxes } from '../data/invoice-labels';
import { invoicePayments } from '../data/invoice-payments';
import { type Invoice, invoices } from '../data/invoices';
import {
  type CreditInput,
  type CreditValues,
  creditSchema,
  type PaymentInput,
  type PaymentValues,
  paymentSchema,
} from '../data/invoices.schema';
import { tables } from '../data/tables';
import { quotePaths } from '../paths';

const { fields } = tables.invoice_payments;

type DialogProps = { invoice: Invoice; onClose: () => void };

/** « Noter un paiement »: amount, method and date; an amount above the balance gets a warning first. */
export function PaymentDialog({ invoice, onClose }: DialogProps) {
  // One id for all presses, so that a lost answer does not note it twice.
  const [payment] = useState(() => crypto.randomUUID());
  const pay = useMutation(invoicePayments.record());
  const form = useForm<PaymentValues, unknown, PaymentInput>({
    resolver: zodResolver(paymentSchema),
    defaultValues: {
      method: 'cheque',
      amount: invoice.balance_cents > 0 ? typedHundredths(invoice.balance_cents) : '',
      received_on: quebecDay(),
      reference: '',
    },
  });
  const amount = useWatch({ control: form.control, name: 'amount' });
  const excess = (readHundredths(amount) ?? 0) - Math.max(0, invoice.balance_cents);
  return (
    <FormDialog
      form={form}
      title="Noter un paiement"
      description={`Facture ${invoice.number ?? ''}, ${invoice.organization_name}.`}
      submitLabel="Noter le paiement"
      pending={pay.isPending}
      error={pay.error}
      onSubmit={(values) => pay.mutate({ payment, invoice: invoice.id, ...values }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField<PaymentValues>
        name="method"
        label={fields.method.copied}
        required
        options={paymentMethods}
      />
      <TextField<PaymentValues> name="amount" label="Montant reçu ($)" required inputMode="decimal" />
      {excess > 0 && (
        <p role="status" className="rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
          C’est {formatCents(excess)} de plus que le solde. Le paiement peut être noté ainsi; la facture dira
          ce qui est en trop.
        </p>
      )}
      <DateField<PaymentValues> name="received_on" label={fields.received_on.copied} />
      <TextField<PaymentValues>
        name="reference"
        label={fields.reference}
        hint="Numéro du chèque ou du virement"
        maxLength={100}
      />
    </FormDialog>
  );
}

/** « Note de crédit »: the whole balance or a part of it, what happens to the amount, and the reason. */
export function CreditDialog({ invoice, onClose }: DialogProps) {
  const navigate = useNavigate();
  const [credit] = useState(() => crypto.randomUUID());
  const make = useMutation(invoices.credit());
  const form = useForm<CreditValues, unknown, CreditInput>({
    resolver: zodResolver(creditSchema),
    defaultValues: { part: 'whole', amount: '', waived: '', reason: '' },
  });
  const [part, typed] = useWatch({ control: form.control, name: ['part', 'amount'] });
  const whole = useQuery(invoices.creditTotals(invoice.id)).data;
  const most = whole?.taxableCents ?? 0;
  const amount = part === 'whole' ? most : (readHundredths(typed) ?? 0);
  const isTooMuch = amount > most;
  const credited = useQuery({
    ...invoices.creditTotals(invoice.id, amount),
    enabled: amount > 0 && !isTooMuch,
  }).data;
  return (
    <FormDialog
      form={form}
      title="Faire une note de crédit"
      description={`Elle corrige la facture ${invoice.number ?? ''}, reçoit son propre numéro et ne se modifie plus.`}
      submitLabel="Émettre la note de crédit"
      pending={make.isPending}
      error={make.error}
      onSubmit={(values) =>
        make.mutate(
          { credit, invoice: invoice.id, ...values },
          { onSuccess: () => navigate(quotePaths.invoice.href(credit)) },
        )
      }
      onClose={onClose}
    >
      <SelectField<CreditValues>
        name="part"
        label="Ce qui est crédité"
        required
        options={{ whole: 'Tout ce qui reste de la facture', part: 'Une partie' }}
      />
      {part === 'part' && (
        <TextField<CreditValues>
          name="amount"
          label="Montant avant taxes ($)"
          required
          inputMode="decimal"
          hint={`Au plus ${formatCents(most)}. Les taxes suivent.`}
          error={isTooMuch ? 'C’est plus que ce qui reste de la facture.' : undefined}
        />
      )}
      <p role="status" className="min-h-5 text-sm text-slate">
        {credited && !isTooMuch && `Crédit\u00a0: ${withTaxes(credited)}.`}
      </p>
      <SelectField<CreditValues>
        name="waived"
        label="Ce que devient ce montant"
        required
        emptyOption="Choisissez…"
        options={creditOutcomes}
        hint={'Ce qui n’est plus dû compte comme facturé\u00a0: aucune facture ne le propose de nouveau.'}
      />
      <TextAreaField<CreditValues>
        name="reason"
        label="Raison"
        required
        rows={3}
        hint="Imprimée sur la note de crédit."
      />
    </FormDialog>
  );
}
