import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One at a time, first come first served, on the single connection of an embedded database.
 * A job may call `run` again: the inner call goes straight through, because the outer one holds the turn.
 */
export class Turnstile {
  private tail: Promise<unknown> = Promise.resolve();
  private readonly holder = new AsyncLocalStorage<{ done: boolean }>();

  run<T>(job: () => Promise<T>): Promise<T> {
    const current = this.holder.getStore();
    // A forgotten promise may outlive the job that started it: then it queues like everyone else.
    if (current && !current.done) return job();
    const turn = { done: false };
    const result = this.tail.then(() =>
      this.holder.run(turn, async () => {
        try {
          return await job();
        } finally {
          turn.done = true;
        }
      }),
    );
    this.tail = result.catch(() => undefined);
    return result;
  }
}
