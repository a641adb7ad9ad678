import { toCsv } from '@/admin/kit/lib/csv';
import { supabase } from '@/admin/kit/lib/supabase';
import { type AllTables, copiedWord } from '@/admin/kit/lib/table-words';
import { type ExportFailure, reasonOf, withOneRetry } from './export-failures';

/** The data API cuts every answer here. */
const PAGE_ROWS = 1000;

/** A table of the copy: its file, its order, and the columns that it holds. */
export type ExportedTable = {
  table: string;
  file: string;
  order: readonly string[];
  /** Column → its heading. */
  columns: Readonly<Record<string, string>>;
};

/** The tables that the copy holds, in the order of their subjects. */
export const exportedTables = (tables: AllTables): ExportedTable[] =>
  Object.entries(tables).flatMap(([table, { file, order, fields }]) => {
    if (!file || !order) return [];
    const headings = Object.entries(fields).flatMap(([column, words]) => {
      const heading = copiedWord(words);
      return heading ? [[column, heading] as const] : [];
    });
    return [{ table, file, order, columns: Object.fromEntries(headings) }];
  });

type Cell = string | number | null;

/** Formats a stored value as a cell: lists and objects as JSON, yes and no in French. */
function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}

async function readPage(
  { table, order, columns }: ExportedTable,
  from: number,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  // One query for every table: the types know one at a time.
  let query = supabase.from(table as 'contacts').select(Object.keys(columns).join(','));
  for (const column of order) query = query.order(column);
  const { data } = await query
    .range(from, from + PAGE_ROWS - 1)
    .abortSignal(signal)
    .throwOnError();
  return data as unknown as Record<string, unknown>[];
}

/**
 * Writes a table as CSV, page after page, with one page of rows in memory at a time. A failure ends the file there
 * and is reported; the copy goes on.
 */
export async function* tableAsCsv(
  table: ExportedTable,
  signal: AbortSignal,
  failures: ExportFailure[],
): AsyncGenerator<string> {
  const headings = Object.values(table.columns);
  const names = Object.keys(table.columns);
  // The byte order mark and the headings, which begin every page.
  const head = `${toCsv(headings, []).trimEnd()}\r\n`;
  yield head;
  for (let from = 0; ; from += PAGE_ROWS) {
    let rows: Record<string, unknown>[];
    try {
      rows = await withOneRetry(() => readPage(table, from, signal));
    } catch (error) {
      signal.throwIfAborted();
      const read = from > 0 ? `incomplet, ${from} lignes copiées` : 'vide';
      failures.push({ file: table.file, reason: `${read} (${reasonOf(error)})` });
      return;
    }
    if (rows.length > 0) {
      const cells = rows.map((row) => names.map((name) => toCell(row[name])));
      yield toCsv(headings, cells).slice(head.length);
    }
    if (rows.length < PAGE_ROWS) return;
  }
}
