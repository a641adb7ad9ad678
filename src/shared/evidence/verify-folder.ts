import { certificatesOf, checkTimeStamp, toHex } from '@evidence/time-stamp.ts';
import {
  baseName,
  CERTIFICATES_FOLDER,
  composedPath,
  type FolderFile,
  INTEGRITY_FILE,
  inFolder,
  MANIFEST_FILE,
  MOST_TEXT,
  ORIGINALS_FOLDER,
  PREVIEWS_FOLDER,
  ROOT_FILE,
  readBytes,
  readIntegrity,
  readText,
} from './delivered-folder';
import { type ManifestPicture, readManifest } from './manifest';
import { fileSha256, leavesOf, manifestText, rootOf, sha256Hex } from './seal';
import { type FolderStampProblem, levelOf, type StampVerdict, type Verdict } from './verdict';

/** Progress of a check: files and bytes read, and those in all. */
export type VerifyProgress = { files: number; totalFiles: number; bytes: number; totalBytes: number };

/** An answer of an authority has some kilobytes. */
const MOST_STAMP = 1024 * 1024;
const MOST_STAMPS = 20;
/** Greatest delay of the clock of a clerk's computer. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

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
