import type { PrintedQuoteLine, QuoteDocument, QuoteTotals } from './quote-document.ts';
import { taxesOn } from './quote-totals.ts';

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
  /** The invoice that a credit note corrects. */
  credits: { number: string; date: string } | null;
  studio: QuoteDocument['studio'];
  /** The account of a transfer (institution, transit and account), or ''. */
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

/** Lists the texts below the totals, heading → text; those that are empty are not printed. */
export function invoiceSections(invoice: InvoiceDocument): Record<string, string> {
  const isCredit = invoice.kind === 'credit';
  return {
    Paiement: isCredit ? '' : paymentSection(invoice),
    Taxes: taxNote(invoice),
    Modalités: invoice.terms,
    [isCredit ? 'Raison' : 'Notes']: invoice.notes,
  };
}

/** Says why a tax is a cent away from its rate: the parts of a quote add up to its own taxes. */
function taxNote({ totals, studio }: InvoiceDocument): string {
  const { gst, qst } = taxesOn(BigInt(totals.taxableCents), studio.taxStatus);
  return Number(gst) === totals.gstCents && Number(qst) === totals.qstCents
    ? ''
    : 'Les taxes sont la part de celles du devis accepté\u00a0: elles peuvent différer d’un cent du taux appliqué à ce montant seul.';
}

/** Says how it is paid, with the account of a transfer or how to learn it. */
function paymentSection(invoice: InvoiceDocument): string {
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
