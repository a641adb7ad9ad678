import { expect, test } from 'vitest';
import { inParallel } from './in-parallel';

/** Lets every pending job continue. */
const letJobsRun = () => new Promise<void>((resolve) => setTimeout(resolve));

test('every item has its turn once, never more than so many at a time', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await inParallel(3, Array(10).keys(), async (item) => {
    most = Math.max(most, ++running);
    await letJobsRun();
    running--;
    done.push(item);
  });
  expect(done.sort((one, other) => one - other)).toEqual([...Array(10).keys()]);
  expect(most).toBe(3);
});

test('a job that fails ends the run: none that waits is begun', async () => {
  const begun: number[] = [];
  const run = inParallel(2, Array(10).keys(), async (item) => {
    begun.push(item);
    await letJobsRun();
    if (item === 1) throw new Error('refused');
  });
  await expect(run).rejects.toThrow('refused');
  await letJobsRun();
  expect(begun).not.toContain(3);
});
