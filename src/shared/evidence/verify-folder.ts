import {
  certificatesOf,
  checkTimeStamp,
  type StampProblem,
  type TimeStamp,
  toHex,
} from '@evidence/time-stamp.ts';
import { isLitter } from '@/shared/lib/litter';
import { type Manifest, type ManifestPicture, readManifest } from './manifest';
import { fileSha256, leavesOf, manifestText, rootOf, sha256Hex } from './seal';

/** Names of the files of a delivered folder. */
export const MANIFEST_FILE = 'manifeste.json';
export const ROOT_FILE = 'racine.bin';
export const ORIGINALS_FOLDER = 'images/';
export const PREVIEWS_FOLDER = 'apercus/';
export const CERTIFICATES_FOLDER = 'certificats/';
export const INTEGRITY_FILE = 'integrite.sha256';

/** A file of a folder; `path` has no leading slash. */
export type FolderFile = { path: string; file: Blob };

/** Fault of a stamp, for this folder. */
export type FolderStampProblem =
  | StampProblem
  /** It stamps the root that `racine.bin` holds, which is not the manifest's any more. */
  | 'edited-since'
  /** It says a time before the last picture. */
  | 'before-last-picture'
  /** It says a time that is still to come. */
  | 'after-now';

export type StampVerdict = { file: string; stamp: TimeStamp | undefined; problems: FolderStampProblem[] };

/**
 * Verdict on a folder.
 * - `whole`: every picture of the manifest is there as it was sealed, and at least one stamp holds
 * - `undated`: likewise, and nobody outside says when it was sealed
 * - `stamp-refused`: likewise, and no stamp holds
 * - `incomplete`: the originals were not delivered with it
 * - `altered`: the manifest or one of its pictures differs
 * - `none`: there is no manifest
 */
type VerdictLevel = 'whole' | 'undated' | 'stamp-refused' | 'incomplete' | 'altered' | 'none';

export type Verdict = {
  level: VerdictLevel;
  manifest: Manifest | undefined;
  manifestState: 'whole' | 'edited' | 'unreadable' | 'missing';
  /** Root of the manifest as it is now, in hexadecimal. */
  root: string | undefined;
  whole: string[];
  changed: string[];
  missing: string[];
  /** Whole, under another name. */
  moved: { path: string; found: string }[];
  /** Files that neither the manifest nor the list of the delivery names. What the manifest does not list is no picture of it. */
  added: string[];
  /** Files that could not be read from the disk. */
  unread: string[];
  stamps: StampVerdict[];
  /** Documents beside the pictures that differ from the list of the delivery; no seal covers them. */
  documents: { changed: string[]; missing: string[] };
  /** Moment of the check, by the clock of this computer. */
  checkedAt: Date;
};

export type VerifyProgress = { files: number; totalFiles: number; bytes: number; totalBytes: number };

/** Largest text that is read whole. */
const MOST_TEXT = 256 * 1024 * 1024;
/** An answer of an authority has some kilobytes. */
const MOST_STAMP = 1024 * 1024;
const MOST_STAMPS = 20;
/** Greatest delay of the clock of a clerk's computer. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
/** Names that a Mac has decomposed are those that were sealed. */
const composedPath = (path: string) => path.normalize('NFC');

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
function inFolder(all: readonly FolderFile[]): { files: FolderFile[]; outside: ReadonlySet<string> } {
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

async function readBytes(file: Blob | undefined, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!file || file.size > most) return undefined;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

async function readText(file: Blob | undefined): Promise<string | undefined> {
  const bytes = await readBytes(file, MOST_TEXT);
  return bytes && new TextDecoder().decode(bytes);
}

/** Reads the manifest, and whether it is still what its own root says. */
async function openManifest(found: ReadonlyMap<string, Blob>) {
  const file = found.get(MANIFEST_FILE);
  if (!file) return { state: 'missing' as const };
  const text = await readText(file);
  const manifest = text === undefined ? undefined : readManifest(text);
  if (!manifest) return { state: 'unreadable' as const };
  const root = rootOf(manifest);
  const kept = await readBytes(found.get(ROOT_FILE), MOST_TEXT);
  // An added field, or two names for one value, would not change the tree, so the text must be the canonical
  // one.
  const isCanonical = text === manifestText(leavesOf(manifest));
  const isKept = !kept || sha256Hex(kept) === sha256Hex(root);
  return { state: isCanonical && isKept ? ('whole' as const) : ('edited' as const), manifest, root, kept };
}

type OpenedManifest = Awaited<ReturnType<typeof openManifest>>;

/** Pairs each picture of the manifest with a file, and names what is left on both sides. */
async function comparePictures(
  pictures: readonly ManifestPicture[],
  found: ReadonlyMap<string, Blob>,
  candidates: readonly string[],
  hashOf: (path: string) => Promise<string | undefined>,
) {
  const result = {
    whole: [] as string[],
    changed: [] as string[],
    missing: [] as string[],
    moved: [] as { path: string; found: string }[],
    unread: [] as string[],
  };
  const taken = new Set<string>();
  const left: ManifestPicture[] = [];
  for (const picture of pictures) {
    const path = composedPath(picture.path);
    const place = [ORIGINALS_FOLDER + path, path].find((one) => found.has(one));
    if (!place) {
      left.push(picture);
      continue;
    }
    taken.add(place);
    const hash = found.get(place)?.size === picture.bytes ? await hashOf(place) : 'other';
    if (hash === undefined) result.unread.push(picture.path);
    else if (hash === picture.sha256) result.whole.push(picture.path);
    else result.changed.push(picture.path);
  }
  // A picture under another name is recognised by its content, then a changed one by its name.
  let free = candidates.filter((path) => !taken.has(path));
  const sizes = new Set(left.map(({ bytes }) => bytes));
  const byHash = new Map<string, string>();
  for (const path of free) {
    if (!sizes.has(found.get(path)?.size ?? -1)) continue;
    const hash = await hashOf(path);
    if (hash) byHash.set(hash, path);
  }
  for (const picture of left) {
    const same = byHash.get(picture.sha256);
    const named = free.filter((path) => baseName(path) === baseName(composedPath(picture.path)));
    if (same && free.includes(same)) {
      result.moved.push({ path: picture.path, found: same });
      free = free.filter((path) => path !== same);
    } else if (named.length === 1) {
      result.changed.push(picture.path);
      free = free.filter((path) => path !== named[0]);
    } else {
      result.missing.push(picture.path);
    }
  }
  return { ...result, added: free };
}

/** Reads the list of a delivery: path → SHA-256. */
async function readIntegrity(found: ReadonlyMap<string, Blob>): Promise<Map<string, string>> {
  const text = (await readText(found.get(INTEGRITY_FILE))) ?? '';
  const lines = text.matchAll(/^([0-9a-f]{64}) [ *](.+?)\r?$/gm);
  return new Map([...lines].map(([, hash = '', path = '']) => [composedPath(path), hash]));
}

async function checkStamps(
  found: ReadonlyMap<string, Blob>,
  { root, kept, manifest }: OpenedManifest,
  now: Date,
): Promise<StampVerdict[]> {
  const paths = [...found.keys()];
  const more = [];
  for (const path of paths.filter(
    (one) => one.startsWith(CERTIFICATES_FOLDER) || /\.(pem|crt|cer|der)$/i.test(one),
  )) {
    const bytes = await readBytes(found.get(path), MOST_STAMP);
    if (bytes) more.push(...certificatesOf(bytes));
  }
  const last = manifest?.header.last ?? null;
  const verdicts: StampVerdict[] = [];
  for (const file of paths.filter((one) => /\.tsr$/i.test(one)).slice(0, MOST_STAMPS)) {
    const bytes = await readBytes(found.get(file), MOST_STAMP);
    const expected = sha256Hex(root ?? kept ?? new Uint8Array());
    const { stamp, problems } = bytes
      ? await checkTimeStamp(bytes, expected, more)
      : { stamp: undefined, problems: ['unreadable' as const] };
    const isOfKept = kept !== undefined && stamp?.imprint === sha256Hex(kept);
    const wrong: FolderStampProblem[] = problems.map((problem) =>
      problem === 'other-imprint' && isOfKept ? 'edited-since' : problem,
    );
    if (stamp && last !== null && stamp.time < new Date(last)) wrong.push('before-last-picture');
    if (stamp && stamp.time.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) wrong.push('after-now');
    verdicts.push({ file, stamp, problems: wrong });
  }
  return verdicts;
}

/** Tells whether a stamp says, in its own right, when the pictures were sealed. */
export const isStampValid = ({ problems }: StampVerdict): boolean => problems.length === 0;

function levelOf(verdict: Omit<Verdict, 'level'>, hasPreviewsOnly: boolean): VerdictLevel {
  const { manifestState, changed, missing, unread, stamps } = verdict;
  if (manifestState === 'missing') return 'none';
  const differs = changed.length + unread.length > 0 || (missing.length > 0 && !hasPreviewsOnly);
  if (manifestState !== 'whole' || differs) return 'altered';
  if (stamps.length > 0 && !stamps.some(isStampValid)) return 'stamp-refused';
  if (hasPreviewsOnly) return 'incomplete';
  return stamps.length === 0 ? 'undated' : 'whole';
}

/**
 * Checks a delivered folder with nothing but its own files: each original, the manifest, the time stamps.
 *
 * @param now clock of this computer
 * @throws AbortError when the signal aborts
 */
export async function verifyFolder(
  all: readonly FolderFile[],
  {
    now = new Date(),
    signal,
    onProgress,
  }: { now?: Date; signal?: AbortSignal; onProgress?: (progress: VerifyProgress) => void } = {},
): Promise<Verdict> {
  const { files, outside } = inFolder(all);
  const found = new Map(files.map(({ path, file }) => [path, file]));
  const opened = await openManifest(found);
  const integrity = await readIntegrity(found);
  const pictures = opened.manifest?.pictures ?? [];
  const isDocument = (path: string) =>
    !path.startsWith(ORIGINALS_FOLDER) &&
    (integrity.has(path) ||
      [MANIFEST_FILE, ROOT_FILE, INTEGRITY_FILE].includes(path) ||
      /\.tsr$/i.test(path));
  const hashed = files.filter(({ path }) => path !== INTEGRITY_FILE);
  const progress: VerifyProgress = {
    files: 0,
    totalFiles: hashed.length,
    bytes: 0,
    totalBytes: hashed.reduce((total, { file }) => total + file.size, 0),
  };
  const readHash = async (path: string) => {
    const file = found.get(path);
    if (!file) return undefined;
    try {
      return await fileSha256(file, signal, ({ length }) => {
        progress.bytes += length;
        onProgress?.({ ...progress });
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Error) return undefined;
      throw error;
    } finally {
      progress.files += 1;
      onProgress?.({ ...progress });
    }
  };
  const hashes = new Map<string, ReturnType<typeof readHash>>();
  /** Each file is read once. */
  const hashOf = (path: string) => {
    const hash = hashes.get(path) ?? readHash(path);
    hashes.set(path, hash);
    return hash;
  };
  const documents = { changed: [] as string[], missing: [] as string[] };
  /** Documents chosen without their folder, which have kept their name and their content: path in the list → name. */
  const loose = new Map<string, string>();
  for (const [path, hash] of integrity) {
    if (path.startsWith(ORIGINALS_FOLDER)) continue;
    const name = baseName(path);
    if (found.has(path)) {
      if ((await hashOf(path)) !== hash) documents.changed.push(path);
    } else if (!integrity.has(name) && (await hashOf(name)) === hash) loose.set(path, name);
    else documents.missing.push(path);
  }
  const named = new Set(loose.values());
  const candidates = opened.manifest
    ? files.map(({ path }) => path).filter((path) => !isDocument(path) && !named.has(path))
    : [];
  const compared = await comparePictures(pictures, found, candidates, hashOf);
  const isHere = (path: string) => found.has(path) || loose.has(path);
  const hasPreviewsOnly =
    pictures.length > 0 &&
    compared.missing.length === pictures.length &&
    pictures.some(({ path }) => isHere(composedPath(PREVIEWS_FOLDER + path)));
  const verdict = {
    manifest: opened.manifest,
    manifestState: opened.state,
    root: opened.root && toHex(opened.root),
    ...compared,
    added: compared.added.filter((path) => !outside.has(path)),
    stamps: await checkStamps(found, opened, now),
    documents,
    checkedAt: now,
  };
  return { level: levelOf(verdict, hasPreviewsOnly), ...verdict };
}
