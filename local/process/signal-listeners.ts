import type { EventEmitter } from 'node:events';

const watchedEmitters: EventEmitter[] = [process, process.stdin];
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'end'];

/**
 * Runs a job, then removes the listeners it added for signals and the end of the input: Vite and maildev would each end
 * the process there, before the supervisor has closed all components in order.
 */
export async function withoutSignalListeners<T>(job: () => Promise<T>): Promise<T> {
  const before = watchedEmitters.map((emitter) => events.map((event) => emitter.listeners(event)));
  try {
    return await job();
  } finally {
    for (const [at, emitter] of watchedEmitters.entries()) {
      for (const [index, event] of events.entries()) {
        for (const listener of emitter.listeners(event)) {
          if (!before[at]?.[index]?.includes(listener)) emitter.removeListener(event, listener as () => void);
        }
      }
    }
  }
}
