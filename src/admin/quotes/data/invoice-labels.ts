import type { InvoiceKind } from '@quote/invoice-document.ts';
import type { QuoteTotals } from '@quote/quote-document.ts';
import type { Enums } from '@/shared/database.types';
import { formatCents } from '@/shared/lib/money';

/** The states of an invoice, in the order of its life: value → French label. */
export const invoiceStates = {
  brouillon: 'Brouillon',
  émise: 'Émise',
  'partiellement payée': 'Payée en partie',
  'en retard': 'En retard',
  payée: 'Payée',
  créditée: 'Créditée',
} as const satisfies Record<Enums<'invoice_state'>, string>;

/** The kinds of an invoice that a person chooses: stored value → French label. */
export const billedKinds = {
  deposit: 'Acompte',
  progress: 'Avancement',
  balance: 'Solde',
} as const satisfies Record<Exclude<InvoiceKind, 'credit'>, string>;

/** The kinds of an invoice: stored value → French label. */
export const invoiceKinds = { ...billedKinds, credit: 'Note de crédit' } as const satisfies Record<
  Enums<'invoice_kind'>,
  string
>;

/** Names the state of an invoice; a credit note says that it is one. */
export const stateOf = ({ kind, state }: { kind: InvoiceKind; state: keyof typeof invoiceStates }): string =>
  kind === 'credit' ? invoiceKinds.credit : invoiceStates[state];

/** Says what an invoice is for: « Acompte », or « Corrige F-2026-001 » of a credit note. */
export const natureOf = ({
  kind,
  credits_number,
}: {
  kind: InvoiceKind;
  credits_number: string | null;
}): string => (kind === 'credit' ? `Corrige ${credits_number ?? ''}` : invoiceKinds[kind]);

/** Formats an amount before taxes and with them: « 564,99 $ avant taxes, 649,60 $ avec les taxes ». */
export const withTaxes = ({
  taxableCents,
  totalCents,
}: Pick<QuoteTotals, 'taxableCents' | 'totalCents'>): string =>
  taxableCents === totalCents
    ? `${formatCents(totalCents)}, sans taxes`
    : `${formatCents(taxableCents)} avant taxes, ${formatCents(totalCents)} avec les taxes`;

/** The fate of a credited amount: stored value of `is_waived` → French label. */
export const creditOutcomes = {
  true: 'Ce montant n’est plus dû',
  false: 'Ce montant sera facturé de nouveau',
} as const;

/** The ways of paying: stored value → French label. */
export const paymentMethods = {
  cheque: 'Chèque',
  transfer: 'Virement',
  cash: 'Comptant',
  other: 'Autre',
} as const satisfies Record<Enums<'payment_method'>, string>;
