import type { PrintedQuoteLine, QuoteDocument, QuoteTotals } from './quote-document.ts';

/** Kind of an invoice; `credit`: a credit note, whose amounts are given back. */
export type InvoiceKind = 'deposit' | 'progress' | 'balance' | 'credit';

/** An invoice as printed on the page and in the PDF, and as `issue_invoice` freezes it. */
export interface InvoiceDocument {
  kind: InvoiceKind;
  /** « F-2026-014 », or '' for a draft. */
  number: string;
  /** Day of issue in Québec; today for a draft. */
  date: string;
  dueOn: string;
  subject: string;
  /** The resolution or the purchase order of the client, or ''. */
  reference: string;
  quote: { number: string; revision: number; date: string };
  /** Of a credit note: the invoice that it corrects. */
  credits: { number: string; date: string } | null;
  studio: QuoteDocument['studio'];
  /** Where a transfer goes (institution, transit and account), or ''. */
  bankDetails: string;
  client: Omit<QuoteDocument['client'], 'acceptsBy'>;
  lines: PrintedQuoteLine[];
  discount: QuoteDocument['discount'];
  totals: QuoteTotals;
  terms: string;
  notes: string;
}

/** Says how an invoice is paid: « par chèque à l’ordre de Territoire 360 inc. ou par virement ». */
export function paymentWay({ studio }: Pick<InvoiceDocument, 'studio'>): string {
  const payee = studio.legalName || studio.name;
  return `par chèque${payee && ` à l’ordre de ${payee}`} ou par virement`;
}

/** Says on the invoice itself how it is paid, with the account of a transfer or how to learn it; '' for a credit note. */
export function paymentSection(invoice: Pick<InvoiceDocument, 'kind' | 'studio' | 'bankDetails'>): string {
  if (invoice.kind === 'credit') return '';
  const account = invoice.bankDetails
    ? `Coordonnées du virement\u00a0: ${invoice.bankDetails}.`
    : 'Les coordonnées du virement sont données sur demande.';
  return `Payable ${paymentWay(invoice)}. ${account}`;
}

/** Names an invoice: « Facture F-2026-014 », « Note de crédit F-2026-015 », or « Facture – Brouillon ». */
export function invoiceName({ kind, number }: Pick<InvoiceDocument, 'kind' | 'number'>): string {
  const name = kind === 'credit' ? 'Note de crédit' : 'Facture';
  return number ? `${name}\u00a0${number}` : `${name}\u00a0– Brouillon`;
}
