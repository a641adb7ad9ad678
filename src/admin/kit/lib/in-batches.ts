/** Number of ids that a URL of the data API carries without being refused for its length. */
const IDS_A_CALL = 100;

/**
 * Calls a function with batches of ids.
 *
 * @param size number of ids a call, by default as many as fit into a URL
 */
export async function inBatches(
  ids: readonly string[],
  run: (some: string[]) => PromiseLike<unknown>,
  size = IDS_A_CALL,
) {
  for (let start = 0; start < ids.length; start += size) {
    await run(ids.slice(start, start + size));
  }
}
