import { UserError } from './user-error.ts';

const STOP_LIMIT_MS = 15_000;

interface Component {
  name: string;
  close: () => Promise<void> | void;
}

export interface Supervisor {
  /**
   * Starts the next component; `close` of what it returns ends it. Throws StopRequested once the stop has begun.
   *
   * @param name in French, with its article: « la boîte courriel ».
   */
  startComponent: <T>(
    name: string,
    start: (crashed: (error: Error) => void) => Promise<T & { close: Component['close'] }>,
  ) => Promise<T>;
  /** Closes every component, the last one started first, then ends the process. Calling it again changes nothing. */
  stop: (exitCode: number) => Promise<void>;
}

/** Thrown in the start sequence when the stop was requested meanwhile. */
export class StopRequested extends Error {
  override name = 'StopRequested';
}

/**
 * Starts and stops the components of the stack together: one that ends by itself is named, and stops all with exit
 * code 1.
 *
 * @param print prints one line for the person at the keyboard.
 * @param exit ends the process; replaced in tests.
 */
export function createSupervisor(
  print: (line: string) => void,
  exit: (code: number) => void = (code) => process.exit(code),
): Supervisor {
  const components: Component[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  const stop = (exitCode: number) => {
    stopping ??= (async () => {
      const tooLong = setTimeout(() => {
        print("L'arrêt prend trop de temps : fin immédiate.");
        exit(1);
      }, STOP_LIMIT_MS);
      // A component that is still starting can only be closed once it has started.
      await starting.catch(() => undefined);
      for (const { name, close } of components.reverse()) {
        try {
          await close();
        } catch (error) {
          print(`${capitalise(name)} s'est mal terminé(e) : ${message(error)}`);
        }
      }
      clearTimeout(tooLong);
      exit(exitCode);
    })();
    return stopping;
  };

  return {
    stop,
    startComponent: async (name, start) => {
      if (stopping) throw new StopRequested();
      const crashed = (error: Error) => {
        if (stopping) return;
        print(`${capitalise(name)} a cessé de fonctionner : ${message(error)}. Arrêt de l'ensemble.`);
        void stop(1);
      };
      const started = start(crashed);
      starting = started;
      try {
        const result = await started;
        components.push({ name, close: () => result.close() });
        return result;
      } catch (error) {
        if (error instanceof UserError || error instanceof StopRequested) throw error;
        throw new UserError(`${capitalise(name)} n'a pas pu démarrer : ${message(error)}`, { cause: error });
      }
    },
  };
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
