import { UserError } from './user-error.ts';

const STOP_LIMIT_MS = 15_000;

interface Part {
  name: string;
  close: () => Promise<void> | void;
}

export interface Supervisor {
  /**
   * Starts the next part; `close` of what it returns ends it. Does nothing once the stop has begun.
   *
   * @param name in French, with its article: « la boîte courriel ».
   */
  part: <T>(
    name: string,
    start: (crashed: (error: Error) => void) => Promise<T & { close: Part['close'] }>,
  ) => Promise<T>;
  /** Ends every part, the last one started first, then the process. Calling it again changes nothing. */
  stop: (exitCode: number) => Promise<void>;
}

/** Thrown into the start sequence when the stop begins while it runs. */
export class StopRequested extends Error {
  override name = 'StopRequested';
}

/**
 * All or nothing: a part that ends by itself is named, and takes the whole stack down with exit code 1.
 *
 * @param say prints one line for the person at the keyboard.
 * @param exit ends the process; replaced in tests.
 */
export function createSupervisor(
  say: (line: string) => void,
  exit: (code: number) => void = (code) => process.exit(code),
): Supervisor {
  const parts: Part[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  const stop = (exitCode: number) => {
    stopping ??= (async () => {
      const tooLong = setTimeout(() => {
        say("L'arrêt prend trop de temps : fin immédiate.");
        exit(1);
      }, STOP_LIMIT_MS);
      // A part caught in the middle of its start has to be there before it can be ended.
      await starting.catch(() => undefined);
      for (const { name, close } of parts.reverse()) {
        try {
          await close();
        } catch (error) {
          say(`${sentence(name)} s'est mal terminé(e) : ${message(error)}`);
        }
      }
      clearTimeout(tooLong);
      exit(exitCode);
    })();
    return stopping;
  };

  return {
    stop,
    part: async (name, start) => {
      if (stopping) throw new StopRequested();
      const crashed = (error: Error) => {
        if (stopping) return;
        say(`${sentence(name)} a cessé de fonctionner : ${message(error)}. Arrêt de l'ensemble.`);
        void stop(1);
      };
      const started = start(crashed);
      starting = started;
      try {
        const result = await started;
        parts.push({ name, close: () => result.close() });
        return result;
      } catch (error) {
        if (error instanceof UserError || error instanceof StopRequested) throw error;
        throw new UserError(`${sentence(name)} n'a pas pu démarrer : ${message(error)}`, { cause: error });
      }
    },
  };
}

function sentence(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
