import { useEffect, useRef, useState } from 'react';
import { isAbort } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { chooseWhereToSave } from './save-stream';

/** The tools of a job that makes a file: a signal to stop, a callback for progress, and the way to save. */
export type FileJob<Progress> = {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Consumes the ZIP as it is made. */
  save: (zip: ReadableStream<Uint8Array>) => Promise<void>;
};

/** A file that is made here and saved where the person chooses: one at a time, until they stop it or leave. */
export function useSavedFile<Progress>() {
  const [state, setState] = useState<{ progress?: Progress }>();
  const running = useRef<AbortController>(undefined);
  const isStopped = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  /**
   * Asks where to save the file, then makes it. It must be called directly by a press.
   *
   * @returns undefined when the person closed the file picker, or left
   * @throws what making the file throws
   */
  const start = async (
    name: string,
    make: (job: FileJob<Progress>) => Promise<unknown>,
  ): Promise<'saved' | 'stopped' | undefined> => {
    if (running.current) return undefined;
    const controller = new AbortController();
    running.current = controller;
    isStopped.current = false;
    const { signal } = controller;
    try {
      const saveTo = await chooseWhereToSave(name).catch((error: unknown) => {
        // Closing the file picker is no failure.
        if (!isAbort(error)) notify.error('Le navigateur n’a pas permis d’enregistrer le fichier');
      });
      if (!saveTo) return undefined;
      setState({});
      await make({
        signal,
        onProgress: (progress) => setState({ progress }),
        save: (zip) => saveTo(zip, signal),
      });
      return 'saved';
    } catch (error) {
      if (isAbort(error) || signal.aborted) return isStopped.current ? 'stopped' : undefined;
      throw error;
    } finally {
      running.current = undefined;
      setState(undefined);
    }
  };
  return {
    isRunning: state !== undefined,
    progress: state?.progress,
    start,
    stop: () => {
      isStopped.current = true;
      running.current?.abort();
    },
  };
}
