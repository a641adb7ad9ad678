import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { readAll } from '@/shared/lib/read-all';

/** The part of a query of postgrest-js that reads its rows range by range. */
type RowsQuery<Row> = {
  range: (
    from: number,
    to: number,
  ) => {
    abortSignal: (signal: AbortSignal) => Answer<Row>;
  } & Answer<Row>;
};
type Answer<Row> = { throwOnError: () => PromiseLike<{ data: Row[]; count: number | null }> };

/**
 * Reads every row of a query, past the 1 000 that the data API gives in one answer.
 *
 * @param query makes the query, ordered by something unique, anew for each range
 */
export function readAllRows<Row>(query: () => RowsQuery<Row>, signal?: AbortSignal): Promise<Row[]> {
  return readAll(async (from, to) => {
    const ranged = query().range(from, to);
    const { data } = await (signal ? ranged.abortSignal(signal) : ranged).throwOnError();
    return data;
  });
}

/** The data API cuts every answer here. */
const PAGE_ROWS = 1000;

/** Number of rows that are read first: they fill the screen while the rest is loading. */
export const FIRST_ROWS = 40;

/** A list that shows its first rows before the rest has loaded: `total` counts them all. */
export type ProgressiveList<Row> = { rows: Row[]; total: number; isComplete: boolean };

type ProgressiveRead<Stored, Row> = {
  /** Makes the query, ordered by something unique, anew for each range. */
  query: (count?: 'exact') => RowsQuery<Stored>;
  /** Converts a stored row, or returns nothing for a row that the list omits; may be a promise. */
  toRow: RowMaker<Stored, Row> | Promise<RowMaker<Stored, Row>>;
  keyOf: (row: Row) => string;
};
type RowMaker<Stored, Row> = (stored: Stored) => Row | undefined;

/**
 * Reads a whole list, and puts its first rows in the cache as soon as they have arrived. The other pages are read in
 * parallel and converted one by one, so that a phone never freezes to prepare ten thousand rows at once.
 */
export async function readFirstThenRest<Stored, Row>(
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
  { query, toRow, keyOf }: ProgressiveRead<Stored, Row>,
): Promise<ProgressiveList<Row>> {
  const read = async (from: number, size: number, count?: 'exact') => {
    const [answer, make] = await Promise.all([
      query(count)
        .range(from, from + size - 1)
        .abortSignal(signal)
        .throwOnError(),
      toRow,
    ]);
    return { rows: answer.data.flatMap((stored) => make(stored) ?? []), count: answer.count };
  };

  const { rows, count } = await read(0, FIRST_ROWS, 'exact');
  const total = count ?? rows.length;
  if (total <= FIRST_ROWS) return { rows, total: rows.length, isComplete: true };
  if (client.getQueryData(queryKey) === undefined) {
    client.setQueryData<ProgressiveList<Row>>(queryKey, { rows, total, isComplete: false });
  }
  const starts = Array.from(
    { length: Math.ceil((total - FIRST_ROWS) / PAGE_ROWS) },
    (_, page) => FIRST_ROWS + page * PAGE_ROWS,
  );
  const pages = await Promise.all(starts.map((from) => read(from, PAGE_ROWS)));
  // A row added meanwhile shifts the others: one may come twice.
  const seen = new Set<string>();
  const all = [rows, ...pages.map((page) => page.rows)]
    .flat()
    .filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)));
  return { rows: all, total: all.length, isComplete: true };
}

/** Changes the rows of a list in the cache, so that one saved row does not cause ten thousand to be read again. */
export function changeRows<Row>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (rows: Row[]) => Row[],
): void {
  client.setQueryData<ProgressiveList<Row>>(queryKey, (list) => {
    if (!list) return undefined;
    const rows = change(list.rows);
    return { ...list, rows, total: list.total + rows.length - list.rows.length };
  });
}
