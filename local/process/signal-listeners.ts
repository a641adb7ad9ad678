import type { EventEmitter } from 'node:events';

const emitters: EventEmitter[] = [process, process.stdin];
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'end'];

/**
 * Runs a job and takes away the listeners it leaves on signals and on the end of the input. Vite and maildev each
 * stop the whole process on their own there; the supervisor stops all parts in order.
 */
export async function withoutSignalListeners<T>(job: () => Promise<T>): Promise<T> {
  const before = emitters.map((emitter) => events.map((event) => emitter.listeners(event)));
  try {
    return await job();
  } finally {
    for (const [at, emitter] of emitters.entries()) {
      for (const [index, event] of events.entries()) {
        for (const listener of emitter.listeners(event)) {
          if (!before[at]?.[index]?.includes(listener)) emitter.removeListener(event, listener as () => void);
        }
      }
    }
  }
}
