/** Two records that may be one, and what says so, in French. */
export type Duplicate<Row> = { pair: readonly [Row, Row]; reason: string };

/** What must be equal for two records to be taken for one: said → key; without a key it says nothing of a record. */
export type Ground<Row> = readonly [reason: string, keyOf: (row: Row) => string | null | undefined];

/** The pairs that one of the grounds makes, each once, by the first that does. */
export function pairsBy<Row extends { id: string }>(
  rows: readonly Row[],
  grounds: readonly Ground<Row>[],
): Duplicate<Row>[] {
  const found = new Map<string, Duplicate<Row>>();
  for (const [reason, keyOf] of grounds) {
    const first = new Map<string, Row>();
    for (const row of rows) {
      const key = keyOf(row);
      if (!key) continue;
      const known = first.get(key);
      if (!known) first.set(key, row);
      else {
        const pair = [known, row] as const;
        const id = pair
          .map((one) => one.id)
          .sort()
          .join();
        if (!found.has(id)) found.set(id, { pair, reason });
      }
    }
  }
  return [...found.values()];
}
