import { describe, expect, it } from 'vitest';
import { Turnstile } from './mutex.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('Turnstile', () => {
  it('runs jobs one at a time, in the order in which they came', async () => {
    const turnstile = new Turnstile();
    const log: string[] = [];
    const job = (name: string, ms: number) => async () => {
      log.push(`${name} in`);
      await pause(ms);
      log.push(`${name} out`);
    };
    await Promise.all([turnstile.run(job('a', 20)), turnstile.run(job('b', 1)), turnstile.run(job('c', 1))]);
    expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('lets a job call again without waiting for itself', async () => {
    const turnstile = new Turnstile();
    await expect(turnstile.run(() => turnstile.run(async () => 'inner'))).resolves.toBe('inner');
  });

  it('goes on after a job that failed', async () => {
    const turnstile = new Turnstile();
    await expect(turnstile.run(() => Promise.reject(new Error('non')))).rejects.toThrow('non');
    await expect(turnstile.run(async () => 'next')).resolves.toBe('next');
  });

  it('makes a promise forgotten by a finished job wait like everyone else', async () => {
    const turnstile = new Turnstile();
    const log: string[] = [];
    let forgotten: Promise<void> | undefined;
    await turnstile.run(async () => {
      forgotten = pause(10).then(() => turnstile.run(async () => void log.push('forgotten')));
    });
    await turnstile.run(async () => {
      await pause(30);
      log.push('current');
    });
    await forgotten;
    expect(log).toEqual(['current', 'forgotten']);
  });
});
