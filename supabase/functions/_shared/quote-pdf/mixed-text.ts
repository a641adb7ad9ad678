import { type CharacterFont, fontOf } from '../contract/printable-text.ts';

/** Consecutive characters of one font. */
interface FontRun {
  font: CharacterFont;
  text: string;
}

/** A text that no single font has all letters of, as a paragraph of pdfkit is otherwise. */
export interface MixedText {
  text: string;
  /** The names of the fonts in the document. */
  fonts: Partial<Record<CharacterFont, string>>;
  width: number | undefined;
  lineGap: number;
  align: 'left' | 'right' | 'center' | undefined;
}

/** Splits a text by the fonts that have its characters; spaces belong to the preceding part. */
export function runsOf(text: string): FontRun[] {
  const runs: FontRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = fontOf(character);
    if (last && (last.font === font || /[\s\p{M}]/u.test(character))) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

/** Breaks the text into lines of its width: after spaces and hyphens, and inside of a word that is wider. */
export function mixedLines(doc: PDFKit.PDFDocument, { text, fonts, width }: MixedText): string[] {
  if (width === undefined) return text.split('\n');
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let [line, used] = ['', 0];
    const add = (piece: string) => {
      const needed = widthOf(doc, piece.trimEnd(), fonts);
      if (line !== '' && used + needed > width) {
        lines.push(line);
        [line, used] = ['', 0];
      }
      line += piece;
      used += widthOf(doc, piece, fonts);
    };
    for (const word of paragraph.split(/(?<=[ \-–])(?! )/u)) {
      if (widthOf(doc, word.trimEnd(), fonts) <= width) add(word);
      else for (const character of word) add(character);
    }
    return [...lines, line];
  });
}

/** Draws the text run by run, on one baseline; below the page it continues on the next one. */
export function drawMixed(doc: PDFKit.PDFDocument, mixed: MixedText, x: number, y: number): void {
  const height = doc.currentLineHeight(true) + mixed.lineGap;
  const { ascender } = (doc as unknown as { _font: { ascender: number } })._font;
  const { _fontSize } = doc as unknown as { _fontSize: number };
  doc.y = y;
  for (const line of mixedLines(doc, mixed)) {
    if (mixed.width !== undefined && doc.y + height > doc.page.maxY()) {
      (doc as unknown as { continueOnNewPage: () => void }).continueOnNewPage();
    }
    const top = doc.y;
    let left = x + indentOf(doc, line.trimEnd(), mixed);
    for (const run of runsOf(line)) {
      doc.font(mixed.fonts[run.font] ?? '');
      doc.text(run.text, left, top + (ascender / 1000) * _fontSize, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
      left += doc.widthOfString(run.text);
    }
    doc.font(mixed.fonts.own ?? '');
    [doc.x, doc.y] = [x, top + height];
  }
}

function indentOf(doc: PDFKit.PDFDocument, line: string, { fonts, width = 0, align }: MixedText): number {
  if (align !== 'right' && align !== 'center') return 0;
  const rest = width - widthOf(doc, line, fonts);
  return align === 'right' ? rest : rest / 2;
}

/** Measures a line in the fonts of its runs, and leaves that of the style in use. */
export function widthOf(doc: PDFKit.PDFDocument, line: string, fonts: MixedText['fonts']): number {
  const width = runsOf(line).reduce(
    (sum, run) => sum + doc.font(fonts[run.font] ?? '').widthOfString(run.text),
    0,
  );
  doc.font(fonts.own ?? '');
  return width;
}
