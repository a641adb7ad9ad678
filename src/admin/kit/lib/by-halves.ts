/** A row that was refused, by its place among those that were given. */
export type RefusedRow = { index: number; error: unknown };

/**
 * Runs a job that takes all of its rows or none. When some of them are refused it runs on each half by itself, until each
 * refused row stands alone and all others are done.
 *
 * @param isRefusal tells whether an error is about the rows; any other ends the work
 * @returns the results of the parts that were done, in order, and the refused rows
 */
export async function byHalves<Row, Result>(
  rows: readonly Row[],
  job: (some: readonly Row[]) => Promise<Result>,
  isRefusal: (error: unknown) => boolean,
): Promise<{ results: Result[]; refused: RefusedRow[] }> {
  try {
    return { results: [await job(rows)], refused: [] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (rows.length < 2) return { results: [], refused: rows.map(() => ({ index: 0, error })) };
    const middle = Math.ceil(rows.length / 2);
    const first = await byHalves(rows.slice(0, middle), job, isRefusal);
    const second = await byHalves(rows.slice(middle), job, isRefusal);
    const later = second.refused.map((row) => ({ ...row, index: row.index + middle }));
    return { results: [...first.results, ...second.results], refused: [...first.refused, ...later] };
  }
}
