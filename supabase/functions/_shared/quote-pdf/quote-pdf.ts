import type { QuoteDocument } from '../quote/quote-document.ts';
import { drawHeading, drawProse, widthOf } from './blocks.ts';
import { drawFooter, drawLetterhead } from './letterhead.ts';
import { drawLines } from './lines-table.ts';
import { printedDate } from './printed-text.ts';
import { colors, MARGIN, openPdf, type Tag, type TaggedPdf } from './tagged-pdf.ts';
import { drawTotals, heightOfTotals, SMALL_SUPPLIER } from './totals-table.ts';

const COLUMN_GAP = 36;

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
  drawTitle(pdf, quote);
  pdf.doc.y = Math.max(pdf.doc.y, letterheadEnd + 4);
  drawParties(pdf, quote);
  drawSubject(pdf, quote);
  drawHeading(pdf, 'Services', 60);
  drawLines(pdf, quote.lines, heightOfTotals(pdf, quote));
  drawTotals(pdf, quote);
  const sections = { Livraison: quote.delivery, Conditions: quote.terms, Notes: quote.notes };
  for (const [heading, text] of Object.entries(sections)) {
    if (!text.trim()) continue;
    drawHeading(pdf, heading);
    drawProse(pdf, text);
  }
  if (quote.number) drawAcceptance(pdf);
  return pdf.finish((page, pages) => {
    if (!quote.number) drawWatermark(pdf);
    const footer = [quoteName(quote), `révision ${quote.revision}`, studio.name];
    drawFooter(pdf, footer.join(', '), `Page\u00a0${page} de\u00a0${pages}`);
  });
}

function drawTitle(pdf: TaggedPdf, quote: QuoteDocument): void {
  const width = 250;
  const x = pdf.doc.page.width - MARGIN - width;
  pdf.doc.y = MARGIN - 4;
  const style = { width, align: 'right', lineGap: 3 } as const;
  pdf.tag(pdf.root, 'H1', () =>
    pdf.write(quoteName(quote), x, pdf.doc.y, {
      ...style,
      font: 'display',
      size: 22,
      color: colors.lake,
      lineGap: 3,
    }),
  );
  const lines = [
    `Révision ${quote.revision}, ${printedDate(quote.date)}`,
    ...(quote.validUntil ? [`Valable jusqu’au ${printedDate(quote.validUntil)}`] : []),
  ];
  for (const line of lines) {
    pdf.tag(pdf.root, 'P', () => pdf.write(line, x, pdf.doc.y, { ...style, color: colors.slate }));
  }
}

/** Draws seller and buyer, side by side. */
function drawParties(pdf: TaggedPdf, { studio, client }: QuoteDocument): void {
  const width = (widthOf(pdf) - COLUMN_GAP) / 2;
  const top = pdf.doc.y + 12;
  const registration =
    studio.taxStatus === 'registered'
      ? [
          studio.gstNumber && `TPS\u00a0: ${studio.gstNumber}`,
          studio.qstNumber && `TVQ\u00a0: ${studio.qstNumber}`,
        ]
      : [SMALL_SUPPLIER];
  const supplier = [
    studio.legalName || studio.name,
    studio.address,
    studio.phone,
    studio.email,
    studio.website,
    studio.neq && `NEQ\u00a0: ${studio.neq}`,
    ...registration,
  ];
  const buyer = [
    client.organization,
    client.contactName,
    client.contactTitle,
    client.address,
    client.phone,
    client.email,
  ];
  const columns = [
    { heading: 'Fournisseur', lines: supplier, x: MARGIN },
    { heading: 'Client', lines: buyer, x: MARGIN + width + COLUMN_GAP },
  ];
  const ends = columns.map(({ heading, lines, x }) => {
    pdf.artifact(() =>
      pdf.doc
        .moveTo(x, top)
        .lineTo(x + width, top)
        .lineWidth(1)
        .strokeColor(colors.spruce)
        .stroke(),
    );
    const section = pdf.tag(pdf.root, 'Sect');
    pdf.tag(section, 'H2', () =>
      pdf.write(heading, x, top + 8, { font: 'strong', size: 10.5, color: colors.spruce, width }),
    );
    for (const [index, line] of lines.filter((text) => text.trim()).entries()) {
      drawDetail(pdf, section, line, { x, width, isFirst: index === 0 });
    }
    return pdf.doc.y;
  });
  pdf.doc.y = Math.max(...ends);
}

const drawDetail = (
  pdf: TaggedPdf,
  section: Tag,
  line: string,
  { x, width, isFirst }: { x: number; width: number; isFirst: boolean },
) =>
  pdf.tag(section, 'P', () =>
    pdf.write(line, x, pdf.doc.y, { width, ...(isFirst ? { font: 'strong', size: 11 } : { lineGap: 1.5 }) }),
  );

function drawSubject(pdf: TaggedPdf, { subject }: QuoteDocument): void {
  if (!subject.trim()) return;
  drawHeading(pdf, 'Objet');
  pdf.tag(pdf.root, 'P', () =>
    pdf.write(subject, MARGIN, pdf.doc.y, {
      font: 'display',
      size: 14,
      color: colors.lake,
      width: widthOf(pdf),
    }),
  );
}

/** Draws the conditions that make a council's acceptance on paper valid. */
function drawAcceptance(pdf: TaggedPdf): void {
  const width = (widthOf(pdf) - COLUMN_GAP) / 2;
  const rows = [
    ['Nom et fonction', 'Signature et date'],
    ['Numéro et date de la résolution', 'ou numéro du bon de commande'],
  ];
  drawHeading(pdf, 'Acceptation', 98);
  pdf.tag(pdf.root, 'P', () =>
    pdf.write(
      'Par résolution du conseil ou, sous délégation du pouvoir de dépenser, par bon de commande.',
      ...([MARGIN, pdf.doc.y, { width: widthOf(pdf) }] as const),
    ),
  );
  let y = pdf.doc.y + 26;
  for (const row of rows) {
    row.forEach((label, index) => {
      const x = MARGIN + index * (width + COLUMN_GAP);
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

function drawWatermark(pdf: TaggedPdf): void {
  const { doc } = pdf;
  const style = { font: 'display', size: 120, color: colors.slate } as const;
  const centre: [number, number] = [doc.page.width / 2, doc.page.height / 2];
  doc.save().rotate(-50, { origin: centre }).fillOpacity(0.07);
  pdf.write('Brouillon', centre[0] - pdf.widthOf('Brouillon', style) / 2, centre[1] - 70, style);
  doc.restore();
}
