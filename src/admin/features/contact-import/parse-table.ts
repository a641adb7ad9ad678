import Papa from 'papaparse';
import { withoutFormulaGuard } from '@/admin/lib/csv';
import { countHeadings } from './headings';

/** A file read as a table. `lines[i]` is the number of the row in the file as a spreadsheet shows it. */
export type Table = { headers: string[]; rows: string[][]; lines: number[]; delimiter: string };

/** A row and its number, as a spreadsheet shows it. */
export type NumberedRow = { cells: string[]; line: number };

export const MAX_ROWS = 50_000;

/** Number of rows in which the header line is searched: a list may have a title and a date above it. */
const HEAD_WITHIN = 12;

/**
 * Detects the delimiter that splits one of the first lines into the most headings; the lines below may hold any of
 * them.
 */
function detectDelimiter(text: string): string {
  const width = (delimiter: string) =>
    Math.max(
      ...Papa.parse<string[]>(text.trimStart(), { delimiter, preview: HEAD_WITHIN }).data.map(
        (cells, index) =>
          // Below the first line only a header line counts: a sentence has commas too.
          index === 0 || countHeadings(cells) > 1 ? cells.length : 0,
      ),
    );
  return [';', ',', '\t'].reduce((best, other) => (width(other) > width(best) ? other : best));
}

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
  };
}

/**
 * Reads comma-, semicolon- or tab-separated values, without the formula guards of our own exports; empty lines are
 * left out, and so is the line « sep=; », which tells Excel the delimiter.
 *
 * @throws Error in French, when there is no contact or too many
 */
export function parseTable(text: string): Table {
  const declared = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const delimiter = declared?.[1] ?? detectDelimiter(text);
  const { data } = Papa.parse<string[]>(declared ? text.slice(declared[0].length) : text, { delimiter });
  const table = toTable(
    data.map((cells, index) => ({ cells, line: index + (declared ? 2 : 1) })),
    delimiter,
  );
  return { ...table, rows: table.rows.map((cells) => cells.map(withoutFormulaGuard)) };
}
