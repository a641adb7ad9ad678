import { createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval';

/**
 * A store of values of this browser, for files that local storage cannot hold. Without storage (private window, full
 * disk) the values are those of the page.
 *
 * @param database its name in IndexedDB, with that of its only table
 */
export function browserStore<Value>(database: string, table: string) {
  /** The values that are not stored, or not yet: another screen has them at once. */
  const ofPage = new Map<string, Value>();

  async function attempt<Result>(job: (store: UseStore) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await job(createStore(database, table));
    } catch {
      return undefined;
    }
  }

  return {
    entries: async (): Promise<[id: string, value: Value][]> => {
      const stored = await attempt((store) => entries<string, Value>(store));
      return [...new Map([...(stored ?? []), ...ofPage])];
    },

    /** Stores values. Returns false when a closed page loses them. */
    save: async (values: readonly [id: string, value: Value][]): Promise<boolean> => {
      for (const [id, value] of values) ofPage.set(id, value);
      const isStored = await attempt(async (store) => {
        await setMany([...values], store);
        return true;
      });
      if (isStored) for (const [id, value] of values) if (ofPage.get(id) === value) ofPage.delete(id);
      return isStored ?? false;
    },

    remove: async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) ofPage.delete(id);
      await attempt((store) => delMany([...ids], store));
    },
  };
}
