import { type InvoiceDocument, invoiceName } from '@quote/invoice-document.ts';
import type { InvoiceLetter } from '@/admin/data/invoices/invoices.schema';
import { formatLongDay } from '@/admin/lib/dates';
import { formatCents } from '@/shared/lib/money';

const greeting = ({ client }: InvoiceDocument) =>
  client.contactName ? `Bonjour ${client.contactName},` : 'Bonjour,';

/** In a letter, stands for the number that a draft receives when it leaves; the server writes it. */
const NUMBER_TO_COME = '{{numero}}';

/** Writes the letter of an invoice or of a credit note, to be edited before it leaves. */
export function invoiceLetter(invoice: InvoiceDocument, sender: string): InvoiceLetter {
  const { kind, subject, dueOn, totals, credits } = invoice;
  const isCredit = kind === 'credit';
  const name = invoiceName({ kind, number: invoice.number || NUMBER_TO_COME });
  const total = formatCents(totals.totalCents);
  return {
    subject: `${name}${subject ? ` – ${subject}` : ''}`.slice(0, 200),
    body: [
      greeting(invoice),
      isCredit
        ? `Voici une note de crédit de ${total}, qui corrige la facture ${credits?.number ?? ''}. Elle est jointe à ce message.`
        : `Voici notre facture pour «\u00a0${subject}\u00a0», au total de ${total}. Elle est payable au plus tard le ${formatLongDay(dueOn)}, par chèque ou par virement.`,
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
  return {
    subject: `Rappel – ${invoiceName(invoice)}`.slice(0, 200),
    body: [
      greeting(invoice),
      `Sauf erreur de notre part, la facture ${invoice.number} du ${formatLongDay(invoice.date)}, payable le ${formatLongDay(invoice.dueOn)}, présente encore un solde de ${formatCents(balanceCents)}. Elle est jointe à ce message.`,
      'Si le paiement est déjà parti, ne tenez pas compte de ce rappel. Pour toute question, répondez simplement à ce courriel.',
      'Merci,',
      sender,
    ].join('\n\n'),
  };
}
