/** Runs a job for each item, at most so many at a time. The first job that fails ends the run: no other is begun. */
export async function inParallel<Item>(
  atOnce: number,
  items: Iterable<Item>,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const runNext = async () => {
    try {
      for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) await run(next.value);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
}
