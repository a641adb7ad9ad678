import { cutText } from '@contract/cut-text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { acrossCuts } from '@/admin/kit/lib/connection';
import { deletePendingFiles, pendingFilesOf, savePendingFiles } from '@/admin/kit/lib/pending-files';
import { holdUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { isAbort } from '@/shared/lib/errors';
import { type FailureCause, failureCause } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { checkPanorama, PanoramaRefusal } from '../data/check-panorama';
import { tiltText } from '../data/levelling-limits';
import { type UploadedPanorama, uploadPanorama } from '../data/panorama-upload';

/** A panorama being uploaded, as the screen shows it. */
export type PanoramaProgress = {
  id: string;
  name: string;
  file: Blob;
  /** `reading` until its header is read: a file that is no panorama is refused before its turn. */
  state: 'reading' | 'waiting' | 'running' | 'refused' | 'failed' | 'done';
  /** The part that was sent, from 0 to 1. */
  share: number;
  /** Reason of a refusal or a failure. */
  reason?: string | undefined;
  /** True for a failure that ends by itself, with the connection. */
  isPaused?: boolean;
  /** The uploaded picture, once the upload is done. */
  uploaded?: UploadedPanorama;
};

type AddedPanorama = Pick<PanoramaProgress, 'id' | 'name' | 'file'>;

const failureTexts: Record<Exclude<FailureCause, 'refusal'>, string> = {
  connection:
    'La connexion a été coupée. Le téléversement reprendra de lui-même\u00a0: ce qui est parti reste.',
  session: 'Votre session est terminée. Reconnectez-vous, puis reprenez\u00a0: ce qui est parti reste.',
  service:
    'Le stockage des fichiers n’a pas répondu comme prévu. Reprenez plus tard\u00a0: ce qui est parti reste.',
};

/**
 * Adds panoramas to a tour: one after the other is checked, cut and uploaded; each resumes after its tab was closed.
 *
 * @param tourId undefined while there is none to add to
 * @param onDone takes the scene once all of its files are uploaded; without it, the panorama and its file stay listed
 *   until the tour is created
 */
export function usePanoramaUploads(
  tourId: string | undefined,
  onDone?: (id: string, name: string, uploaded: UploadedPanorama) => void,
) {
  const [tasks, setTasks] = useState<PanoramaProgress[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const isOfNewTour = onDone === undefined;
  const change = (id: string, part: Partial<PanoramaProgress>) =>
    setTasks((all) => all.map((task) => (task.id === id ? { ...task, ...part } : task)));
  const leave = (id: string) => {
    controllers.current.get(id)?.abort();
    controllers.current.delete(id);
    setTasks((all) => all.filter((task) => task.id !== id));
    void deletePendingFiles([id]);
  };
  const refuse = (id: string, { message }: PanoramaRefusal) => {
    change(id, { state: 'refused', reason: message });
    void deletePendingFiles([id]);
  };

  const run = useEffectEvent(async ({ id, name, file }: PanoramaProgress) => {
    controllers.current.get(id)?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    controllers.current.set(id, controller);
    change(id, { ...retriedState, state: 'running' });
    try {
      const uploaded = await acrossCuts(
        (onProgress) =>
          uploadPanorama(
            { folder: `${tourId}/${id}`, file, blurs: [] },
            {
              signal,
              onProgress: (share) => {
                onProgress();
                change(id, { share });
              },
            },
          ),
        {
          signal,
          onCut: (error) => change(id, { ...failedState(error), isPaused: true }),
          onBack: () => change(id, { ...retriedState, state: 'running' }),
        },
      );
      if (uploaded.tilt)
        notify.info(
          `${name}\u00a0: l’appareil penchait (${tiltText(uploaded.tilt)}), l’image est redressée.`,
        );
      if (onDone) {
        leave(id);
        onDone(id, name, uploaded);
      } else change(id, { state: 'done', share: 1, uploaded });
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      if (error instanceof PanoramaRefusal) return refuse(id, error);
      change(id, failedState(error));
    }
  });

  // One at a time: each is decoded whole, and a phone has the memory for one.
  const next = tasks.some(({ state, isPaused }) => state === 'running' || isPaused)
    ? undefined
    : tasks.find(({ state }) => state === 'waiting');
  useEffect(() => {
    if (next) void run(next);
  }, [next]);

  // A session that ends meanwhile is asked for over the page, and the upload goes on.
  const isBusy = tasks.some(
    ({ state, isPaused }) => ['reading', 'waiting', 'running'].includes(state) || isPaused,
  );
  useEffect(() => (isBusy ? holdUnsavedText() : undefined), [isBusy]);

  const enqueue = useEffectEvent((added: AddedPanorama[]) => {
    setTasks((all) => [
      ...all,
      ...added
        .filter(({ id }) => all.every((task) => task.id !== id))
        .map((task): PanoramaProgress => ({ ...task, state: 'reading', share: 0 })),
    ]);
    for (const { id, file } of added) {
      void checkPanorama(file)
        .catch((error) => error)
        .then((error) =>
          error instanceof PanoramaRefusal ? refuse(id, error) : change(id, { state: 'waiting' }),
        );
    }
  });
  useEffect(() => {
    if (!tourId) return;
    const running = controllers.current;
    const left = new AbortController();
    void claimTour(`panoramas:${tourId}`, left.signal, async () => {
      const pending = await pendingFilesOf(tourId);
      if (!left.signal.aborted) enqueue(pending.map(([id, { name, file }]) => ({ id, name, file })));
    });
    return () => {
      left.abort();
      for (const controller of running.values()) controller.abort();
      running.clear();
      setTasks([]);
    };
  }, [tourId]);

  const enqueueFiles = (added: AddedPanorama[]) => {
    if (!tourId) return;
    const savedAt = Date.now();
    void savePendingFiles(
      added.map(({ id, ...pending }) => [
        id,
        { tourId, savedAt, ...pending, ...(isOfNewTour ? { isOfNewTour } : {}) },
      ]),
    );
    enqueue(added);
  };

  return {
    list: tasks as readonly PanoramaProgress[],
    isBusy,
    /** @param others number of scenes that the tour has already */
    add: (files: readonly File[], others = 0) => {
      const kept = tasks.filter(({ state }) => state !== 'refused').length;
      enqueueFiles(asPanoramas(withinTour(files, tourLimits.scenes - others - kept)));
    },
    retry: (id: string) => change(id, retriedState),
    retryAll: () =>
      setTasks((all) => all.map((task) => (task.state === 'failed' ? { ...task, ...retriedState } : task))),
    remove: leave,
    /** Adds a removed panorama again, with the parts that were already uploaded. */
    restore: ({ id, name, file }: PanoramaProgress) => enqueueFiles([{ id, name, file }]),
  };
}

/** State of a task that waits for its turn again. */
const retriedState = { state: 'waiting', share: 0, reason: undefined, isPaused: false } as const;

/** State of a task whose upload was cut or refused. */
function failedState(error: unknown): Pick<PanoramaProgress, 'state' | 'reason'> {
  console.warn('Panorama non téléversé', error);
  const cause = failureCause(error);
  return { state: 'failed', reason: failureTexts[cause === 'refusal' ? 'service' : cause] };
}

/** Leaves out, with a notice, the files that a tour has no room for. */
export function withinTour(files: readonly File[], room: number = tourLimits.scenes): File[] {
  if (files.length > room)
    notify.warning(`Une visite a au plus ${tourLimits.scenes} scènes.`, 'Trop de panoramas');
  return files.slice(0, Math.max(0, room));
}

/** Gives chosen files their ids, in the order of their names: « 2 » before « 10 ». */
export function asPanoramas(files: readonly File[]): AddedPanorama[] {
  const order = new Intl.Collator('fr-CA', { numeric: true });
  return files
    .toSorted((a, b) => order.compare(a.name, b.name))
    .map((file) => ({ id: crypto.randomUUID(), name: sceneName(file.name), file }));
}

/**
 * Runs the job once no other tab has claimed the name, and keeps the claim until the signal: when two tabs could resume
 * the uploads of a third, only one does.
 */
async function claimTour(name: string, signal: AbortSignal, job: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return job();
  const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  try {
    await navigator.locks.request(name, { signal }, async () => {
      await job();
      await left;
    });
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}

/**
 * Names a scene after its file, without the extension, until a person does: « place-de-leglise » → « Place de leglise
 * ».
 */
function sceneName(fileName: string): string {
  const words = cutText(
    fileName
      .replace(/\.[^.]*$/, '')
      .replaceAll(/[_-]+/g, ' ')
      .trim(),
    100,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
