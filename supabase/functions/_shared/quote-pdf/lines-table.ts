import { agreedUnit, type PrintedQuoteLine } from '../quote/quote-document.ts';
import { printedMoney, printedQuantity } from './printed-text.ts';
import { colors, PAGE_MARGIN, type Tag, type TaggedPdf, type TextStyle } from './tagged-pdf.ts';

interface Column {
  heading: string;
  x: number;
  width: number;
  align: 'left' | 'right';
  text: (line: PrintedQuoteLine) => string;
}

const columns: Column[] = [
  { heading: 'Description', x: 62, width: 212, align: 'left', text: (line) => line.description },
  { heading: 'Quantité', x: 278, width: 50, align: 'right', text: (line) => printedQuantity(line.quantity) },
  { heading: 'Unité', x: 338, width: 58, align: 'left', text: agreedUnit },
  {
    heading: 'Prix unitaire',
    x: 400,
    width: 70,
    align: 'right',
    text: (line) => printedMoney(line.unitPriceCents),
  },
  { heading: 'Montant', x: 474, width: 76, align: 'right', text: (line) => printedMoney(line.amountCents) },
];

const PADDING = 6;
/** Smaller padding below the text, which already ends with the gap between its lines. */
const PADDING_BELOW = 4;
const HEADING_HEIGHT = 22;

const cellStyle = ({ width, align }: Column): TextStyle => ({ width, align, figures: align === 'right' });
const headingStyle = ({ width, align }: Column): TextStyle => ({
  width,
  align,
  font: 'strong',
  size: 8.5,
  color: colors.lake,
});

/** Draws the lines of a quote. The heading is repeated on each page; the last line stays with the totals under it. */
export function drawLines(pdf: TaggedPdf, lines: readonly PrintedQuoteLine[], totalsHeight: number): void {
  const heightOf = (line: PrintedQuoteLine) =>
    PADDING +
    PADDING_BELOW +
    Math.max(...columns.map((column) => pdf.heightOf(column.text(line), cellStyle(column))));
  const [first] = lines;
  const room = HEADING_HEIGHT + (first ? heightOf(first) : 0);
  if (!pdf.hasRoom(lines.length === 1 ? room + totalsHeight : room)) pdf.newPage();
  const table = pdf.tag(pdf.root, 'Table');
  drawTableHeading(pdf, table);
  const body = pdf.tag(table, 'TBody');
  const { height, margins } = pdf.doc.page;
  const wholePage = height - margins.top - margins.bottom - HEADING_HEIGHT;
  lines.forEach((line, index) => {
    const needed = heightOf(line);
    const kept = index === lines.length - 1 ? needed + totalsHeight : needed;
    if (index > 0 && !pdf.hasRoom(kept)) {
      pdf.newPage();
      repeatHeading(pdf);
    }
    drawRow(pdf, body, line, needed <= wholePage ? needed : undefined);
  });
}

function drawTableHeading(pdf: TaggedPdf, table: Tag): void {
  const { y } = pdf.doc;
  pdf.artifact(() => drawHeadingBand(pdf, y));
  const row = pdf.tag(pdf.tag(table, 'THead'), 'TR');
  for (const column of columns) {
    pdf.tag(row, 'TH', () => pdf.write(column.heading, column.x, y + PADDING, headingStyle(column)), {
      scope: 'Column',
    });
  }
  pdf.doc.y = y + HEADING_HEIGHT;
}

/** Repeats the heading silently: screen readers have already announced it. */
function repeatHeading(pdf: TaggedPdf): void {
  const { y } = pdf.doc;
  pdf.artifact(() => {
    drawHeadingBand(pdf, y);
    for (const column of columns) {
      pdf.write(column.heading, column.x, y + PADDING, headingStyle(column));
    }
  }, 'Pagination');
  pdf.doc.y = y + HEADING_HEIGHT;
}

const drawHeadingBand = ({ doc }: TaggedPdf, y: number) =>
  doc.rect(PAGE_MARGIN, y, doc.page.width - 2 * PAGE_MARGIN, HEADING_HEIGHT).fill(colors.mist);

/**
 * Draws one line. Without `height` the line is higher than a page, and its description continues over as many as it
 * needs.
 */
function drawRow(pdf: TaggedPdf, body: Tag, line: PrintedQuoteLine, height: number | undefined): void {
  const { y } = pdf.doc;
  const row = pdf.tag(body, 'TR');
  const cells = columns.map((column) => ({ column, cell: pdf.tag(row, 'TD') }));
  // A description that continues on the next page is drawn last, so that the rest of the line stays at its
  // beginning.
  const order = height === undefined ? cells.toReversed() : cells;
  for (const { column, cell } of order) {
    const text = column.text(line);
    if (text) cell.add(() => pdf.write(text, column.x, y + PADDING, cellStyle(column)));
    cell.end();
  }
  pdf.doc.y = height === undefined ? pdf.doc.y + PADDING_BELOW : y + height;
  const end = pdf.doc.y;
  pdf.artifact(() => {
    const { doc } = pdf;
    doc
      .moveTo(PAGE_MARGIN, end)
      .lineTo(doc.page.width - PAGE_MARGIN, end)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke();
  });
}
