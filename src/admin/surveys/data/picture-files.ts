import { uploadAcrossCuts } from '@/admin/kit/lib/bucket-upload';
import { encodesWebp, startCutting } from '@/admin/tours/data/start-cutting';
import { levelsOf } from '@/admin/tours/data/tile-plan';
import { openWorker } from '@/shared/lib/web-worker';
import { packTiles } from '@/shared/sphere/tile-pack';
import type { FolderFile } from './folder';
import type { MakePreview } from './preview-worker';
import { type SurveyPicture, updatePicture } from './survey-pictures';

/** Makes a file of an original, in a worker. */
type FileMaker = { make: (original: File, picture: SurveyPicture) => Promise<Blob>; stop: () => void };

/** A kind of file that is made of originals and sent: small copies, or their tiles. */
export type PictureFiles = {
  /** The column that names the file, and the bucket that holds it. */
  column: 'preview' | 'tiles';
  bucket: string;
  ending: string;
  type: string;
  /** Pictures that are made and sent at a time. */
  atOnce: number;
  /** Approximate size of a picture's file in bytes, for the estimate before the upload. */
  usualBytes: (picture: SurveyPicture) => number;
  open: () => FileMaker;
};

/** Width of a preview (`preview-worker.ts`): tiles of a picture that is no wider show nothing more. */
export const PREVIEW_WIDTH = 2048;

/** Previews of 2 048 px; their size is that of the demo street's. */
export const previewFiles: PictureFiles = {
  column: 'preview',
  bucket: 'survey-previews',
  ending: 'jpg',
  type: 'image/jpeg',
  atOnce: 3,
  usualBytes: () => 330_000,
  open: () => {
    const worker = openWorker<MakePreview>(
      () => new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' }),
    );
    return { make: (original) => worker.call(original), stop: worker.stop };
  },
};

/** Bytes of all tiles for a pixel of the original, as measured on a picture with the grain of a camera. */
const TILE_BYTES = 0.13;

/** The tiles of originals, a file a picture, cut as those of tours are. */
export const tileFiles: PictureFiles = {
  column: 'tiles',
  bucket: 'survey-tiles',
  ending: 'tiles',
  type: 'application/octet-stream',
  // One original is in memory at a time.
  atOnce: 1,
  usualBytes: ({ width }) => ((width ?? 0) ** 2 / 2) * TILE_BYTES,
  open: () => {
    let stop = () => {};
    return {
      make: async (file, { width, height }) => {
        if (!width || !height) throw new Error('No size');
        const format = (await encodesWebp()) ? 'webp' : 'jpg';
        const cutting = startCutting({ file, width, height, blurs: [], format, done: ['base.jpg'] });
        stop = cutting.stop;
        try {
          const tiles = new Map<string, Blob>();
          for (let tile = await cutting.next(); tile; tile = await cutting.next())
            tiles.set(tile.name, tile.blob);
          return packTiles(levelsOf(width), ({ level, column, row }) => {
            const tile = tiles.get(`${level}/${column}-${row}.${format}`);
            if (!tile) throw new Error('A tile is missing');
            return tile;
          });
        } finally {
          cutting.stop();
        }
      },
      stop: () => stop(),
    };
  },
};

/** Progress of the sending of files. */
export type SendingProgress = { done: number; total: number; bytes: number };

type FileSending = {
  signal: AbortSignal;
  onProgress: (progress: SendingProgress) => void;
  /** A picture whose file is not in the folder, or cannot be decoded. */
  onMissing: (path: string) => void;
};

/** Lists the kept pictures that have a place. */
export const keptPictures = (pictures: readonly SurveyPicture[]) =>
  pictures.filter(({ left_out, lat }) => left_out === null && lat !== null);

/** Makes and sends files of pictures; each one that is sent stays, whenever this is cut short. */
export async function sendPictureFiles(
  { column, bucket, ending, type, atOnce, open }: PictureFiles,
  surveyId: string,
  queue: readonly SurveyPicture[],
  files: ReadonlyMap<string, FolderFile>,
  { signal, onProgress, onMissing }: FileSending,
): Promise<void> {
  const progress: SendingProgress = { done: 0, total: queue.length, bytes: 0 };
  onProgress({ ...progress });
  let next = 0;
  const send = async () => {
    const maker = open();
    signal.addEventListener('abort', maker.stop, { once: true });
    try {
      for (let index = next++; index < queue.length; index = next++) {
        signal.throwIfAborted();
        const picture = queue[index] as SurveyPicture;
        const blob = await files
          .get(picture.file_name)
          ?.open()
          .then((file) => maker.make(file, picture))
          .catch(() => undefined);
        signal.throwIfAborted();
        if (blob) {
          const path = `${surveyId}/${picture.id}.${ending}`;
          await uploadAcrossCuts(bucket, path, blob, { signal, type });
          await updatePicture(picture.id, { [column]: path });
          progress.bytes += blob.size;
        } else onMissing(picture.file_name);
        progress.done++;
        onProgress({ ...progress });
      }
    } finally {
      signal.removeEventListener('abort', maker.stop);
      maker.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, send));
}
