import { Buffer } from 'node:buffer';
// @ts-types="npm:@types/pdfkit"
import PDFDocument from 'pdfkit';
import { printable } from '../contract/printable-text.ts';
import { openFonts } from './fonts.ts';
import { drawMixed, type MixedText, mixedLines, runsOf, widthOf } from './mixed-text.ts';

/** The palette of the site (src/shared/styles.css), in the notation of PDF. */
export const colors = {
  ink: '#03282f',
  slate: '#3d545a',
  lake: '#00353e',
  spruce: '#0e5e47',
  sumac: '#c43512',
  line: '#cedcdd',
  mist: '#e7f2f1',
};

export const PAGE_MARGIN = 54;
const BOTTOM_MARGIN = 60;

type Font = 'text' | 'strong' | 'display';
/** A node of the structure that assistive technologies read. */
export type Tag = PDFKit.PDFStructureElement;

export interface TextStyle {
  font?: Font;
  size?: number;
  color?: string;
  width?: number;
  lineGap?: number;
  align?: 'left' | 'right' | 'center';
  /** All digits of one width, for columns of amounts. */
  figures?: boolean;
}

/**
 * A PDF/UA document in French, letter format, drawn from top to bottom. Content is either under a tag, and read
 * aloud, or an artifact, and silent. `y` is the position of the next content.
 */
export interface TaggedPdf {
  doc: PDFKit.PDFDocument;
  root: Tag;
  /** Tells whether so many points are left on the page. */
  hasRoom: (height: number) => boolean;
  newPage: () => void;
  /** Adds a tag under another one, with the content that `draw` draws, or else the tags added to it. */
  tag: (parent: Tag, type: string, draw?: (() => void) | null, options?: TagOptions) => Tag;
  artifact: (draw: () => void, type?: 'Layout' | 'Pagination') => void;
  /** Writes text at a place and returns its lower edge. */
  write: (text: string, x: number, y: number, style?: TextStyle) => number;
  heightOf: (text: string, style: TextStyle) => number;
  widthOf: (text: string, style: TextStyle) => number;
  /** Writes `footer` at the foot of each page, and returns the file. */
  finish: (footer: (page: number, pages: number) => void) => Promise<Uint8Array>;
}

interface TagOptions {
  alt?: string;
  bbox?: [number, number, number, number];
  scope?: 'Column' | 'Row';
}

export interface PdfProperties {
  title: string;
  author: string;
  subject: string;
  /** ISO date that the file gives as its creation, whenever it is made. */
  date: string;
}

/** Escapes a text, because pdfkit writes the properties into XML as they are. */
const xmlSafe = (text: string): string =>
  printable(text).replaceAll('\n', ' ').replaceAll('&', '＆').replaceAll('<', '‹').replaceAll('>', '›');

/**
 * Corrects the missing-character glyph, which each font has and no text uses: pdfkit maps it to the character zero,
 * which PDF/UA forbids (ISO 14289-1, 7.21.7). It is mapped to the replacement character instead.
 */
function nameMissingGlyphs(doc: PDFKit.PDFDocument): void {
  const { _fontFamilies } = doc as unknown as { _fontFamilies: Record<string, { unicode: number[][] }> };
  for (const font of Object.values(_fontFamilies)) font.unicode[0] = [0xfffd];
}

/** Opens a document whose bytes depend only on its content. */
export function openPdf({ title, author, subject, date }: PdfProperties): TaggedPdf {
  const fonts = openFonts();
  const options = {
    size: 'letter',
    margins: { top: PAGE_MARGIN, right: PAGE_MARGIN, bottom: BOTTOM_MARGIN, left: PAGE_MARGIN },
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'fr-CA',
    displayTitle: true,
    bufferPages: true,
    // The runtime's compression may change with its version, and the bytes with it.
    compress: false,
    // Given at once, because pdfkit would otherwise load a font that a PDF/UA file may not refer to.
    font: fonts.text,
    info: {
      Title: xmlSafe(title),
      Author: xmlSafe(author),
      Subject: xmlSafe(subject),
      CreationDate: new Date(`${date.slice(0, 10)}T12:00:00Z`),
    },
  };
  // The types are those of pdfkit 0.17, which had no PDF/UA.
  const doc = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions);
  // The first font is known under its own name, and opened again under another.
  const names: Record<Font, string> & Partial<Record<'aboriginal' | 'other', string>> = {
    text: fonts.text.postscriptName,
    strong: 'strong',
    display: 'display',
  };
  doc.registerFont('strong', fonts.strong as unknown as Uint8Array);
  doc.registerFont('display', fonts.display as unknown as Uint8Array);
  const chunks: Uint8Array[] = [];
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);

  const use = ({ font = 'text', size = 9.5, color = colors.ink }: TextStyle) =>
    doc.font(names[font]).fontSize(size).fillColor(color);
  const layout = ({ width, lineGap = 2, align, figures }: TextStyle): PDFKit.Mixins.TextOptions => ({
    lineGap,
    align,
    ...(width === undefined ? { lineBreak: false } : { width }),
    ...(figures && { features: ['tnum'] }),
  });
  /** The text cut for several fonts; undefined when that of the style has all its letters. */
  const mixed = (
    text: string,
    { font = 'text', width, lineGap = 2, align }: TextStyle,
  ): MixedText | undefined => {
    const runs = runsOf(text);
    if (runs.every((run) => run.font === 'own')) return undefined;
    for (const { font: used } of runs) {
      if (used === 'own' || names[used]) continue;
      doc.registerFont(used, fonts[used]() as unknown as Uint8Array);
      names[used] = used;
    }
    return { text, fonts: { ...names, own: names[font] }, width, lineGap, align };
  };
  /** Takes up a style, and returns the text as it is printed: in the font of the style, or in several. */
  const prepared = (text: string, style: TextStyle) => {
    use(style);
    const shown = printable(text);
    return { shown, several: mixed(shown, style) };
  };

  return {
    doc,
    root,
    hasRoom: (height) => doc.y + height <= doc.page.maxY(),
    newPage: () => {
      doc.addPage();
    },
    tag: (parent, type, draw, tagOptions = {}) => {
      const element = doc.struct(type, tagOptions as object);
      parent.add(element);
      if (draw) {
        element.add(draw);
        element.end();
      }
      return element;
    },
    artifact: (draw, type = 'Layout') => {
      doc.markContent('Artifact', { type });
      draw();
      doc.endMarkedContent();
    },
    write: (text, x, y, style = {}) => {
      const { shown, several } = prepared(text, style);
      if (several) drawMixed(doc, several, x, y);
      else doc.text(shown, x, y, layout(style));
      return doc.y;
    },
    heightOf: (text, style) => {
      const { shown, several } = prepared(text, style);
      if (!several) return doc.heightOfString(shown, layout(style));
      return mixedLines(doc, several).length * (doc.currentLineHeight(true) + several.lineGap);
    },
    widthOf: (text, style) => {
      const { shown, several } = prepared(text, style);
      return several ? widthOf(doc, several.text, several.fonts) : doc.widthOfString(shown, layout(style));
    },
    finish: (footer) => {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page);
        // Below the margin, where text would otherwise open a page.
        doc.page.margins.bottom = 0;
        doc.markContent('Artifact', { type: 'Pagination' });
        footer(page + 1, count);
        doc.endMarkedContent();
      }
      nameMissingGlyphs(doc);
      doc.end();
      return ended;
    },
  };
}
