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

/** Names an invoice: « Facture F-2026-014 », « Note de crédit F-2026-015 », or « Facture – Brouillon ». */
export function invoiceName({ kind, number }: Pick<InvoiceDocument, 'kind' | 'number'>): string {
  const name = kind === 'credit' ? 'Note de crédit' : 'Facture';
  return number ? `${name}\u00a0${number}` : `${name}\u00a0– Brouillon`;
}
