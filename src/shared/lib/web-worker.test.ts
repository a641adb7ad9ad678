import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, callWorker, openWorker, WorkerFailure } from './web-worker';

/** A number that the fake worker never counts to. */
const WITHOUT_END = Number.POSITIVE_INFINITY;

const count = async (to: number, onStep: (step: number) => void): Promise<string> => {
  if (to < 0) throw new RangeError('Nothing to count');
  if (to === WITHOUT_END) await new Promise(() => {});
  for (let step = 1; step <= to; step++) onStep(await step);
  return `${to}`;
};

/** The page's side of a worker that runs in the same process. */
class InProcessWorker {
  static started = 0;
  static ended = 0;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: ((event: { message: string }) => void) | undefined;
  #scope: { onmessage?: (event: { data: unknown }) => void } & Record<string, unknown>;
  constructor() {
    InProcessWorker.started++;
    this.#scope = { postMessage: (data: unknown) => this.onmessage?.({ data: structuredClone(data) }) };
    vi.stubGlobal('self', this.#scope);
    answerCalls(count);
  }
  postMessage(data: unknown) {
    this.#scope.onmessage?.({ data: structuredClone(data) });
  }
  terminate() {
    InProcessWorker.ended++;
    this.onmessage = undefined;
  }
}

let last: InProcessWorker;
const start = () => {
  last = new InProcessWorker();
  return last as unknown as Worker;
};

beforeEach(() => {
  InProcessWorker.started = 0;
  InProcessWorker.ended = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('answers one call after the other, each with its own steps', async () => {
  const worker = openWorker<typeof count>(start);
  const steps: [string, number][] = [];
  const both = [
    worker.call(3, (step) => steps.push(['first', step])),
    worker.call(2, (step) => steps.push(['second', step])),
  ];
  expect(await Promise.all(both)).toEqual(['3', '2']);
  expect(steps).toEqual([
    ['first', 1],
    ['first', 2],
    ['first', 3],
    ['second', 1],
    ['second', 2],
  ]);
  expect(InProcessWorker.started).toBe(1);
});

it('gives an error of the worker as an error, and goes on', async () => {
  const worker = openWorker<typeof count>(start);
  const error = await worker.call(-1).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'RangeError', message: 'Nothing to count' });
  expect(await worker.call(1)).toBe('1');
});

it('fails what waits for a worker that cannot be loaded, and starts another for the next call', async () => {
  const worker = openWorker<typeof count>(start);
  const calls = [worker.call(WITHOUT_END), worker.call(1)].map((call) =>
    call.catch((reason: unknown) => reason),
  );
  last.onerror?.({ message: '' });
  for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(WorkerFailure);
  expect(await worker.call(1)).toBe('1');
  expect(InProcessWorker.started).toBe(2);
});

it('ends at once when it is stopped, and answers nothing any more', async () => {
  const worker = openWorker<typeof count>(start);
  const call = worker.call(WITHOUT_END).catch((reason: unknown) => reason);
  worker.stop();
  expect(await call).toMatchObject({ name: 'AbortError' });
  await expect(worker.call(1)).rejects.toMatchObject({ name: 'AbortError' });
  expect([InProcessWorker.started, InProcessWorker.ended]).toEqual([1, 1]);
});

it('is started for one call, and ended with it, its failure or its signal', async () => {
  expect(await callWorker<typeof count>(start, 2)).toBe('2');
  await expect(callWorker<typeof count>(start, -1)).rejects.toThrow('Nothing to count');
  const leaving = new AbortController();
  const call = callWorker<typeof count>(start, WITHOUT_END, leaving.signal);
  leaving.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await expect(callWorker<typeof count>(start, 1, leaving.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect([InProcessWorker.started, InProcessWorker.ended]).toEqual([3, 3]);
});
