import Papa from 'papaparse';
import { withoutFormulaGuard } from '@/admin/lib/csv';

/** A file read as a table. `lines[i]` is the number of the row in the file as a spreadsheet shows it. */
export type Table = { headers: string[]; rows: string[][]; lines: number[]; delimiter: string };

const MAX_ROWS = 50_000;

/** The delimiter that splits the first line into the most headers; the lines below may hold any of them. */
function detectDelimiter(text: string): string {
  const headerCount = (delimiter: string) =>
    Papa.parse<string[]>(text.trimStart(), { delimiter, preview: 1 }).data[0]?.length ?? 0;
  return [';', ',', '\t'].reduce((best, other) => (headerCount(other) > headerCount(best) ? other : best));
}

/**
 * Reads comma-, semicolon- or tab-separated values, without the formula guards of our own exports; empty lines are left
 * out.
 *
 * @throws Error in French, when there is no contact or too many
 */
export function parseTable(text: string): Table {
  const delimiter = detectDelimiter(text);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  const numbered = data
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [head, ...body] = numbered;
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
    rows: body.map(({ cells }) => cells.map(withoutFormulaGuard)),
    lines: body.map(({ line }) => line),
    delimiter,
  };
}
