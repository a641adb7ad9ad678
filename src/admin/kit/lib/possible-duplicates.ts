/** Two records that may be the same, with the French reason. */
export type Duplicate<Row> = { pair: readonly [Row, Row]; reason: string };

/**
 * A criterion for duplicates: [French reason, key]; records with equal keys match, and a record without key never
 * does.
 */
export type DuplicateCriterion<Row> = readonly [
  reason: string,
  keyOf: (row: Row) => string | null | undefined,
];

/** Lists the pairs that match by a criterion, each once, with its first criterion. */
export function pairsBy<Row extends { id: string }>(
  rows: readonly Row[],
  grounds: readonly DuplicateCriterion<Row>[],
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
