import { createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** A file whose upload is not finished, stored in this browser so that a closed tab can continue. */
export type PendingFile = { tourId: string; name: string; file: Blob };

/**
 * Tries a storage job. Without storage (private window, full disk) the upload works, and only a closed tab has to
 * choose the file again.
 */
async function attempt<T>(job: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    return await job(createStore('panoramas-en-attente', 'fichiers'));
  } catch {
    return undefined;
  }
}

/** Stores a file until its upload is done. */
export const savePendingFile = (id: string, pending: PendingFile) =>
  attempt((store) => set(id, pending, store));

/** Deletes a file that was uploaded or given up. */
export const deletePendingFile = (id: string) => attempt((store) => del(id, store));

/** Lists the files of a tour whose upload an earlier visit of the page began, by their ids. */
export async function pendingFilesOf(tourId: string): Promise<[id: string, pending: PendingFile][]> {
  const all = await attempt((store) => entries<string, PendingFile>(store));
  return (all ?? []).filter(([, pending]) => pending.tourId === tourId);
}
