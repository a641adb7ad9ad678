import { setTimeout as wait } from 'node:timers/promises';

const PERIOD_MS = 3_000;
/** A look costs a fifth of a second of processor: without a write in the last while, they come further apart. */
const AWAKE_MS = 20_000;
const IDLE_PERIOD_MS = 30_000;
/** Timeout of a run, which normally ends sooner; the hosted scheduler has the same. */
const CALL_TIMEOUT_MS = 90_000;

/**
 * Calls the function dispatch-emails every three seconds, twice a minute while nobody writes, one call at a time, as
 * pg_cron does each minute on a hosted project. A failure is reported once, until a call succeeds again.
 *
 * @param secret of the function, in its own header.
 * @param lastWrite when somebody last asked for what may write, in ms of the clock.
 * @returns `close` starts no other call and waits for the one under way, which may be in the middle of a message.
 */
export async function startScheduler({
  apiUrl,
  secret,
  report,
  period = PERIOD_MS,
  idlePeriod = IDLE_PERIOD_MS,
  lastWrite,
}: {
  apiUrl: string;
  secret: string;
  report: (message: string) => void;
  period?: number;
  idlePeriod?: number;
  lastWrite: () => number;
}): Promise<{ close: () => Promise<void> }> {
  const stopping = new AbortController();
  let isFailing = false;
  const call = async () => {
    const problem = await fetch(`${apiUrl}/functions/v1/dispatch-emails`, {
      method: 'POST',
      headers: { 'x-dispatch-secret': secret },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    }).then(
      async (answer) => (answer.ok ? undefined : `${answer.status} ${(await answer.text()).slice(0, 300)}`),
      (error: Error) => error.message,
    );
    if (problem && !isFailing) report(`Les courriels en attente ne partent pas : ${problem}`);
    isFailing = problem !== undefined;
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await call();
      const called = Date.now();
      const isIdle = () => Date.now() - lastWrite() > AWAKE_MS && Date.now() - called < idlePeriod;
      do await wait(period, undefined, { signal: stopping.signal }).catch(() => undefined);
      while (!stopping.signal.aborted && isIdle());
    }
  };
  const ended = loop();
  return {
    close: async () => {
      stopping.abort();
      await ended;
    },
  };
}
