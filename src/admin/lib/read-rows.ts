import { readAll } from '@/shared/lib/read-all';

/** The part of a query of postgrest-js that reads its rows range by range. */
type RowsQuery<Row> = {
  range: (
    from: number,
    to: number,
  ) => {
    abortSignal: (signal: AbortSignal) => { throwOnError: () => PromiseLike<{ data: Row[] }> };
    throwOnError: () => PromiseLike<{ data: Row[] }>;
  };
};

/**
 * Every row of a query, past the 1 000 that the data API gives in one answer.
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
