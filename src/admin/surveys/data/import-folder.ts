import type { QueryClient } from '@tanstack/react-query';
import type { CameraTime } from '@/admin/kit/lib/camera-time';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { openWorker } from '@/shared/lib/web-worker';
import type { ReadFacts } from './facts-worker';
import { shownPath } from './file-name';
import { byName, type FolderFile, type SurveyFolder } from './folder';
import { type ReadGpx, readGpx, TrackRefusal } from './read-gpx';
import { settleSeries, type WallTime } from './settle-series';
import { addPictures, type FoundPicture, knownFiles } from './survey-pictures';
import { surveys } from './surveys';

/** Pictures written at a time. */
const BATCH_SIZE = 500;
/** Files given to the worker at a time, so that it tells how far it is. */
const READ_AT_ONCE = 25;

/** Progress of an import. */
export type ImportProgress = { done: number; total: number; known: number };

/** A file of tracks that was read, and how many of its points are kept. */
export type ImportedTrack = Omit<ReadGpx, 'tracks'> & { name: string; kept: number };

/** Result of an import. */
export type ImportResult = {
  added: number;
  /** Pictures that the survey had already. */
  known: number;
  /** Files that are no JPEG or could not be read, by path. */
  unread: string[];
  /** Pictures that are no panorama, each with its reason. */
  aside: { name: string; reason: string }[];
  tracks: ImportedTrack[];
  /** Pictures and tracks that were refused, each with its reason. */
  refused: { name: string; reason: string }[];
};

/** The name of the lock that one tab holds while it imports into a survey. */
export const importLock = (surveyId: string) => `releve:${surveyId}`;

/**
 * Reads the pictures and tracks of a folder in a worker, and writes what they say to the survey: batch by batch those that
 * say when they were made, the others once the drive is known. What is written stays when the page is closed, and is not read
 * again.
 */
export async function importFolder(
  client: QueryClient,
  surveyId: string,
  folder: SurveyFolder,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, known: 0, unread: [], aside: [], tracks: [], refused: [] };
  for (const track of folder.tracks) await importTrack(client, surveyId, track, result);
  const have = await knownFiles(surveyId);
  const left = folder.pictures.filter(({ path }) => !have.has(path));
  result.known = folder.pictures.length - left.length;
  const reader = openWorker<ReadFacts>(
    () => new Worker(new URL('./facts-worker.ts', import.meta.url), { type: 'module' }),
  );
  // Pictures whose file says no zone are settled together, once all are read.
  const unsettled: FoundPicture[] = [];
  let ready: FoundPicture[] = [];
  const write = async (some: readonly FoundPicture[]) => {
    signal.throwIfAborted();
    const refused = await addPictures(surveyId, some);
    result.added += some.length - refused.length;
    result.refused.push(...refused.map(({ path, reason }) => ({ name: shownPath(path), reason })));
  };
  try {
    let done = 0;
    const tell = () => onProgress({ done, total: left.length, known: result.known });
    tell();
    const read = async (some: typeof left) => {
      signal.throwIfAborted();
      const files = await Promise.all(some.map(({ open }) => open().catch(() => undefined)));
      const facts = await reader.call(files.map((file) => file ?? new File([], '')));
      for (const [index, { path }] of some.entries()) {
        const [file, said] = [files[index], facts[index]];
        if (!file || !said) {
          result.unread.push(path);
          continue;
        }
        if (said.problem) {
          result.aside.push({ name: shownPath(path), reason: said.problem });
          continue;
        }
        const found = { path, bytes: file.size, modified: file.lastModified, facts: said };
        have.set(path, said.time && wallTimeIn(said.time));
        (said.time && isOpen(said.time) ? unsettled : ready).push(found);
      }
      done += some.length;
      tell();
      if (ready.length >= BATCH_SIZE) {
        await write(ready);
        ready = [];
      }
    };
    await inBatches(left, read, READ_AT_ONCE);
    await write([...ready, ...settlePictures(unsettled, have)]);
  } finally {
    reader.stop();
    await client.invalidateQueries({ queryKey: surveys.all });
  }
  return result;
}

/** Tells whether the zone of a clock depends on the other pictures of its drive. */
const isOpen = ({ zone }: CameraTime) => zone === undefined || zone.drift !== undefined;

const wallTimeIn = ({ wall, zone }: CameraTime): WallTime => ({
  wall,
  zone: zone?.offset,
  drift: zone?.drift,
});

/** Settles the zones of pictures among all those of their survey, in the order of their names. */
function settlePictures(
  pictures: readonly FoundPicture[],
  survey: ReadonlyMap<string, WallTime | undefined>,
): FoundPicture[] {
  const timed = [...survey].flatMap(([path, time]) => (time ? [{ path, time }] : []));
  timed.sort((a, b) => byName(a.path, b.path));
  const times = settleSeries(timed.map(({ time }) => time));
  const byPath = new Map(timed.map(({ path }, index) => [path, times[index]]));
  return pictures.map((picture) => {
    const time = byPath.get(picture.path);
    return time ? { ...picture, settled: time } : picture;
  });
}

async function importTrack(
  client: QueryClient,
  surveyId: string,
  { path, open }: FolderFile,
  result: ImportResult,
): Promise<void> {
  try {
    const { tracks, ...told } = await readGpx(await open());
    const { mutationFn } = surveys.addTrack(surveyId);
    for (const { name, points } of tracks) {
      await mutationFn?.({ name: name ? `${path} – ${name}` : path, points }, { client, meta: undefined });
    }
    result.tracks.push({
      ...told,
      name: path,
      kept: tracks.reduce((sum, { points }) => sum + points.length, 0),
    });
  } catch (error) {
    if (!(error instanceof TrackRefusal)) throw error;
    result.refused.push({ name: shownPath(path), reason: error.message });
  }
}
