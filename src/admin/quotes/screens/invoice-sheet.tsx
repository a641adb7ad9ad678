import { type InvoiceDocument, invoiceName, invoiceSections } from '@quote/invoice-document.ts';
import { DocumentSheet, longDay } from '@/shared/ui/quote-sheet';

/** An invoice or a credit note as printed. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceDocument }) {
  const { kind, number, date, dueOn, quote, credits, reference } = invoice;
  const isCredit = kind === 'credit';
  return (
    <DocumentSheet
      label={invoiceName(invoice)}
      heading={isCredit ? 'Note de crédit' : 'Facture'}
      number={number || 'Brouillon'}
      facts={[
        `Date\u00a0: ${longDay(date)}`,
        ...(isCredit ? [] : [`À payer au plus tard le ${longDay(dueOn)}`]),
        ...(credits ? [`Corrige la facture ${credits.number}`] : []),
        `Devis accepté\u00a0: ${quote.number}`,
        ...(reference ? [reference] : []),
      ]}
      printed={invoice}
      sections={invoiceSections(invoice)}
    />
  );
}
