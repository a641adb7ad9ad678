import { createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval';

/** A file whose upload is not finished, stored in this browser so that a closed tab can continue. */
type PendingFile = {
  tourId: string;
  name: string;
  file: Blob;
  savedAt: number;
  /** True while the tour itself is not created. */
  isOfNewTour?: boolean;
};

export type PendingFiles = [id: string, pending: PendingFile][];

/** The files of this page: another screen has them at once, also where the browser stores none. */
const pageFiles = new Map<string, PendingFile>();

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

/** Stores files until their upload is done. */
export async function savePendingFiles(files: PendingFiles): Promise<void> {
  for (const [id, pending] of files) pageFiles.set(id, pending);
  await attempt((store) => setMany(files, store));
}

/** Deletes files that were uploaded or given up. */
export async function deletePendingFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) pageFiles.delete(id);
  await attempt((store) => delMany([...ids], store));
}

async function everyPendingFile(): Promise<PendingFiles> {
  const stored = await attempt((store) => entries<string, PendingFile>(store));
  const all = [...new Map([...(stored ?? []), ...pageFiles])];
  const order = new Intl.Collator('fr-CA', { numeric: true });
  return all.sort(([, a], [, b]) => (a.savedAt ?? 0) - (b.savedAt ?? 0) || order.compare(a.name, b.name));
}

/** Lists the files of a tour whose upload an earlier screen began, in the order in which they were added. */
export async function pendingFilesOf(tourId: string): Promise<PendingFiles> {
  return (await everyPendingFile()).filter(([, pending]) => pending.tourId === tourId);
}

/** Lists the files of tours that are not created yet. */
export async function pendingFilesOfNewTours(): Promise<PendingFiles> {
  return (await everyPendingFile()).filter(([, pending]) => pending.isOfNewTour);
}

/** Notes that a tour is created: its other files are those of an existing tour. */
export async function keepFilesOfCreatedTour(tourId: string): Promise<void> {
  const left = await pendingFilesOf(tourId);
  await savePendingFiles(left.map(([id, { isOfNewTour: _, ...pending }]) => [id, pending]));
}

/** Deletes every file of this browser at sign-out: panoramas show faces before they are blurred. */
export async function deleteEveryPendingFile(): Promise<void> {
  await deletePendingFiles((await everyPendingFile()).map(([id]) => id));
}
