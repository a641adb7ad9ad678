import { type InvoiceDocument, invoiceName, invoiceSections } from '../quote/invoice-document.ts';
import { drawDetails, drawHeading, drawProse, type LabelledDetail } from './blocks.ts';
import { drawParties, drawSubject, drawTitle, drawWatermark } from './document-parts.ts';
import { drawFooter, drawLetterhead } from './letterhead.ts';
import { drawLines } from './lines-table.ts';
import { printedDate } from './printed-text.ts';
import { openPdf } from './tagged-pdf.ts';
import { drawTotals, heightOfTotals } from './totals-table.ts';

/**
 * Prints an invoice or a credit note: letter format, in French, tagged (PDF/UA), with what a registered client needs
 * to claim its taxes. The same invoice and logo give the same bytes.
 */
export function invoicePdf(
  invoice: InvoiceDocument,
  assets: { logo?: Uint8Array } = {},
): Promise<Uint8Array> {
  const { studio } = invoice;
  const isCredit = invoice.kind === 'credit';
  const name = invoiceName(invoice);
  const pdf = openPdf({
    title: invoice.subject ? `${name} – ${invoice.subject}` : name,
    author: studio.legalName || studio.name,
    subject: invoice.subject,
    date: invoice.date,
  });
  const letterheadEnd = drawLetterhead(pdf, { name: studio.name, logo: assets.logo });
  // « Note de crédit F-2026-003 » takes two lines, and its number begins the second.
  const title = isCredit && invoice.number ? `Note\u00a0de\u00a0crédit ${invoice.number}` : name;
  drawTitle(pdf, title, [
    `Date\u00a0: ${printedDate(invoice.date)}`,
    ...(isCredit ? [] : [`À payer au plus tard le ${printedDate(invoice.dueOn)}`]),
  ]);
  pdf.doc.y = Math.max(pdf.doc.y, letterheadEnd + 4);
  drawParties(pdf, invoice);
  drawSubject(pdf, invoice.subject);
  drawHeading(pdf, 'Références', 60);
  drawDetails(pdf, referencesOf(invoice));
  drawHeading(pdf, isCredit ? 'Montants crédités' : 'Services', 60);
  drawLines(pdf, invoice.lines, heightOfTotals(pdf, invoice));
  drawTotals(pdf, invoice);
  for (const [heading, text] of Object.entries(invoiceSections(invoice))) {
    if (!text.trim()) continue;
    drawHeading(pdf, heading);
    drawProse(pdf, text);
  }
  return pdf.finish((page, pages) => {
    if (!invoice.number) drawWatermark(pdf);
    drawFooter(pdf, `${name}, ${studio.name}`, `Page\u00a0${page} de\u00a0${pages}`);
  });
}

/** Lists what the invoice refers to: the accepted quote, the client's own reference, and what it corrects. */
function referencesOf({ quote, reference, credits }: InvoiceDocument): LabelledDetail[] {
  return [
    ...(credits
      ? [{ label: 'Facture corrigée', value: `${credits.number}, du ${printedDate(credits.date)}` }]
      : []),
    {
      label: 'Devis accepté',
      value: `${quote.number}, révision ${quote.revision}, du ${printedDate(quote.date)}`,
    },
    ...(reference ? [{ label: 'Référence du client', value: reference }] : []),
  ];
}
