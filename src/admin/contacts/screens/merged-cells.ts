import type { NumberedRow } from '@/admin/kit/lib/read-csv';

/** Converts a cell reference to its column: « AB12 » → column 27 (from 0). */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.toUpperCase()) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

/** A merged range by its first column and its rows. */
export type MergedRange = { column: number; first: number; last: number };

/** Parses a range: « B3:C5 » → column 1, rows 3 to 5; undefined when it is one row high. */
export function mergedRange(reference: string): MergedRange | undefined {
  const [from = '', to = ''] = reference.split(':');
  const rowOf = (cell: string) => Number(/\d+$/.exec(cell)?.[0]);
  const [first, last] = [rowOf(from), rowOf(to)];
  return last > first ? { column: columnOf(from), first, last } : undefined;
}

/**
 * Copies the value of a merged range to each of its rows, as a person sees it. A range over several columns counts
 * for its first one: a title above a list is no heading of all its columns.
 */
export function spreadMerged(rows: readonly NumberedRow[], ranges: readonly MergedRange[]): void {
  const starting = new Map<number, MergedRange[]>();
  for (const range of ranges) {
    const others = starting.get(range.first);
    if (others) others.push(range);
    else starting.set(range.first, [range]);
  }
  const open = new Map<number, { text: string; last: number }>();
  for (const { cells, line } of rows) {
    for (const [column, { text, last }] of open) {
      if (line > last) open.delete(column);
      else if (!cells[column]) {
        while (cells.length < column) cells.push('');
        cells[column] = text;
      }
    }
    for (const { column, last } of starting.get(line) ?? []) {
      const text = cells[column];
      if (text) open.set(column, { text, last });
    }
  }
}
