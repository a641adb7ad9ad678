import { cutText } from '@contract/cut-text';
import { type InvoiceDocument, invoiceName, paymentWay } from '@quote/invoice-document.ts';
import { formatLongDay } from '@/admin/kit/lib/dates';
import { formatCents } from '@/shared/lib/money';
import type { Invoice } from '../data/invoices';
import { type InvoiceLetter, NUMBER_TO_COME } from '../data/invoices.schema';

type InvoiceBalance = Pick<Invoice, 'state' | 'balance_cents'>;

const greeting = ({ client }: InvoiceDocument) =>
  client.contactName ? `Bonjour ${client.contactName},` : 'Bonjour,';

/** Says what is still to be paid of an invoice, when and how. */
function whatIsDue(invoice: InvoiceDocument, { state, balance_cents }: InvoiceBalance): string {
  if (state === 'payée') return 'Elle est payée\u00a0: il ne reste rien à payer.';
  if (state === 'créditée') return 'Elle est créditée en entier\u00a0: il ne reste rien à payer.';
  const { totals, dueOn } = invoice;
  const isPart = state !== 'brouillon' && balance_cents < totals.totalCents;
  const due = isPart ? `Il en reste ${formatCents(balance_cents)} à payer` : 'Elle est payable';
  const late = isPart ? `Le solde de ${formatCents(balance_cents)} était payable` : 'Elle était payable';
  return `${state === 'en retard' ? late : due} au plus tard le ${formatLongDay(dueOn)}, ${paymentWay(invoice)}.`;
}

/** Writes the letter of an invoice as it stands, or of a credit note, to be edited before it leaves. */
export function invoiceLetter(
  invoice: InvoiceDocument,
  standing: InvoiceBalance,
  sender: string,
): InvoiceLetter {
  const { kind, subject, totals, credits } = invoice;
  const isCredit = kind === 'credit';
  const name = invoiceName({ kind, number: invoice.number || NUMBER_TO_COME });
  const total = formatCents(totals.totalCents);
  return {
    subject: cutText(`${name}${subject ? ` – ${subject}` : ''}`, 200),
    body: [
      greeting(invoice),
      isCredit
        ? `Voici une note de crédit de ${total}, qui corrige la facture ${credits?.number ?? ''}.`
        : `Voici notre facture pour «\u00a0${subject}\u00a0», au total de ${total}. ${whatIsDue(invoice, standing)}`,
      'Merci de votre confiance.',
      sender,
    ].join('\n\n'),
  };
}

/** Writes the reminder of a late invoice, to be edited before it leaves. */
export function reminderLetter(
  invoice: InvoiceDocument,
  balanceCents: number,
  sender: string,
): InvoiceLetter {
  const { number, reference, date, dueOn, totals } = invoice;
  const name = `la facture ${number}${reference && ` (${reference})`} du ${formatLongDay(date)}`;
  const total = formatCents(totals.totalCents);
  const balance =
    balanceCents < totals.totalCents ? `${formatCents(balanceCents)} sur un total de ${total}` : total;
  return {
    subject: cutText(`Rappel – ${invoiceName(invoice)}`, 200),
    body: [
      greeting(invoice),
      `Sauf erreur de notre part, ${name}, payable le ${formatLongDay(dueOn)}, présente encore un solde de ${balance}, à payer ${paymentWay(invoice)}.`,
      'Si le paiement est déjà parti, ne tenez pas compte de ce rappel. Pour toute question, répondez simplement à ce courriel.',
      'Merci,',
      sender,
    ].join('\n\n'),
  };
}
