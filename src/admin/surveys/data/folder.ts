import { fromEvent } from 'file-selector';
import { createStore, get, set } from 'idb-keyval';
import { isLitter } from '@/shared/lib/litter';

/** A file of a drive's folder, which stays on the disk until it is read. */
export type FolderFile = { path: string; open: () => Promise<File> };

/** A folder that was opened: its pictures and tracks, and how many other files it has. */
export type SurveyFolder = { name: string; pictures: FolderFile[]; tracks: FolderFile[]; others: number };

type Directory = FileSystemDirectoryHandle & {
  entries: () => AsyncIterable<[string, FileSystemHandle]>;
  queryPermission?: (asked: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (asked: { mode: 'read' }) => Promise<PermissionState>;
};
type WithPicker = {
  showDirectoryPicker?: (options: { id: string; mode: 'read' }) => Promise<Directory>;
};

const folderStore = () => createStore('releves', 'dossiers');

/** Tells whether the browser opens folders that it may open again after the page was closed. */
export const keepsFolders = () => 'showDirectoryPicker' in window;

/**
 * Asks for a folder; it must be called directly by a click.
 *
 * @returns `undefined` when the person closes the question
 */
export async function chooseFolder(surveyId: string): Promise<SurveyFolder | undefined> {
  try {
    const handle = await (window as WithPicker).showDirectoryPicker?.call(window, {
      id: 'releve',
      mode: 'read',
    });
    return handle && (await openFolder(surveyId, handle));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** Opens the dropped items: a folder by its handle where the browser gives one, else its files. */
export async function droppedFolder(surveyId: string, event: DragEvent): Promise<SurveyFolder> {
  const [item] = [...(event.dataTransfer?.items ?? [])] as (DataTransferItem & {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  })[];
  // The browser answers these two calls only until the event is over.
  const handle = item?.getAsFileSystemHandle?.();
  const files = fromEvent(event);
  const opened = await handle?.catch(() => null);
  if (opened?.kind === 'directory') {
    void files.catch(() => {});
    return openFolder(surveyId, opened as Directory);
  }
  return filesAsFolder((await files).filter((one) => one instanceof File));
}

/** Takes the files of a folder that an input gave, or single ones. */
export function filesAsFolder(files: readonly File[]): SurveyFolder {
  const named = files.map((file) => {
    const whole = (file.webkitRelativePath || (file as { path?: string }).path || file.name).replace(
      /^[./]+/,
      '',
    );
    return { path: whole, open: async () => file };
  });
  // The folder itself is no part of the paths, so that it may be renamed or chosen in another way.
  const [first = ''] = named.map(({ path }) => path.split('/')[0] ?? '');
  const isFolder = named.length > 0 && named.every(({ path }) => path.startsWith(`${first}/`));
  return sortFolder(
    isFolder ? first : 'Fichiers choisis',
    named.map((one) => (isFolder ? { ...one, path: one.path.slice(first.length + 1) } : one)),
  );
}

/** A folder of an earlier visit: open already, or to be opened again by a click. */
export type FormerFolder = { name: string; reopen: () => Promise<SurveyFolder | undefined>; isOpen: boolean };

/** Finds the folder that this browser knows of a survey. */
export async function formerFolder(surveyId: string): Promise<FormerFolder | undefined> {
  try {
    const handle = await get<Directory>(surveyId, folderStore());
    if (!handle) return undefined;
    const permission = await handle.queryPermission?.({ mode: 'read' });
    return {
      name: handle.name,
      isOpen: permission === 'granted',
      reopen: async () =>
        (await handle.requestPermission?.({ mode: 'read' })) === 'granted'
          ? openFolder(surveyId, handle)
          : undefined,
    };
  } catch {
    // A private window keeps none.
    return undefined;
  }
}

async function openFolder(surveyId: string, handle: Directory): Promise<SurveyFolder> {
  const files: FolderFile[] = [];
  await readFolder(handle, '', files);
  try {
    await set(surveyId, handle, folderStore());
  } catch {
    // A browser that refuses its storage opens the folder all the same.
  }
  return sortFolder(handle.name, files);
}

async function readFolder(folder: Directory, path: string, files: FolderFile[]): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    // A disk has more thumbnails than pictures: their folders are not entered.
    if (isLitter(entry.kind === 'directory' ? `${name}/` : name)) continue;
    if (entry.kind === 'directory') await readFolder(entry as Directory, `${path}${name}/`, files);
    else files.push({ path: `${path}${name}`, open: () => (entry as FileSystemFileHandle).getFile() });
  }
}

const nameCollator = new Intl.Collator('fr-CA', { numeric: true });

/** Compares two paths as a camera counts: R9 before R10. */
export const byName = (one: string, other: string): number => nameCollator.compare(one, other);

/** Names of pictures: those of another format than JPEG are named to the person, who may export them again. */
const PICTURE_FILE = /\.(?:jpe?g|hei[cf]|hif|avif|png|webp|gif|bmp|tiff?)$/i;

function sortFolder(name: string, files: readonly FolderFile[]): SurveyFolder {
  const all = files.filter(({ path }) => !isLitter(path)).sort((a, b) => byName(a.path, b.path));
  const pictures = all.filter(({ path }) => PICTURE_FILE.test(path));
  const tracks = all.filter(({ path }) => /\.gpx$/i.test(path));
  return { name, pictures, tracks, others: all.length - pictures.length - tracks.length };
}
