/** How many ids an address of the data API carries without being refused for its length. */
const IDS_A_CALL = 100;

/**
 * Does something to many rows by their ids, some at a time.
 *
 * @param size how many ids a call carries; by default as many as stand in the address of a request
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
