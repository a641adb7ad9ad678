import type { QuoteDocument } from '../quote/quote-document.ts';
import { drawHeading, drawProse, widthOf } from './blocks.ts';
import { COLUMN_GAP, drawParties, drawSubject, drawTitle, drawWatermark } from './document-parts.ts';
import { drawFooter, drawLetterhead } from './letterhead.ts';
import { drawLines } from './lines-table.ts';
import { printedDate } from './printed-text.ts';
import { colors, openPdf, PAGE_MARGIN, type TaggedPdf } from './tagged-pdf.ts';
import { drawTotals, heightOfTotals } from './totals-table.ts';

/** Names a quote: « Devis 2026-0014 », or « Devis (brouillon) » before it has a number. */
export const quoteName = ({ number }: { number: string }): string =>
  number ? `Devis\u00a0${number}` : 'Devis\u00a0– Brouillon';

/**
 * Prints a quote: letter format, in French, tagged (PDF/UA). The same quote and logo give the same bytes.
 *
 * @param assets the logo, PNG or JPEG; the studio's name and mark stand in its place without one.
 */
export function quotePdf(quote: QuoteDocument, assets: { logo?: Uint8Array } = {}): Promise<Uint8Array> {
  const { studio } = quote;
  const pdf = openPdf({
    title: quote.subject ? `${quoteName(quote)} – ${quote.subject}` : quoteName(quote),
    author: studio.legalName || studio.name,
    subject: quote.subject,
    date: quote.date,
  });
  const letterheadEnd = drawLetterhead(pdf, { name: studio.name, logo: assets.logo });
  drawTitle(pdf, quoteName(quote), [
    `Révision ${quote.revision}, ${printedDate(quote.date)}`,
    ...(quote.validUntil ? [`Valable jusqu’au ${printedDate(quote.validUntil)}`] : []),
  ]);
  pdf.doc.y = Math.max(pdf.doc.y, letterheadEnd + 4);
  drawParties(pdf, quote);
  drawSubject(pdf, quote.subject);
  drawHeading(pdf, 'Services', 60);
  drawLines(pdf, quote.lines, heightOfTotals(pdf, quote));
  drawTotals(pdf, quote);
  const sections = { Livraison: quote.delivery, Conditions: quote.terms, Notes: quote.notes };
  for (const [heading, text] of Object.entries(sections)) {
    if (!text.trim()) continue;
    drawHeading(pdf, heading);
    drawProse(pdf, text);
  }
  if (quote.number) drawAcceptance(pdf, quote);
  return pdf.finish((page, pages) => {
    if (!quote.number) drawWatermark(pdf);
    const footer = [quoteName(quote), `révision ${quote.revision}`, studio.name];
    drawFooter(pdf, footer.join(', '), `Page\u00a0${page} de\u00a0${pages}`);
  });
}

/** Draws the conditions that make an acceptance on paper valid: a council's, or that of a person who signs alone. */
function drawAcceptance(pdf: TaggedPdf, { client }: QuoteDocument): void {
  const width = (widthOf(pdf) - COLUMN_GAP) / 2;
  const isPerson = client.acceptsBy === 'person';
  const rows = [
    ['Nom et fonction', 'Signature et date'],
    ...(isPerson ? [] : [['Numéro et date de la résolution', 'ou numéro du bon de commande']]),
  ];
  drawHeading(pdf, 'Acceptation', 98);
  pdf.tag(pdf.root, 'P', () =>
    pdf.write(
      isPerson
        ? 'Par une personne autorisée à engager le client.'
        : 'Par résolution du conseil ou, sous délégation du pouvoir de dépenser, par bon de commande.',
      ...([PAGE_MARGIN, pdf.doc.y, { width: widthOf(pdf) }] as const),
    ),
  );
  let y = pdf.doc.y + 26;
  for (const row of rows) {
    row.forEach((label, index) => {
      const x = PAGE_MARGIN + index * (width + COLUMN_GAP);
      pdf.artifact(() =>
        pdf.doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(0.6)
          .strokeColor(colors.slate)
          .stroke(),
      );
      pdf.tag(pdf.root, 'P', () => pdf.write(label, x, y + 4, { width, size: 8.5, color: colors.slate }));
    });
    y += 38;
  }
}
