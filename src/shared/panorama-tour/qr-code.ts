import qrcode from 'qrcode-generator';

/** Light modules around a code that readers need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A quarter of the code may be dirty or torn: it hangs outdoors. */
const CORRECTION = 'Q';

/** Least width of the PNG, in pixels: 10 cm on paper at 260 dots an inch. */
const LEAST_WIDTH = 1024;

const FONT = 'system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

/** Size of the caption, as a share of the code's width; lines and characters that fit. */
const captionStyle = { size: 0.05, line: 1.3, characters: 34, lines: 2 };

/** The dark modules of an address's code, row by row. */
function modulesOf(address: string): boolean[][] {
  // The smallest version that holds it. Addresses are ASCII (`URL` encodes the rest).
  const code = qrcode(0, CORRECTION);
  code.addData(new URL(address).href, 'Byte');
  code.make();
  const all = Array.from({ length: code.getModuleCount() }, (_, index) => index);
  return all.map((row) => all.map((column) => code.isDark(row, column)));
}

/** Breaks words into two lines at most; text that does not fit ends with « … ». */
export function captionLines(words: string): string[] {
  const { characters, lines: most } = captionStyle;
  const lines: string[] = [];
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && longer.length <= characters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const isCut = lines.length > most;
  return lines.slice(0, most).map((line, index, kept) => {
    const mustEnd = line.length > characters || (isCut && index === kept.length - 1);
    return mustEnd
      ? `${[...line]
          .slice(0, characters - 1)
          .join('')
          .trimEnd()}…`
      : line;
  });
}

/** The code of an address and its place, in modules: `side` with its quiet zone, `height` with the caption. */
function layoutOf(address: string, words = '') {
  const modules = modulesOf(address);
  const side = modules.length + 2 * QUIET_ZONE;
  const lines = captionLines(words);
  const size = side * captionStyle.size;
  // The quiet zone stays free above the first line.
  const baseline = (index: number) => side + size * (0.8 + index * captionStyle.line);
  const height = lines.length > 0 ? baseline(lines.length - 1) + size : side;
  return { modules, side, lines, size, baseline, height };
}

const escapeXml = (text: string) =>
  text
    // Characters that XML does not know.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The QR code of an address as an SVG, black on white; with words under it, when there are any. */
export function qrSvg(address: string, words?: string): string {
  const { modules, side, lines, size, baseline, height } = layoutOf(address, words);
  // One path of horizontal strokes: modules side by side have no seam.
  const path = modules
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(
        ({ index, 0: run }) => `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('');
  const text = lines
    .map(
      (line, index) =>
        `<text x="${side / 2}" y="${baseline(index).toFixed(2)}" font-size="${size.toFixed(2)}">${escapeXml(line)}</text>`,
    )
    .join('');
  const box = `${side} ${height.toFixed(2)}`;
  const ratio = LEAST_WIDTH / side;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}" width="${LEAST_WIDTH}" height="${Math.round(height * ratio)}"><rect width="100%" height="100%" fill="#fff"/><path fill="#000" d="${path}"/>${text && `<g fill="#000" text-anchor="middle" font-family="${escapeXml(FONT)}" font-weight="600">${text}</g>`}</svg>`;
}

/** The part of a canvas's context that draws a code. */
type Surface = Pick<
  CanvasRenderingContext2D,
  'fillRect' | 'fillText' | 'fillStyle' | 'font' | 'textAlign' | 'textBaseline'
>;

/**
 * Draws the QR code of an address, black on white, in whole pixels a module.
 *
 * @param surfaceOf makes a surface of a width and a height
 */
export function paintQr<Made extends Surface>(
  address: string,
  words: string | undefined,
  surfaceOf: (width: number, height: number) => Made,
): Made {
  const { modules, side, lines, size, baseline, height } = layoutOf(address, words);
  const scale = Math.ceil(LEAST_WIDTH / side);
  const [width, tall] = [side * scale, Math.ceil(height * scale)];
  const surface = surfaceOf(width, tall);
  surface.fillStyle = '#fff';
  surface.fillRect(0, 0, width, tall);
  surface.fillStyle = '#000';
  for (const [y, row] of modules.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) surface.fillRect((x + QUIET_ZONE) * scale, (y + QUIET_ZONE) * scale, scale, scale);
    }
  }
  surface.font = `600 ${size * scale}px ${FONT}`;
  surface.textAlign = 'center';
  surface.textBaseline = 'alphabetic';
  // The widest letters still fit: the last argument narrows them.
  for (const [index, line] of lines.entries())
    surface.fillText(line, width / 2, baseline(index) * scale, width * 0.94);
  return surface;
}

/**
 * The QR code of an address as a PNG of at least 1 024 pixels.
 *
 * @throws Error when the browser cannot draw it
 */
export async function qrPng(address: string, words?: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  paintQr(address, words, (width, height) => {
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('Le code n’a pas pu être dessiné.');
    return context;
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('Le code n’a pas pu être dessiné.');
  return blob;
}
