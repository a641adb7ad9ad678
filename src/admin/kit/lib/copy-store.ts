import { clear, createStore, delMany, entries, get, setMany } from 'idb-keyval';

/** A copy of read data, as stored in this browser. */
export type Copy = {
  /** Id of the signed-in person. */
  person: string;
  /** The build that read it: another may expect another shape. */
  build: string;
  /** The moment when the copy was read, in ms since 1970. */
  at: number;
  data: unknown;
};

const copyStore = createStore('hors-ligne', 'lectures');

export const readCopy = (hash: string) => get<Copy>(hash, copyStore);
export const writeCopies = (copies: [hash: string, copy: Copy][]) => setMany(copies, copyStore);
export const clearCopies = () => clear(copyStore);

/** Removes outdated copies. */
export async function removeCopies(isOver: (copy: Copy) => boolean): Promise<void> {
  const all = await entries<string, Copy>(copyStore);
  await delMany(
    all.filter(([, copy]) => isOver(copy)).map(([hash]) => hash),
    copyStore,
  );
}
