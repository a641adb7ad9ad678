import type { InvoiceKind } from '@quote/invoice-document.ts';
import type { Enums } from '@/shared/database.types';

/** The states of an invoice, in the order of its life: value → French label. */
export const invoiceStates = {
  brouillon: 'Brouillon',
  émise: 'Émise',
  'partiellement payée': 'Partiellement payée',
  'en retard': 'En retard',
  payée: 'Payée',
  créditée: 'Créditée',
} as const satisfies Record<Enums<'invoice_state'>, string>;

/** The kinds of an invoice that a person chooses: stored value → French label. */
export const billedKinds = {
  deposit: 'Acompte',
  progress: 'Étape',
  balance: 'Solde',
} as const satisfies Record<Exclude<InvoiceKind, 'credit'>, string>;

/** The kinds of an invoice: stored value → French label. */
export const invoiceKinds = { ...billedKinds, credit: 'Note de crédit' } as const satisfies Record<
  Enums<'invoice_kind'>,
  string
>;

/** The ways of paying: stored value → French label. */
export const paymentMethods = {
  cheque: 'Chèque',
  transfer: 'Virement',
  cash: 'Comptant',
  other: 'Autre',
} as const satisfies Record<Enums<'payment_method'>, string>;
