/** A worker that could not be loaded, or that ended by itself. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
}

/** Answers a request in a worker: returns its result, or gives it step by step before that. */
type Answer = (request: never, onStep: never) => unknown;
type RequestOf<A extends Answer> = Parameters<A>[0];
type ResultOf<A extends Answer> = Awaited<ReturnType<A>>;
type OnStep<A extends Answer> = Extract<Parameters<A>[1], (step: never) => void>;

type Message = { step: unknown } | { result: unknown } | { error: { name: string; message: string } };

/** A worker that stays open, with what it has loaded, and answers one call after the other. */
export type OpenWorker<A extends Answer> = {
  /**
   * Asks the worker.
   *
   * @param onStep called with each step of the answer
   * @throws an Error with the name and the message of that of the worker, WorkerFailure, or an AbortError once it is stopped
   */
  call: (request: RequestOf<A>, onStep?: OnStep<A>) => Promise<ResultOf<A>>;
  /** Ends the worker, also in the middle of an answer. */
  stop: () => void;
};

/**
 * Opens a worker whose script calls `answerCalls`; it is started with the first call, and anew after it failed.
 *
 * @param start returns `new Worker(new URL('./…', import.meta.url), { type: 'module' })`, written so that the build finds it
 */
export function openWorker<A extends Answer>(start: () => Worker): OpenWorker<A> {
  type Call = {
    resolve: (result: ResultOf<A>) => void;
    reject: (error: Error) => void;
    onStep?: (step: never) => void;
  };
  const waiting: Call[] = [];
  let worker: Worker | undefined;
  let stopped: DOMException | undefined;
  const end = (error: Error) => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const open = () => {
    const opened = start();
    opened.onerror = ({ message }) => end(new WorkerFailure(message || 'Worker not loaded'));
    opened.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('step' in data) return waiting[0]?.onStep?.(data.step as never);
      const call = waiting.shift();
      if ('error' in data)
        call?.reject(Object.assign(new Error(data.error.message), { name: data.error.name }));
      else call?.resolve(data.result as ResultOf<A>);
    };
    return opened;
  };
  return {
    call: (request, onStep) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(stopped);
        worker ??= open();
        worker.postMessage(request);
        waiting.push({ resolve, reject, ...(onStep ? { onStep } : {}) });
      }),
    stop: () => {
      stopped = new DOMException('Worker stopped', 'AbortError');
      end(stopped);
    },
  };
}

/**
 * Asks a worker of its own once.
 *
 * @throws as `call` of an open worker, or the reason of the signal
 */
export async function callWorker<A extends Answer>(
  start: () => Worker,
  request: RequestOf<A>,
  signal?: AbortSignal,
): Promise<ResultOf<A>> {
  signal?.throwIfAborted();
  const worker = openWorker<A>(start);
  signal?.addEventListener('abort', worker.stop, { once: true });
  try {
    return await worker.call(request);
  } finally {
    signal?.removeEventListener('abort', worker.stop);
    worker.stop();
  }
}

/** Answers the calls of a page, in the script of a worker: one after the other, an error as an error. */
export function answerCalls<Request, Result, Step>(
  answer: (request: Request, onStep: (step: Step) => void) => Result | Promise<Result>,
): void {
  const send = (message: Message) => self.postMessage(message);
  const reply = async (request: Request) => {
    try {
      send({ result: await answer(request, (step) => send({ step })) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      send({ error: { name, message } });
    }
  };
  let last = Promise.resolve();
  self.onmessage = ({ data }: MessageEvent<Request>) => {
    last = last.then(() => reply(data));
  };
}
