import { createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** A file whose upload is not finished, kept in this browser so that a closed tab can go on. */
export type PendingFile = { tourId: string; name: string; file: Blob };

/** A browser that keeps nothing (private window, full disk) goes on without: only a closed tab has to choose again. */
async function attempt<T>(job: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    return await job(createStore('panoramas-en-attente', 'fichiers'));
  } catch {
    return undefined;
  }
}

/** Keeps a file until its upload is done. */
export const keepPendingFile = (id: string, pending: PendingFile) =>
  attempt((store) => set(id, pending, store));

/** Forgets a file that was uploaded or given up. */
export const forgetPendingFile = (id: string) => attempt((store) => del(id, store));

/** The files of a tour that an earlier visit of the page began to upload, by their ids. */
export async function pendingFilesOf(tourId: string): Promise<[id: string, pending: PendingFile][]> {
  const all = await attempt((store) => entries<string, PendingFile>(store));
  return (all ?? []).filter(([, pending]) => pending.tourId === tourId);
}
