import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UploadedPanorama, uploadPanorama } from '@/admin/data/panorama-tours/panorama-upload';
import { PanoramaRefusal } from '@/admin/lib/panorama/check-panorama';
import { deletePendingFile, pendingFilesOf, savePendingFile } from '@/admin/lib/pending-files';
import { isAbort } from '@/shared/lib/errors';

/** A panorama being uploaded, as the screen shows it. */
export type PanoramaProgress = {
  id: string;
  name: string;
  state: 'waiting' | 'running' | 'refused' | 'failed';
  /** 0 to 1. */
  share: number;
  /** Reason of a refusal or a failure. */
  reason?: string;
};

type Task = PanoramaProgress & { file: Blob; isStopped?: boolean };

const FAILED =
  'Le téléversement s’est arrêté. Vérifiez votre connexion, puis reprenez\u00a0: ce qui est parti reste.';

/**
 * Adds panoramas to a tour: one after the other is checked, cut and uploaded; each resumes after its tab was closed.
 *
 * @param onDone adds the scene, once all of its files are uploaded
 */
export function usePanoramaUploads(
  tourId: string,
  onDone: (id: string, name: string, uploaded: UploadedPanorama) => void,
) {
  const [tasks, setTasks] = useState<Task[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const change = (id: string, part: Partial<Task>) =>
    setTasks((all) => all.map((task) => (task.id === id ? { ...task, ...part } : task)));
  const leave = (id: string) => {
    controllers.current.get(id)?.abort();
    controllers.current.delete(id);
    setTasks((all) => all.filter((task) => task.id !== id));
    void deletePendingFile(id);
  };

  const run = useEffectEvent(async ({ id, name, file }: Task) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    change(id, { state: 'running', share: 0 });
    try {
      const uploaded = await uploadPanorama(
        { folder: `${tourId}/${id}`, file, blurs: [] },
        { signal: controller.signal, onProgress: (share) => change(id, { share }) },
      );
      leave(id);
      onDone(id, name, uploaded);
    } catch (error) {
      if (isAbort(error) || controller.signal.aborted) return;
      const isRefused = error instanceof PanoramaRefusal;
      if (!isRefused) console.warn('Panorama non téléversé', error);
      else void deletePendingFile(id);
      change(
        id,
        isRefused ? { state: 'refused', reason: error.message } : { state: 'failed', reason: FAILED },
      );
    }
  });

  // One at a time: each is decoded whole, and a phone has the memory for one.
  const next = tasks.some(({ state }) => state === 'running')
    ? undefined
    : tasks.find(({ state }) => state === 'waiting');
  useEffect(() => {
    if (next) void run(next);
  }, [next]);

  const enqueue = useEffectEvent((added: { id: string; name: string; file: Blob }[]) =>
    setTasks((all) => [
      ...all,
      ...added
        .filter(({ id }) => all.every((task) => task.id !== id))
        .map((task): Task => ({ ...task, state: 'waiting', share: 0 })),
    ]),
  );
  useEffect(() => {
    const running = controllers.current;
    let isLeft = false;
    const release = claim(`panoramas:${tourId}`, async () => {
      const left = await pendingFilesOf(tourId);
      if (!isLeft) enqueue(left.map(([id, { name, file }]) => ({ id, name, file })));
    });
    return () => {
      isLeft = true;
      release();
      for (const controller of running.values()) controller.abort();
    };
  }, [tourId]);

  return {
    list: tasks as readonly PanoramaProgress[],
    isBusy: tasks.some(({ state }) => state === 'running' || state === 'waiting'),
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({ id: crypto.randomUUID(), name: sceneName(file.name), file }));
      for (const { id, ...pending } of added) void savePendingFile(id, { tourId, ...pending });
      setTasks((all) => [...all, ...added.map((task): Task => ({ ...task, state: 'waiting', share: 0 }))]);
    },
    retry: (id: string) => change(id, { state: 'waiting', share: 0 }),
    remove: leave,
  };
}

/** Runs the job unless another tab has claimed the name: only one of two tabs resumes the uploads of a third one. */
function claim(name: string, job: () => Promise<void>): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  if (!navigator.locks) void job();
  else {
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await job();
      await released;
    });
  }
  return release;
}

/**
 * Names a scene after its file, without the extension, until a person does: « place-de-leglise » → « Place de leglise
 * ».
 */
function sceneName(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 100);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
