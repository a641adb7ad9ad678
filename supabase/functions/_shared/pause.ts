import type { Dependencies } from './dependencies.ts';

/** Waits so many milliseconds of the given clock. */
export function pause(clock: Dependencies['clock'], ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.timeout(Math.ceil(ms)).addEventListener('abort', () => resolve(), { once: true });
  });
}
