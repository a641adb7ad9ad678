/** How many ids an address of the data API carries without being refused for its length. */
const IDS_A_CALL = 100;

/** Does something to many rows by their ids, some at a time: they stand in the address of the request. */
export async function inBatches(ids: readonly string[], run: (some: string[]) => PromiseLike<unknown>) {
  for (let start = 0; start < ids.length; start += IDS_A_CALL) {
    await run(ids.slice(start, start + IDS_A_CALL));
  }
}
