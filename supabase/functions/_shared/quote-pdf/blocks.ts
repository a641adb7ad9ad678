import { colors, PAGE_MARGIN, type Tag, type TaggedPdf } from './tagged-pdf.ts';

const BULLET = /^\s*[-–•*]\s+/;
const BULLET_INDENT = 12;

/** Draws a heading of the second level, with room under it for the beginning of its section. */
export function drawHeading(pdf: TaggedPdf, text: string, roomBelow = 34): void {
  if (!pdf.hasRoom(roomBelow + 24)) pdf.newPage();
  else pdf.doc.y += 12;
  pdf.tag(pdf.root, 'H2', () =>
    pdf.write(text, PAGE_MARGIN, pdf.doc.y, {
      font: 'strong',
      size: 10.5,
      color: colors.spruce,
      width: widthOf(pdf),
    }),
  );
  pdf.doc.y += 2;
}

/** Draws a text typed on several lines: paragraphs, and lists where lines begin with a dash or a bullet. */
export function drawProse(pdf: TaggedPdf, text: string): void {
  let list: Tag | undefined;
  for (const [index, block] of blocksOf(text).entries()) {
    if (index > 0 && !list) pdf.doc.y += 4;
    if (!BULLET.test(block)) {
      list = undefined;
      pdf.tag(pdf.root, 'P', () => writeText(pdf, block, 0));
      continue;
    }
    list ??= pdf.tag(pdf.root, 'L');
    const item = pdf.tag(list, 'LI');
    // The text stays on the page of its bullet.
    if (!pdf.hasRoom(14)) pdf.newPage();
    const { y } = pdf.doc;
    pdf.tag(item, 'Lbl', () => pdf.write('•', PAGE_MARGIN + 2, y));
    pdf.tag(item, 'LBody', () => {
      pdf.doc.y = y;
      writeText(pdf, block.replace(BULLET, ''), BULLET_INDENT);
    });
  }
}

/** A label and its value. */
export interface LabelledDetail {
  label: string;
  value: string;
}

const LABEL_WIDTH = 170;

/** Draws labels and values line by line: a table whose row headings are at the left. */
export function drawDetails(pdf: TaggedPdf, details: readonly LabelledDetail[]): void {
  const { doc } = pdf;
  const right = doc.page.width - PAGE_MARGIN;
  const label = { width: LABEL_WIDTH - 12, color: colors.slate, size: 10 };
  const value = { width: right - PAGE_MARGIN - LABEL_WIDTH, size: 10 };
  const table = pdf.tag(pdf.root, 'Table');
  doc.y += 4;
  for (const detail of details) {
    const height = Math.max(pdf.heightOf(detail.label, label), pdf.heightOf(detail.value, value)) + 9;
    if (!pdf.hasRoom(height)) pdf.newPage();
    const { y } = doc;
    pdf.artifact(() =>
      doc.moveTo(PAGE_MARGIN, y).lineTo(right, y).lineWidth(0.5).strokeColor(colors.line).stroke(),
    );
    const row = pdf.tag(table, 'TR');
    pdf.tag(row, 'TH', () => pdf.write(detail.label, PAGE_MARGIN, y + 5, label), { scope: 'Row' });
    pdf.tag(row, 'TD', () => pdf.write(detail.value, PAGE_MARGIN + LABEL_WIDTH, y + 5, value));
    doc.y = y + height;
  }
}

/** Returns the width of the text column between the margins. */
export const widthOf = ({ doc }: TaggedPdf): number => doc.page.width - 2 * PAGE_MARGIN;

const writeText = (pdf: TaggedPdf, text: string, indent: number) =>
  pdf.write(text, PAGE_MARGIN + indent, pdf.doc.y, { width: widthOf(pdf) - indent });

/** Splits a text into paragraphs at empty lines; each line of a list is a block of its own. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const isItem = BULLET.test(line);
    const last = blocks.length - 1;
    if (line.trim() && open && !isItem) blocks[last] += `\n${line}`;
    else if (line.trim()) blocks.push(line);
    open = Boolean(line.trim());
  }
  return blocks;
}
