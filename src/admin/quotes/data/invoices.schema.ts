import type { InvoiceKind } from '@quote/invoice-document.ts';
import { z } from 'zod';
import { quebecDay } from '@/admin/kit/lib/dates';
import { letterFields, line, paragraph, printableText, upTo } from '@/admin/kit/lib/text-schemas';
import type { Enums } from '@/shared/database.types';
import { readHundredths } from '@/shared/lib/money';
import { billedKinds, creditOutcomes, paymentMethods } from './invoice-labels';
import {
  clientFields,
  discountFault,
  discountFields,
  documentRow,
  isReadableDiscount,
  sharedTexts,
  withoutIdleDiscount,
} from './issued-quotes.schema';

export type BilledKind = Exclude<InvoiceKind, 'credit'>;
type PaymentMethod = Enums<'payment_method'>;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];

const { delivery: _none, ...texts } = sharedTexts;

/** Schema of a draft invoice. Nothing is required: it is saved while it is written, and issuing reports what is missing. */
export const invoiceSchema = z
  .object({
    kind: z.string().pipe(z.enum(keysOf(billedKinds))),
    ...clientFields,
    reference: printableText(line.pipe(upTo('La référence', 100))),
    ...texts,
    ...discountFields,
    due_days: z
      .string()
      .trim()
      .regex(/^(\d{1,2}|1[01]\d|120)$/, 'De 0 à 120 jours'),
  })
  .transform(withoutIdleDiscount)
  .refine(isReadableDiscount, discountFault);

/** A stored draft ⇄ its form. */
export const invoiceRow = z.object({
  ...documentRow,
  kind: z.custom<BilledKind>(),
  reference: z.string(),
  due_days: z.codec(z.number(), z.string(), { decode: String, encode: Number }),
});

/** A checked draft, ready to be saved. */
export type InvoiceInput = z.output<typeof invoiceSchema>;

/** The form's values while it is being filled in. */
export type InvoiceValues = z.input<typeof invoiceSchema>;

const amountField = (missing: string) =>
  z.string().superRefine((typed, context) => {
    const cents = readHundredths(typed);
    if (!cents)
      context.addIssue(cents === undefined ? 'Ce montant ne se lit pas. Exemple\u00a0: 140,00.' : missing);
  });

/** Schema of a payment. */
export const paymentSchema = z.object({
  method: z.string().pipe(z.enum(keysOf<PaymentMethod>(paymentMethods))),
  amount: amountField('Indiquez le montant reçu'),
  received_on: z.iso
    .date('Indiquez le jour du paiement')
    .refine((day) => day <= quebecDay(), 'Indiquez un jour passé, ou aujourd’hui'),
  reference: line.pipe(upTo('La référence', 100)),
});

export type PaymentInput = z.output<typeof paymentSchema>;
export type PaymentValues = z.input<typeof paymentSchema>;

/** Schema of a credit note: all that is left of the invoice, or an amount before taxes, and what becomes of it. */
export const creditSchema = z
  .object({
    part: z.enum(['whole', 'part']),
    amount: z.string(),
    waived: z
      .string()
      .pipe(z.enum(keysOf(creditOutcomes), 'Dites ce que devient ce montant'))
      .transform((typed) => typed === 'true'),
    reason: paragraph.pipe(upTo('La raison', 2000).min(1, 'Indiquez la raison')),
  })
  .superRefine(({ part, amount: typed }, context) => {
    if (part === 'whole' || readHundredths(typed)) return;
    context.addIssue({
      code: 'custom',
      path: ['amount'],
      message: 'Indiquez un montant avant taxes. Exemple\u00a0: 140,00.',
    });
  });

export type CreditInput = z.output<typeof creditSchema>;
export type CreditValues = z.input<typeof creditSchema>;

/** Schema of what « Facturer » asks. */
export const billingSchema = z
  .object({ kind: z.enum(keysOf(billedKinds)), by: z.enum(['share', 'lines']), share: z.string() })
  .superRefine(({ kind, by, share }, context) => {
    const hundredthsOfPercent = readHundredths(share);
    if (kind === 'balance' || by === 'lines') return;
    if (hundredthsOfPercent && hundredthsOfPercent <= 10_000) return;
    context.addIssue({
      code: 'custom',
      path: ['share'],
      message: 'Indiquez une part de 0,01 à 100\u00a0%. Exemple\u00a0: 30.',
    });
  });

export type BillingValues = z.input<typeof billingSchema>;

/** In a letter, stands for the number that a draft receives when it leaves; the server writes it (email_invoice). */
export const NUMBER_TO_COME = '{{numero}}';

/** Schema of the letter of an invoice. */
export const invoiceLetterSchema = z.object(letterFields(NUMBER_TO_COME));

/** Schema of the letter of a reminder, whose invoice has its number. */
export const reminderSchema = z.object(letterFields());

export type InvoiceLetter = z.output<typeof invoiceLetterSchema>;
