import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A re-entrant mutex: jobs run one at a time, first come first served, and a job that calls `run` again does not wait
 * for itself. Ours, because the kept libraries (async-mutex, p-limit) would deadlock there, and @supabase/lite nests.
 */
export class Mutex {
  private tail: Promise<unknown> = Promise.resolve();
  private readonly owner = new AsyncLocalStorage<{ released: boolean }>();

  run<T>(job: () => Promise<T>): Promise<T> {
    const current = this.owner.getStore();
    // A job's promise that nobody awaited may call this after the job ended: then it queues like any other.
    if (current && !current.released) return job();
    const acquired = { released: false };
    const result = this.tail.then(() =>
      this.owner.run(acquired, async () => {
        try {
          return await job();
        } finally {
          acquired.released = true;
        }
      }),
    );
    this.tail = result.catch(() => undefined);
    return result;
  }
}
