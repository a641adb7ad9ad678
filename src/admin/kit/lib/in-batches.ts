/** Number of ids that a URL of the data API carries without being refused for its length. */
const IDS_A_CALL = 100;

/**
 * Calls a function with batches of items, one batch after another.
 *
 * @param size number of items a call, by default as many ids as fit into a URL
 */
export async function inBatches<Item>(
  items: readonly Item[],
  run: (some: Item[]) => PromiseLike<unknown>,
  size = IDS_A_CALL,
) {
  for (let start = 0; start < items.length; start += size) {
    await run(items.slice(start, start + size));
  }
}
