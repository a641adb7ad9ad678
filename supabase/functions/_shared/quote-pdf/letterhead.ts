import { printableLogo } from './logo.ts';
import { colors, PAGE_MARGIN, type TaggedPdf } from './tagged-pdf.ts';

const LOGO_BOX: [number, number] = [170, 46];
const RING_HEIGHT = 40;
/**
 * Draws the studio's logo, or its mark and name, at the top left, and the scale of degrees over the page. Returns the
 * lower edge.
 */
export function drawLetterhead(
  pdf: TaggedPdf,
  { name, logo }: { name: string; logo?: Uint8Array | undefined },
): number {
  const { doc, root } = pdf;
  pdf.artifact(() => drawScale(pdf));
  const image = logo && openLogo(pdf, logo);
  if (image) {
    const [width, height] = LOGO_BOX;
    const top = PAGE_MARGIN - 4;
    pdf.tag(root, 'Figure', () => doc.image(image, PAGE_MARGIN, top, { fit: LOGO_BOX }), {
      alt: `Logo de ${name}`,
      bbox: [PAGE_MARGIN, top, PAGE_MARGIN + width, top + height],
    });
    return top + height;
  }
  pdf.artifact(() => drawRing(pdf, PAGE_MARGIN + RING_HEIGHT / 2, PAGE_MARGIN + RING_HEIGHT / 2 - 2));
  const isLong = name.length > 36;
  const style = {
    font: 'display',
    size: isLong ? 12 : 16,
    color: colors.lake,
    width: 200,
    lineGap: 0,
  } as const;
  pdf.tag(root, 'P', () =>
    pdf.write(name, PAGE_MARGIN + RING_HEIGHT + 10, PAGE_MARGIN + (isLong ? 0 : 8), style),
  );
  return Math.max(doc.y, PAGE_MARGIN + RING_HEIGHT);
}

/** Opens the logo; undefined when it cannot be read, because a quote without its logo is better than none. */
function openLogo({ doc }: TaggedPdf, logo: Uint8Array): PDFKit.Mixins.ImageSrc | undefined {
  // The types know neither an array of bytes nor a picture opened beforehand.
  const { openImage } = doc as unknown as { openImage: (picture: Uint8Array) => PDFKit.Mixins.ImageSrc };
  const picture = printableLogo(logo);
  try {
    return picture && openImage.call(doc, picture);
  } catch {
    return undefined;
  }
}

/** Draws the unrolled horizon of a panorama: 360 degrees, a tick every five, a longer one every thirty. */
function drawScale({ doc }: TaggedPdf): void {
  const width = doc.page.width - 2 * PAGE_MARGIN;
  const top = 26;
  for (let degrees = 0; degrees <= 360; degrees += 5) {
    const x = PAGE_MARGIN + (width * degrees) / 360;
    const length = degrees % 90 === 0 ? 9 : degrees % 30 === 0 ? 6 : 3;
    doc.moveTo(x, top).lineTo(x, top + length);
  }
  doc.lineWidth(0.6).strokeColor(colors.spruce).stroke();
  const north = PAGE_MARGIN + width / 2;
  doc.polygon([north - 3, top - 6], [north + 3, top - 6], [north, top - 1]).fill(colors.sumac);
}

/** Draws the azimuth ring of the site, in its proportions (48 units wide). */
function drawRing({ doc }: TaggedPdf, x: number, y: number): void {
  const unit = RING_HEIGHT / 48;
  doc
    .circle(x, y, 21 * unit)
    .lineWidth(1.5 * unit)
    .strokeColor(colors.lake)
    .stroke();
  for (let degrees = 0; degrees < 360; degrees += 15) {
    const angle = (degrees * Math.PI) / 180;
    const inner = (degrees % 90 === 0 ? 12.5 : 14.5) * unit;
    doc
      .moveTo(x + inner * Math.sin(angle), y - inner * Math.cos(angle))
      .lineTo(x + 18 * unit * Math.sin(angle), y - 18 * unit * Math.cos(angle))
      .lineWidth((degrees % 90 === 0 ? 2 : 1.2) * unit)
      .stroke();
  }
  const at = (dx: number, dy: number): [number, number] => [x + dx * unit, y + dy * unit];
  doc.polygon(at(0, -12.5), at(4, 0), at(0, 3.2), at(-4, 0)).fill(colors.sumac);
  doc.circle(x, y, 2.2 * unit).fill(colors.lake);
}

/** Draws the foot of every page: the document's name and the page number. */
export function drawFooter(pdf: TaggedPdf, text: string, page: string): void {
  const { doc } = pdf;
  const right = doc.page.width - PAGE_MARGIN;
  const y = doc.page.height - 44;
  doc.moveTo(PAGE_MARGIN, y).lineTo(right, y).lineWidth(0.5).strokeColor(colors.line).stroke();
  const style = { size: 8, color: colors.slate } as const;
  const pageWidth = pdf.widthOf(page, style);
  pdf.write(text, PAGE_MARGIN, y + 7, { ...style, width: right - PAGE_MARGIN - pageWidth - 12 });
  pdf.write(page, right - pageWidth, y + 7, style);
}
