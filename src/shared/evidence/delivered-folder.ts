import { isLitter } from '@/shared/lib/litter';

/** Names of the files of a delivered folder. */
export const MANIFEST_FILE = 'manifeste.json';
export const ROOT_FILE = 'racine.bin';
export const ORIGINALS_FOLDER = 'images/';
export const PREVIEWS_FOLDER = 'apercus/';
export const CERTIFICATES_FOLDER = 'certificats/';
export const INTEGRITY_FILE = 'integrite.sha256';

/** A file of a folder; `path` has no leading slash. */
export type FolderFile = { path: string; file: Blob };

/** Largest text that is read whole. */
export const MOST_TEXT = 256 * 1024 * 1024;

/** Returns the name at the end of a path. */
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
/** Names that a Mac has decomposed are those that were sealed. */
export const composedPath = (path: string) => path.normalize('NFC');

const folderOf = (path: string) => path.slice(0, -baseName(path).length);
/** The folders that hold a manifest, the shallowest first. */
const manifestFolders = (files: readonly FolderFile[]) =>
  [...new Set(files.flatMap(({ path }) => (baseName(path) === MANIFEST_FILE ? folderOf(path) : [])))].sort(
    (a, b) => a.split('/').length - b.split('/').length,
  );

/** A delivery among the files that were given; `name` is that of its folder. */
export type DeliveredFolder = { name: string; files: FolderFile[] };

/** Splits the given files into deliveries, one for each manifest; a single delivery keeps every file around it. */
export function deliveriesOf(files: readonly FolderFile[]): DeliveredFolder[] {
  const folders = manifestFolders(files);
  if (folders.length < 2) return [{ name: '', files: [...files] }];
  /** A file belongs to the innermost delivery around it. */
  const ownerOf = (path: string) => folders.findLast((folder) => path.startsWith(folder));
  return folders.map((folder) => ({
    name: folder.slice(0, -1),
    files: files.filter(({ path }) => ownerOf(path) === folder),
  }));
}

/**
 * Removes the path of the manifest's folder, and the files that systems add; `outside` lists the files beside that
 * folder.
 */
export function inFolder(all: readonly FolderFile[]): { files: FolderFile[]; outside: ReadonlySet<string> } {
  const [folder = ''] = manifestFolders(all);
  const outside = new Set<string>();
  const files: FolderFile[] = [];
  for (const { path, file } of all) {
    const isInside = path.startsWith(folder);
    const place = composedPath(isInside ? path.slice(folder.length) : path);
    // The delivery may itself be in a folder whose name looks like a system's.
    if (isLitter(place)) continue;
    if (!isInside) outside.add(place);
    files.push({ path: place, file });
  }
  return { files, outside };
}

/** Reads a file, or nothing where it is absent, unreadable or too large. */
export async function readBytes(
  file: Blob | undefined,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!file || file.size > most) return undefined;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Reads a file as text, or nothing likewise. */
export async function readText(file: Blob | undefined): Promise<string | undefined> {
  const bytes = await readBytes(file, MOST_TEXT);
  return bytes && new TextDecoder().decode(bytes);
}

/** Reads the list of a delivery: path → SHA-256. */
export async function readIntegrity(found: ReadonlyMap<string, Blob>): Promise<Map<string, string>> {
  const text = (await readText(found.get(INTEGRITY_FILE))) ?? '';
  const lines = text.matchAll(/^([0-9a-f]{64}) [ *](.+?)\r?$/gm);
  return new Map([...lines].map(([, hash = '', path = '']) => [composedPath(path), hash]));
}
