import { uploadAcrossCuts } from '@/admin/kit/lib/bucket-upload';
import { errorStatus } from '@/shared/lib/errors';
import { openWorker } from '@/shared/lib/web-worker';
import type { FolderFile } from './folder';
import type { MakePreview } from './preview-worker';
import { type SurveyPicture, updatePicture } from './survey-pictures';

const PREVIEWS = 'survey-previews';

/** Bytes that a preview has, as measured on the demo street: what is told before anything is sent. */
export const USUAL_PREVIEW_BYTES = 330_000;

/** Pictures sent at the same time, while the worker makes the next one. */
const AT_ONCE = 3;

/** Progress of the sending of previews. */
export type PreviewProgress = { done: number; total: number; bytes: number };

type Sending = {
  signal: AbortSignal;
  onProgress: (progress: PreviewProgress) => void;
  /** A picture whose file is not in the folder, or cannot be decoded. */
  onMissing: (path: string) => void;
};

/** Lists the kept pictures that have no preview yet. */
export const withoutPreview = (pictures: readonly SurveyPicture[]) =>
  pictures.filter(({ left_out, lat, preview }) => left_out === null && lat !== null && preview === null);

/** Makes and sends the previews that a survey lacks; each one that is sent stays, whenever this is cut short. */
export async function sendPreviews(
  surveyId: string,
  pictures: readonly SurveyPicture[],
  files: ReadonlyMap<string, FolderFile>,
  { signal, onProgress, onMissing }: Sending,
): Promise<void> {
  const queue = withoutPreview(pictures);
  const progress: PreviewProgress = { done: 0, total: queue.length, bytes: 0 };
  onProgress({ ...progress });
  let next = 0;
  const send = async () => {
    const maker = openWorker<MakePreview>(
      () => new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' }),
    );
    try {
      for (let index = next++; index < queue.length; index = next++) {
        signal.throwIfAborted();
        const picture = queue[index] as SurveyPicture;
        const blob = await files
          .get(picture.file_name)
          ?.open()
          .then((file) => maker.call(file))
          .catch(() => undefined);
        if (blob) {
          const path = `${surveyId}/${picture.id}.jpg`;
          await uploadPreview(path, blob, signal);
          await updatePicture(picture.id, { preview: path });
          progress.bytes += blob.size;
        } else onMissing(picture.file_name);
        progress.done++;
        onProgress({ ...progress });
      }
    } finally {
      maker.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, send));
}

async function uploadPreview(path: string, blob: Blob, signal: AbortSignal): Promise<void> {
  try {
    await uploadAcrossCuts(PREVIEWS, path, blob, { signal });
  } catch (error) {
    // It was sent by a page that was closed before it could write so.
    if (errorStatus(error) !== 409 && !/exist|Duplicate/i.test(String(error))) throw error;
  }
}
