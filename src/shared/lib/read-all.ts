/** The data API cuts every answer here, without an error (supabase/config.toml, `max_rows`). */
const PAGE_ROWS = 1000;

/**
 * Reads a list past the cut, page after page. The query must be ordered by something unique,
 * or rows move between pages.
 *
 * @param page reads the rows `from`–`to`, both included
 */
export async function readAll<Row>(page: (from: number, to: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = await page(rows.length, rows.length + PAGE_ROWS - 1);
    rows.push(...next);
    if (next.length < PAGE_ROWS) return rows;
  }
}
