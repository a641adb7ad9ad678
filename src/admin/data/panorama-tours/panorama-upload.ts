import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/lib/bucket-upload';
import { type CheckedPanorama, checkPanorama, PanoramaRefusal } from '@/admin/lib/panorama/check-panorama';
import type { Cutting } from '@/admin/lib/panorama/start-cutting';
import { startCutting } from '@/admin/lib/panorama/start-cutting';
import { BASE, levelsOf, tilePlan } from '@/admin/lib/panorama/tile-plan';
import { errorStatus, isAbort, isFinal } from '@/shared/lib/errors';
import type { Blur, TiledPicture } from '@/shared/panorama-tour/panorama-tour';
import { listTiles, ORIGINALS, readOriginal, TILES } from './panorama-files';

/** How many files leave at a time. */
const AT_ONCE = 4;

/** Waits between the tries of a file, in ms: a network that comes and goes is back by then. */
const BACK_OFF = [1000, 3000, 9000] as const;

/** What is to be cut and sent, under a folder that never had another picture. */
export type PanoramaUpload = {
  /** `<tour>/<picture>`. */
  folder: string;
  file: Blob;
  blurs: Blur[];
  /** Whether the original is there already: it is cut again. */
  hasOriginal?: boolean;
};

/** A panorama all of whose files are there. */
export type UploadedPanorama = { picture: TiledPicture; original: string; heading: number | undefined };

const UNREADABLE =
  'Cette image n’a pas pu être décodée\u00a0: le fichier est abîmé, ou l’appareil manque de mémoire.';

/** The path of the original of a picture, in the bucket of originals. */
export const originalPath = (folder: string) => `${folder}/original.jpg`;

/**
 * Checks, cuts and sends a panorama: its original first, then its tiles, several at a time, each tried again when the
 * network fails. Called again for the same folder it sends only what lacks.
 *
 * @param onProgress 0 to 1
 * @param begin starts the worker that cuts; another one in tests
 * @throws PanoramaRefusal, an AbortError once `signal` aborts, or what the storage service answered
 */
export async function uploadPanorama(
  { folder, file, blurs, hasOriginal = false }: PanoramaUpload,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
  begin: typeof startCutting = startCutting,
): Promise<UploadedPanorama> {
  const checked = await checkPanorama(file);
  const done = await listTiles(folder, levelsOf(checked.width).length);
  const total = 1 + tilePlan(checked.width, checked.height).reduce((sum, { tiles }) => sum + tiles.length, 0);
  // The original counts for a third: it weighs about as much as half of the tiles.
  const ofTiles = hasOriginal ? 1 : 2 / 3;
  const tell = () => onProgress(1 - ofTiles + (ofTiles * done.size) / total);
  if (!hasOriginal) {
    await sendAgain(signal, () =>
      uploadToBucket(ORIGINALS, originalPath(folder), file, {
        signal,
        onProgress: (share) => onProgress(share * (1 - ofTiles)),
      }),
    );
  }
  tell();
  if (done.size < total) {
    const cutting = begin({
      file,
      width: checked.width,
      height: checked.height,
      blurs,
      done: [...done.keys()],
    });
    const stop = () => cutting.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => sendTiles(cutting, folder, signal, done, tell)),
      );
    } finally {
      stop();
      signal.removeEventListener('abort', stop);
    }
  }
  return {
    picture: pictureOf(folder, checked, done),
    original: originalPath(folder),
    heading: checked.heading,
  };
}

async function sendTiles(
  cutting: Cutting,
  folder: string,
  signal: AbortSignal,
  done: Map<string, number>,
  tell: () => void,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const tile = await cutting.next().catch((error: Error) => {
      throw new PanoramaRefusal(UNREADABLE, { cause: error });
    });
    if (!tile) return;
    await sendAgain(signal, () => uploadToBucket(TILES, `${folder}/${tile.name}`, tile.blob, { signal }));
    done.set(tile.name, tile.blob.size);
    tell();
  }
}

/** Sends a file, and again after a pause when that failed; one that is there already was sent. */
async function sendAgain(signal: AbortSignal, send: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      // The storage service says 400 with « Duplicate » in its answer, or 409.
      if (
        errorStatus(error) === 409 ||
        (error instanceof Error && /duplicate|already exists/i.test(error.message))
      )
        return;
      const wait = BACK_OFF[attempt];
      if (isAbort(error) || isFinal(error) || wait === undefined) throw error;
      await pause(wait, signal);
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

const pictureOf = (folder: string, { width }: CheckedPanorama, files: Map<string, number>): TiledPicture => ({
  ...{ folder, width, baseWidth: BASE.width, levels: levelsOf(width) },
  bytes: [...files.values()].reduce((sum, size) => sum + size, 0),
});

/** Cuts a panorama again, from its original, with these blurs in every tile, under a new folder. */
export const burnBlurs = () =>
  mutationOptions({
    mutationFn: async ({
      tourId,
      original,
      blurs,
      ...progress
    }: {
      tourId: string;
      original: string;
      blurs: Blur[];
      signal: AbortSignal;
      onProgress: (share: number) => void;
    }): Promise<TiledPicture> => {
      const file = await readOriginal(original);
      const folder = `${tourId}/${crypto.randomUUID()}`;
      return (await uploadPanorama({ folder, file, blurs, hasOriginal: true }, progress)).picture;
    },
    meta: {
      successMessage: 'Floutage appliqué',
      errorMessage: 'Le floutage n’a pas pu être appliqué. Vérifiez votre connexion, puis réessayez.',
    },
  });
