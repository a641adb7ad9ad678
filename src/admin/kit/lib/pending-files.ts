import { browserStore } from './browser-store';

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

const store = browserStore<PendingFile>('panoramas-en-attente', 'fichiers');

/** Stores files until their upload is done. */
export async function savePendingFiles(files: PendingFiles): Promise<void> {
  await store.save(files);
}

/** Deletes files that were uploaded or given up. */
export const deletePendingFiles = (ids: readonly string[]): Promise<void> => store.remove(ids);

async function everyPendingFile(): Promise<PendingFiles> {
  const order = new Intl.Collator('fr-CA', { numeric: true });
  return (await store.entries()).sort(
    ([, a], [, b]) => (a.savedAt ?? 0) - (b.savedAt ?? 0) || order.compare(a.name, b.name),
  );
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
