import { uploadToBucket } from '@/admin/kit/lib/bucket-upload';
import { errorStatus, isAbort, isFinal } from '@/shared/lib/errors';
import type { Blur, TiledPicture } from '@/shared/panorama-tour/panorama-tour';
import { type CheckedPanorama, checkPanorama, PanoramaRefusal } from './check-panorama';
import { joinedTiles } from './joined-tiles';
import type { Tilt } from './level';
import { canBeLevelled, LEVEL_ELSEWHERE, tiltText } from './levelling-limits';
import { listFiles, ORIGINALS, readOriginal, removeFiles, TILES } from './panorama-files';
import type { DraftScene } from './panorama-tour.schema';
import { encodesWebp, startCutting } from './start-cutting';
import { BASE, levelsOf, type TileFormat, tilePlan } from './tile-plan';

/** Number of parallel uploads. */
const AT_ONCE = 4;

/** Dependencies of an upload, replaced in tests. */
const uploadTools = {
  list: listFiles,
  remove: removeFiles,
  encodesWebp,
  cut: startCutting,
  send: uploadToBucket,
  /** Waits between the attempts for a file, in ms, long enough for an unstable network to return. */
  waits: [1000, 3000, 9000] as readonly number[],
};

type UploadTools = typeof uploadTools;

/** The panorama to cut and upload, under a folder that never had another picture. */
export type PanoramaUpload = {
  /** The folder of the picture, `<tour>/<picture>`. */
  folder: string;
  file: Blob;
  blurs: Blur[];
  /** Lean of the camera by which it is levelled; absent: that which a new file says of itself. */
  tilt?: Tilt | undefined;
  /** True when the original is stored already, and only cut again. */
  hasOriginal?: boolean;
};

/** A panorama whose files are all uploaded. */
export type UploadedPanorama = {
  picture: TiledPicture;
  original: string;
  heading: number | undefined;
  /** Lean of the camera by which the tiles are levelled; the original is as the camera gave it. */
  tilt?: Tilt | undefined;
};

/** Returns the path of a picture's original, in the bucket of originals. */
const originalPath = (folder: string) => `${folder}/original.jpg`;

/**
 * Checks, cuts and uploads a panorama, levelled: its original first, then its tiles, several at a time, each retried when the
 * network fails. Called again for the same folder it sends only the missing files.
 *
 * @param onProgress 0 to 1
 * @throws PanoramaRefusal, an AbortError once `signal` aborts, or the storage service's error
 */
export async function uploadPanorama(
  { folder, file, blurs, tilt: known, hasOriginal = false }: PanoramaUpload,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
  { list, remove, encodesWebp, cut, send, waits }: UploadTools = uploadTools,
): Promise<UploadedPanorama> {
  const checked = await checkPanorama(file, hasOriginal);
  const { width, height } = checked;
  // The marks of a stored original are relative to its present levelling, whatever its metadata says.
  const tilt = known ?? (hasOriginal ? undefined : checked.tilt);
  if (tilt && !canBeLevelled(width, tilt)) {
    throw new PanoramaRefusal(
      `L’appareil penchait (${tiltText(tilt)}), et ce panorama est trop grand pour être redressé d’autant ici\u00a0: redressez-le ${LEVEL_ELSEWHERE}.`,
    );
  }
  const found = await list(TILES, folder, levelsOf(checked.width).length);
  const format = chosenFormat([...found.keys()], await encodesWebp());
  const wanted = new Set([
    'base.jpg',
    ...tilePlan(checked.width, checked.height, format).flatMap(({ tiles }) => tiles.map(({ name }) => name)),
  ]);
  const done = new Map([...found].filter(([name]) => wanted.has(name)));
  const others = [...found.keys()].filter((name) => !wanted.has(name));
  if (others.length > 0) {
    await remove(
      TILES,
      others.map((name) => `${folder}/${name}`),
    );
  }
  const isKept = hasOriginal || (await list(ORIGINALS, folder, 0)).size > 0;
  const total = wanted.size;
  // The original counts for a third: it weighs about as much as half of the tiles.
  const ofTiles = isKept ? 1 : 2 / 3;
  const tell = () => onProgress(1 - ofTiles + (ofTiles * done.size) / total);
  const sendOne = (
    bucket: string,
    path: string,
    blob: Blob,
    more: { type?: string; onProgress?: (share: number) => void },
  ) => sendWithRetries({ signal, waits }, () => send(bucket, path, blob, { signal, ...more }));

  if (!isKept) {
    const onShare = (share: number) => onProgress(share * (1 - ofTiles));
    await sendOne(ORIGINALS, originalPath(folder), file, { onProgress: onShare });
  }
  tell();
  if (done.size < total) {
    const cutting = cut({ file, width, height, tilt, blurs, format, done: [...done.keys()] });
    const stop = () => cutting.stop();
    signal.addEventListener('abort', stop, { once: true });
    const sendTiles = async () => {
      for (let tile = await cutting.next(); tile; tile = await cutting.next()) {
        signal.throwIfAborted();
        await sendOne(TILES, `${folder}/${tile.name}`, tile.blob, { type: tile.blob.type });
        done.set(tile.name, tile.blob.size);
        tell();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, sendTiles));
    } finally {
      stop();
      signal.removeEventListener('abort', stop);
    }
  }
  return {
    picture: pictureOf(folder, checked, format, done),
    original: originalPath(folder),
    heading: checked.heading,
    tilt,
  };
}

/** Uploads a file, and again after a pause when that failed; an existing one counts as uploaded. */
async function sendWithRetries(
  { signal, waits }: { signal: AbortSignal; waits: readonly number[] },
  send: () => Promise<void>,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      // The storage service answers 409, or 400 with « Duplicate » in its text.
      const isThere = error instanceof Error && /duplicate|already exists/i.test(error.message);
      if (isThere || errorStatus(error) === 409) return;
      const wait = waits[attempt];
      if (isAbort(error) || isFinal(error) || wait === undefined) throw error;
      await waitFor(wait, signal);
    }
  }
}

const waitFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/**
 * The format of the tiles: that of those which an interrupted upload left, so that a picture never mixes two. A browser
 * that cannot continue in WebP begins again in JPEG, which every one writes.
 */
function chosenFormat(found: readonly string[], encodesWebp: boolean): TileFormat {
  const hasTiles = (format: TileFormat) =>
    found.some((name) => name.includes('/') && name.endsWith(`.${format}`));
  return encodesWebp && (hasTiles('webp') || !hasTiles('jpg')) ? 'webp' : 'jpg';
}

const pictureOf = (
  folder: string,
  { width }: CheckedPanorama,
  format: TileFormat,
  files: Map<string, number>,
): TiledPicture => ({
  folder,
  ...(format === 'webp' ? { format } : {}),
  width,
  baseWidth: BASE.width,
  levels: levelsOf(width),
  bytes: [...files.values()].reduce((sum, size) => sum + size, 0),
});

/** Makes the scene of an uploaded panorama, as a person finds it to complete. */
export const sceneOf = (
  id: string,
  name: string,
  { picture, original, heading = 0, tilt }: UploadedPanorama,
): DraftScene => ({
  id,
  name,
  alt: '',
  picture,
  original,
  ...(tilt ? { tilt } : {}),
  heading,
  view: { yaw: 0, pitch: 0, zoom: 30 },
  links: [],
  points: [],
  blurs: [],
});

/**
 * Cuts the panorama of a scene again from its original, with these blurs and this level in every tile: levelling twice loses
 * nothing. Where no original was kept, its sharpest tiles become one. Called again for the same folder and the same scene it sends
 * only the missing files.
 *
 * @throws PanoramaRefusal, an AbortError once `signal` aborts, or the storage service's error
 */
export async function cutAgain(
  { picture, original, blurs, tilt }: Pick<DraftScene, 'picture' | 'original' | 'blurs' | 'tilt'>,
  folder: string,
  progress: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Pick<DraftScene, 'picture' | 'original'>> {
  const file = original ? await readOriginal(original) : await joinedTiles(picture, progress.signal);
  progress.signal.throwIfAborted();
  const hasOriginal = original !== undefined;
  const uploaded = await uploadPanorama({ folder, file, blurs, tilt, hasOriginal }, progress);
  return { picture: uploaded.picture, original: original ?? uploaded.original };
}
