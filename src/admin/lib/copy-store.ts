import { clear, createStore, delMany, entries, get, setMany } from 'idb-keyval';

/** What was read, as it is kept in this browser. */
export type Copy = {
  /** Who was signed in. */
  person: string;
  /** The build that read it: another may expect another shape. */
  build: string;
  /** When it was read, in ms since 1970. */
  at: number;
  data: unknown;
};

const store = createStore('hors-ligne', 'lectures');

export const readCopy = (hash: string) => get<Copy>(hash, store);
export const writeCopies = (copies: [hash: string, copy: Copy][]) => setMany(copies, store);
export const clearCopies = () => clear(store);

/** Removes the copies that are of no more use. */
export async function removeCopies(isOver: (copy: Copy) => boolean): Promise<void> {
  const all = await entries<string, Copy>(store);
  await delMany(
    all.filter(([, copy]) => isOver(copy)).map(([hash]) => hash),
    store,
  );
}
