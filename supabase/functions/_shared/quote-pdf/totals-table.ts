import type { QuoteDocument } from '../quote/quote-document.ts';
import { printedMoney } from './printed-text.ts';
import { colors, PAGE_MARGIN, type TaggedPdf, type TextStyle } from './tagged-pdf.ts';

const LEFT_EDGE = 290;
const PADDING = 8;
const ROW_PADDING = 3.5;
const GAP_ABOVE = 8;

export const SMALL_SUPPLIER = 'Petit fournisseur, non inscrit aux taxes';

/** The printed lines of the totals of a quote or an invoice. */
type PricedDocument = Pick<QuoteDocument, 'studio' | 'discount' | 'totals'>;

interface Row {
  label: string;
  amount: string;
}

/** Builds the rows under the lines of a quote, without its total. */
function rowsOf({ studio, discount, totals }: PricedDocument): Row[] {
  const isRegistered = studio.taxStatus === 'registered';
  const row = (label: string, cents: number): Row => ({ label, amount: printedMoney(cents) });
  return [
    ...(discount || isRegistered ? [row('Sous-total', totals.subtotalCents)] : []),
    ...(discount
      ? [row(discount.label ? `Rabais\u00a0: ${discount.label}` : 'Rabais', -totals.discountCents)]
      : []),
    ...(discount && isRegistered ? [row('Montant avant taxes', totals.taxableCents)] : []),
    ...(isRegistered
      ? [row('TPS (5\u00a0%)', totals.gstCents), row('TVQ (9,975\u00a0%)', totals.qstCents)]
      : []),
  ];
}

/** Width of the amounts, enough for ninety-nine million dollars. */
const AMOUNT_WIDTH = 112;
const amountStyle: TextStyle = { align: 'right', figures: true, width: AMOUNT_WIDTH };
const labelStyle = (pdf: TaggedPdf): TextStyle => ({
  color: colors.slate,
  width: pdf.doc.page.width - PAGE_MARGIN - LEFT_EDGE - 2 * PADDING - AMOUNT_WIDTH - 4,
});
const TOTAL_HEIGHT = 28;
const NOTE_HEIGHT = 18;

const heightOfRow = (pdf: TaggedPdf, { label }: Row) =>
  pdf.heightOf(label, labelStyle(pdf)) + 2 * ROW_PADDING;

/** Measures the totals, which are never cut. */
export const heightOfTotals = (pdf: TaggedPdf, quote: PricedDocument): number =>
  GAP_ABOVE +
  TOTAL_HEIGHT +
  NOTE_HEIGHT +
  rowsOf(quote).reduce((height, row) => height + heightOfRow(pdf, row), 0);

/** Draws sub-total, discount, taxes and total; a small supplier charges no tax and says so. */
export function drawTotals(pdf: TaggedPdf, quote: PricedDocument): void {
  const { doc } = pdf;
  const right = doc.page.width - PAGE_MARGIN;
  const amountX = right - PADDING - AMOUNT_WIDTH;
  if (!pdf.hasRoom(heightOfTotals(pdf, quote))) pdf.newPage();
  const table = pdf.tag(pdf.root, 'Table');
  let y = doc.y + GAP_ABOVE;
  const draw = ({ label, amount }: Row, at: number, styles: { label: TextStyle; amount: TextStyle }) => {
    const row = pdf.tag(table, 'TR');
    pdf.tag(row, 'TH', () => pdf.write(label, LEFT_EDGE + PADDING, at, styles.label), { scope: 'Row' });
    pdf.tag(row, 'TD', () => pdf.write(amount, amountX, at, styles.amount));
  };
  for (const row of rowsOf(quote)) {
    draw(row, y + ROW_PADDING, { label: labelStyle(pdf), amount: amountStyle });
    y += heightOfRow(pdf, row);
  }
  pdf.artifact(() => doc.rect(LEFT_EDGE, y, right - LEFT_EDGE, TOTAL_HEIGHT).fill(colors.lake));
  const white: TextStyle = { color: '#ffffff', font: 'strong', size: 12 };
  draw({ label: 'Total', amount: printedMoney(quote.totals.totalCents) }, y + 6, {
    label: { ...white, width: 90 },
    amount: { ...amountStyle, ...white },
  });
  doc.y = y + TOTAL_HEIGHT;
  if (quote.studio.taxStatus === 'small_supplier') {
    pdf.tag(pdf.root, 'P', () =>
      pdf.write(SMALL_SUPPLIER, LEFT_EDGE, doc.y + 5, {
        width: right - LEFT_EDGE - PADDING,
        align: 'right',
        size: 8.5,
        color: colors.slate,
      }),
    );
  }
}
