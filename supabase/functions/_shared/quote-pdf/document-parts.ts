import { formatPhone } from '../contract/phone.ts';
import type { QuoteDocument } from '../quote/quote-document.ts';
import { drawHeading, widthOf } from './blocks.ts';
import { colors, PAGE_MARGIN, type Tag, type TaggedPdf } from './tagged-pdf.ts';
import { SMALL_SUPPLIER } from './totals-table.ts';

/** Gap between two columns of a document. */
export const COLUMN_GAP = 36;

/** Draws the name of a document and the lines under it, at the top right. */
export function drawTitle(pdf: TaggedPdf, name: string, lines: readonly string[]): void {
  const width = 250;
  const x = pdf.doc.page.width - PAGE_MARGIN - width;
  pdf.doc.y = PAGE_MARGIN - 4;
  const style = { width, align: 'right', lineGap: 3 } as const;
  pdf.tag(pdf.root, 'H1', () =>
    pdf.write(name, x, pdf.doc.y, {
      ...style,
      font: 'display',
      size: 22,
      color: colors.lake,
      lineGap: 3,
    }),
  );
  for (const line of lines) {
    pdf.tag(pdf.root, 'P', () => pdf.write(line, x, pdf.doc.y, { ...style, color: colors.slate }));
  }
}

/** Draws seller and buyer, side by side. */
export function drawParties(
  pdf: TaggedPdf,
  { studio, client }: Pick<QuoteDocument, 'studio' | 'client'>,
): void {
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
    formatPhone(studio.phone),
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
    formatPhone(client.phone),
    client.email,
  ];
  const columns = [
    { heading: 'Fournisseur', lines: supplier, x: PAGE_MARGIN },
    { heading: 'Client', lines: buyer, x: PAGE_MARGIN + width + COLUMN_GAP },
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

/** Draws the subject of a document, where it has one. */
export function drawSubject(pdf: TaggedPdf, subject: string): void {
  if (!subject.trim()) return;
  drawHeading(pdf, 'Objet');
  pdf.tag(pdf.root, 'P', () =>
    pdf.write(subject, PAGE_MARGIN, pdf.doc.y, {
      font: 'display',
      size: 14,
      color: colors.lake,
      width: widthOf(pdf),
    }),
  );
}

/** Marks a page as that of a draft. */
export function drawWatermark(pdf: TaggedPdf): void {
  const { doc } = pdf;
  const style = { font: 'display', size: 120, color: colors.slate } as const;
  const centre: [number, number] = [doc.page.width / 2, doc.page.height / 2];
  doc.save().rotate(-50, { origin: centre }).fillOpacity(0.07);
  pdf.write('Brouillon', centre[0] - pdf.widthOf('Brouillon', style) / 2, centre[1] - 70, style);
  doc.restore();
}
