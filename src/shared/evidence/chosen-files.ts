import type { FolderFile } from './delivered-folder';

/** A handle of a dropped item, where the browser gives one; the DOM types lack parts of it. */
type FileHandle =
  | { kind: 'file'; name: string; getFile: () => Promise<File> }
  | { kind: 'directory'; name: string; values: () => AsyncIterable<FileHandle> };
type WithHandle = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileHandle | null> };

/** Lists the files of a file input, with their paths where a folder was chosen. */
export const chosenFiles = (files: Iterable<File>): FolderFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/**
 * Lists what was dropped, folders to their last file. Handles come first: on a page that was opened from a disk, Chromium
 * gives no file of the older entries.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<FolderFile[]> {
  // Asked for at once: the list is empty when the event is over.
  const taken = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item: WithHandle) => ({
      handle: item.getAsFileSystemHandle?.().catch(() => null),
      entry: item.webkitGetAsEntry?.(),
      file: item.getAsFile(),
    }));
  const files: FolderFile[] = [];
  for (const { handle, entry, file } of taken) {
    const opened = await handle;
    if (opened) await addHandle(opened, '', files);
    else if (entry) await addEntry(entry, '', files);
    else if (file) files.push({ path: file.name, file });
  }
  return files;
}

async function addHandle(handle: FileHandle, folder: string, files: FolderFile[]): Promise<void> {
  const path = folder + handle.name;
  if (handle.kind === 'file') files.push({ path, file: await handle.getFile() });
  else for await (const inside of handle.values()) await addHandle(inside, `${path}/`, files);
}

async function addEntry(entry: FileSystemEntry, folder: string, files: FolderFile[]): Promise<void> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    files.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A hundred at a time, until none is left.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return;
    for (const inside of batch) await addEntry(inside, `${path}/`, files);
  }
}
