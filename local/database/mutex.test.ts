import { describe, expect, it } from 'vitest';
import { Mutex } from './mutex.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('Mutex', () => {
  it('runs jobs one at a time, in the order in which they were queued', async () => {
    const mutex = new Mutex();
    const log: string[] = [];
    const job = (name: string, ms: number) => async () => {
      log.push(`${name} in`);
      await pause(ms);
      log.push(`${name} out`);
    };
    await Promise.all([mutex.run(job('a', 20)), mutex.run(job('b', 1)), mutex.run(job('c', 1))]);
    expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('is re-entrant: a job that runs another does not wait for itself', async () => {
    const mutex = new Mutex();
    await expect(mutex.run(() => mutex.run(async () => 'inner'))).resolves.toBe('inner');
  });

  it('runs the next job after one that failed', async () => {
    const mutex = new Mutex();
    await expect(mutex.run(() => Promise.reject(new Error('non')))).rejects.toThrow('non');
    await expect(mutex.run(async () => 'next')).resolves.toBe('next');
  });

  it('queues a job that an unawaited promise of a finished job starts', async () => {
    const mutex = new Mutex();
    const log: string[] = [];
    let forgotten: Promise<void> | undefined;
    await mutex.run(async () => {
      forgotten = pause(10).then(() => mutex.run(async () => void log.push('forgotten')));
    });
    await mutex.run(async () => {
      await pause(30);
      log.push('current');
    });
    await forgotten;
    expect(log).toEqual(['current', 'forgotten']);
  });
});
