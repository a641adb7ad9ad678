import Papa from 'papaparse';

/**
 * A table as a CSV file that Excel opens in one click: UTF-8 with its mark, CRLF, quotes where needed. A cell that a
 * spreadsheet would run as a formula (`=`, `+`, `-`, `@`, tab, return) is made plain text by an apostrophe.
 * Source: OWASP, « CSV Injection ».
 */
export function toCsv(headers: readonly string[], rows: readonly (readonly (string | number | null)[])[]) {
  const body = Papa.unparse(
    { fields: [...headers], data: rows.map((row) => row.map((cell) => cell ?? '')) },
    { escapeFormulae: true, newline: '\r\n' },
  );
  return `\uFEFF${body}\r\n`;
}

/**
 * Hands a text to the browser as a file.
 *
 * @param type its MIME type, `text/csv` by default
 */
export function downloadText(name: string, text: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
