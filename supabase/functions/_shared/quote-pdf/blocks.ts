import { colors, MARGIN, type Tag, type TaggedPdf } from './tagged-pdf.ts';

const BULLET = /^\s*[-–•*]\s+/;
const BULLET_INDENT = 12;

/** Draws a heading of the second level, with room under it for the beginning of its section. */
export function drawHeading(pdf: TaggedPdf, text: string, roomBelow = 34): void {
  if (!pdf.hasRoom(roomBelow + 24)) pdf.newPage();
  else pdf.doc.y += 12;
  pdf.tag(pdf.root, 'H2', () =>
    pdf.write(text, MARGIN, pdf.doc.y, {
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
      pdf.tag(pdf.root, 'P', () => write(pdf, block, 0));
      continue;
    }
    list ??= pdf.tag(pdf.root, 'L');
    const item = pdf.tag(list, 'LI');
    // The text stays on the page of its bullet.
    if (!pdf.hasRoom(14)) pdf.newPage();
    const { y } = pdf.doc;
    pdf.tag(item, 'Lbl', () => pdf.write('•', MARGIN + 2, y));
    pdf.tag(item, 'LBody', () => {
      pdf.doc.y = y;
      write(pdf, block.replace(BULLET, ''), BULLET_INDENT);
    });
  }
}

/** Returns the width of the text column between the margins. */
export const widthOf = ({ doc }: TaggedPdf): number => doc.page.width - 2 * MARGIN;

const write = (pdf: TaggedPdf, text: string, indent: number) =>
  pdf.write(text, MARGIN + indent, pdf.doc.y, { width: widthOf(pdf) - indent });

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
