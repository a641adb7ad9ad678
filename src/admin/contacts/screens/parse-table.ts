import { withoutFormulaGuard } from '@/admin/kit/lib/csv';
import { detectDelimiter, mayHoldRows, type NumberedRow, readCsv } from '@/admin/kit/lib/read-csv';
import { countHeadings } from './headings';

/** A file read as a table. `lines[i]` is the number of the row in the file as a spreadsheet shows it. */
export type Table = {
  headers: string[];
  rows: string[][];
  lines: number[];
  delimiter: string;
  /** The lines above the titles, in their own words. */
  above: string[];
  /** Doubts about rows that are read all the same. */
  doubts: LineMessage[];
};

/** A remark about a line of the file, in French. */
export type LineMessage = { line: number; message: string };

export const MAX_ROWS = 50_000;

/** Number of rows in which the header line is searched: a list may have a title and a date above it. */
const HEAD_WITHIN = 12;

/**
 * Builds a table from its rows: the header line is the first, or the one of the first rows with more known headings.
 *
 * @throws Error in French, when there is no contact or too many
 */
export function toTable(rows: readonly NumberedRow[], delimiter: string): Table {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const counts = filled.slice(0, HEAD_WITHIN).map(({ cells }) => countHeadings(cells));
  const best = Math.max(...counts);
  const at = best >= 2 && best > (counts[0] ?? 0) ? counts.indexOf(best) : 0;
  const [head, ...body] = filled.slice(at);
  if (!head || body.length === 0) {
    throw new Error(
      'Ce fichier ne contient aucun contact\u00a0: il faut une ligne de titres, puis une ligne par contact.',
    );
  }
  if (body.length > MAX_ROWS) {
    throw new Error('Ce fichier contient plus de 50\u00a0000 lignes. Partagez-le en plusieurs fichiers.');
  }
  return {
    headers: head.cells.map((cell, index) => cell.trim() || `Colonne ${index + 1}`),
    rows: body.map(({ cells }) => cells),
    lines: body.map(({ line }) => line),
    delimiter,
    above: filled.slice(0, at).map(({ cells }) => cells.filter(Boolean).join(' ')),
    doubts: [],
  };
}

/**
 * Reads comma-, semicolon-, tab- or pipe-separated values, without the formula guards of our own exports; empty lines
 * are left out, and so is the line « sep=; », which tells Excel the delimiter.
 *
 * @throws Error in French, when there is no contact or too many
 */
export function parseTable(text: string): Table {
  const declared = /^\uFEFF?sep=(.)(?:\r\n?|\n)/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const delimiter =
    declared?.[1] ??
    detectDelimiter(
      text.trimStart(),
      // Below the first line only a header line counts: a sentence has commas too.
      (cells, index) => (index === 0 || countHeadings(cells) > 1 ? cells.length : 0),
      HEAD_WITHIN,
    );
  const rows = readCsv(body, delimiter).map(({ cells, line }) => ({
    cells,
    line: declared ? line + 1 : line,
  }));
  const table = toTable(rows, delimiter);
  const doubts = rows.flatMap(({ cells, line }) => {
    const at = cells.findIndex((cell) => mayHoldRows(cell, delimiter, table.headers.length));
    const title = table.headers[at] ?? `Colonne ${at + 1}`;
    const message = `la cellule «\u00a0${title}\u00a0» a plusieurs lignes et des séparateurs\u00a0: un guillemet y réunit peut-être d’autres lignes du fichier`;
    return at < 0 ? [] : [{ line, message }];
  });
  return { ...table, rows: table.rows.map((cells) => cells.map(withoutFormulaGuard)), doubts };
}
