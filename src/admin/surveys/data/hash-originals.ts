import { headerOf } from '@/admin/kit/lib/camera-tags';
import { supabase } from '@/admin/kit/lib/supabase';
import { fileSha256 } from '@/shared/evidence/seal';
import type { SurveyFolder } from './folder';
import { factsOf } from './picture-facts';
import { hasFacts } from './same-facts';
import type { SurveyProof } from './seals';

/** Number of hashes stored at a time; they are kept when the page is closed. */
const BATCH = 50;

export type HashProgress = { done: number; total: number; bytes: number; totalBytes: number };

/** Result of hashing the originals. */
export type HashResult = {
  hashed: number;
  /** Files that are in the survey, and not in this folder. */
  missing: string[];
  /** Files of another size than when the survey was imported, or with other facts. */
  changed: string[];
  /** Files that could not be read from the disk. */
  unread: string[];
};

/** The name of the lock that one tab holds while it hashes the originals of a survey. */
export const hashLock = (surveyId: string) => `preuve:${surveyId}`;

/**
 * Computes the SHA-256 of each kept original that has none yet, as it is read from the folder, and keeps them batch by batch.
 *
 * @param whenMayGoOn resolves at once, or when a pause ends
 */
export async function hashOriginals(
  { surveyId, pictures }: Pick<SurveyProof, 'pictures'> & { surveyId: string },
  folder: SurveyFolder,
  {
    signal,
    onProgress,
    whenMayGoOn,
  }: { signal: AbortSignal; onProgress: (progress: HashProgress) => void; whenMayGoOn: () => Promise<void> },
): Promise<HashResult> {
  const files = new Map(folder.pictures.map(({ path, open }) => [path.normalize('NFC'), open]));
  const left = pictures.filter(({ left_out, sha256 }) => left_out === null && sha256 === null);
  const progress: HashProgress = {
    done: 0,
    total: left.length,
    bytes: 0,
    totalBytes: left.reduce((total, { file_bytes }) => total + file_bytes, 0),
  };
  const result: HashResult = { hashed: 0, missing: [], changed: [], unread: [] };
  let waiting: { id: string; sha256: string }[] = [];
  const write = async () => {
    if (waiting.length === 0) return;
    await supabase.rpc('record_picture_hashes', { survey_id: surveyId, hashes: waiting }).throwOnError();
    result.hashed += waiting.length;
    waiting = [];
  };
  for (const picture of left) {
    const { id, file_name, file_bytes } = picture;
    signal.throwIfAborted();
    await whenMayGoOn();
    const open = files.get(file_name.normalize('NFC'));
    if (!open) result.missing.push(file_name);
    else {
      const file = await open().catch(() => undefined);
      if (file && file.size !== file_bytes) result.changed.push(file_name);
      else {
        // The facts are read from the bytes that are hashed: the seal says nothing of a picture that it does not say itself.
        let header: Uint8Array<ArrayBuffer> | undefined;
        const sha256 =
          file &&
          (await fileSha256(file, signal, (part) => {
            header ??= headerOf(part);
            progress.bytes += part.length;
            onProgress({ ...progress });
          }).catch(() => undefined));
        signal.throwIfAborted();
        if (!sha256 || !header) result.unread.push(file_name);
        else if (hasFacts(picture, await factsOf(header))) waiting.push({ id, sha256 });
        else result.changed.push(file_name);
      }
    }
    progress.done += 1;
    onProgress({ ...progress });
    if (waiting.length === BATCH) await write();
  }
  await write();
  return result;
}
