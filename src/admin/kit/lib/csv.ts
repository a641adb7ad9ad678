import Papa from 'papaparse';
import { downloadBlob } from '@/shared/lib/download-blob';

/**
 * Writes a table as a CSV file that Excel opens in one click in Québec: UTF-8 with a byte order mark, semicolons,
 * every cell in quotes, CRLF, decimal commas. No cell is run as a formula, and `withoutFormulaGuard` restores the
 * original cells.
 */
export function toCsv(headers: readonly string[], rows: readonly (readonly (string | number | null)[])[]) {
  const body = Papa.unparse(
    { fields: [...headers], data: rows.map((row) => row.map(cellText)) },
    { delimiter: ';', quotes: true, newline: '\r\n' },
  );
  return `\uFEFF${body}\r\n`;
}

function cellText(cell: string | number | null): string {
  return typeof cell === 'number' ? String(cell).replace('.', ',') : withFormulaGuard(cell ?? '');
}

/**
 * Matches the beginning of a formula: at the start of a cell and, for a reader that splits otherwise than we do,
 * after any separator or line break, spaces and quotes aside. Excel accepts the full-width signs too. Source: OWASP,
 * « CSV Injection ».
 */
const FORMULA_START = /(^|[;,|\t\r\n])([ \u00a0"]*)('*[=+\-@＝＋－＠][^;,|\t\r\n]*)/g;
const GUARDED_START = /(^|[;,|\t\r\n])([ \u00a0"]*)'('*[=+\-@＝＋－＠])/g;

/** A negative number, or an international phone number, whose first space keeps a spreadsheet from calculating it. */
const HARMLESS_NUMBER = /^(?:-\d+(?:[.,]\d+)?|\+\d{1,3} \(?\d[\d ()-]*(?: p\. \d+)?)$/;

function withFormulaGuard(text: string): string {
  return text.replace(FORMULA_START, (whole, separator: string, gap: string, rest: string) =>
    HARMLESS_NUMBER.test(rest) ? whole : `${separator}${gap}'${rest}`,
  );
}

/** Removes the apostrophes that keep a spreadsheet from running an exported cell. */
export function withoutFormulaGuard(text: string): string {
  return text.replace(GUARDED_START, '$1$2$3');
}

/**
 * Downloads a text as a file.
 *
 * @param type its MIME type, `text/csv` by default
 */
export function downloadText(name: string, text: string, type = 'text/csv'): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
