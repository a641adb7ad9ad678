/**
 * Reads the addresses of a pasted list or of a CSV file, whatever its columns: every piece of text with an « @ »,
 * once.
 *
 * @param text separated by spaces, line breaks, commas, semicolons, tabs or quotation marks
 */
export function readAddresses(text: string): string[] {
  const pieces = text
    .split(/[\s,;|"<>()]+/)
    .map((piece) => piece.replace(/^mailto:/i, '').toLowerCase())
    .filter((piece) => piece.includes('@'));
  return [...new Set(pieces)];
}
