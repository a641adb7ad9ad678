import { type Dependencies, pause } from '../dependencies.ts';
import { type Outcome, outcomeParameters, type Transport } from './outgoing.ts';

export interface RunContext {
  dependencies: Dependencies;
  /** Name of the function and id of the answer, for the log. */
  functionName: string;
  requestId: string;
  transport: Transport;
  /** Moment after which no new message is started, on the clock of the dependencies. */
  deadline: number;
}

/** A message that the database leased to this call for one minute. */
export interface LeasedMessage {
  id: string;
  lease_token: string;
}

/** A queue of messages in the database. */
export interface MessageQueue<Row extends LeasedMessage> {
  /** Its name in the log. */
  name: 'notification' | 'campaign';
  workers: number;
  /** True when the run is for one message that a browser asked for. */
  isForOne?: boolean;
  claim: () => Promise<Row | undefined>;
  send: (row: Row, claimedAt: number) => Promise<Outcome>;
  /** Records the outcome; answers whether the lease was still held. */
  finish: (row: Row, parameters: ReturnType<typeof outcomeParameters>, outcome: Outcome) => Promise<unknown>;
}

/** The state of a run: shared by its workers, and passed from one call to the next. */
export interface RunState {
  /** The earliest start of the next message, on the clock of the dependencies. */
  nextStart: number;
  /** True when nothing is due any more or the provider refuses everything; false when the deadline came first. */
  isFinished: boolean;
  /** Number of messages by outcome. */
  counts: Record<string, number>;
}

export const newRunState = (nextStart = 0): RunState => ({ nextStart, isFinished: false, counts: {} });

const FINISH_ATTEMPTS = 3;

/**
 * Sends the due messages of a queue with several workers at the transport's pace. A worker claims, sends and records
 * one message before the next, so that a call that dies leaves at most one unknown outcome per worker, for the next
 * claim. On a rate limit all workers back off; when the provider refuses everything (`pause`) they stop.
 *
 * @param state of the run so far, when an earlier call began it
 */
export async function sendDue<Row extends LeasedMessage>(
  context: RunContext,
  queue: MessageQueue<Row>,
  state: RunState = newRunState(),
): Promise<RunState> {
  const workers = Array.from({ length: queue.workers }, () => runWorker(context, queue, state));
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
  return state;
}

async function runWorker<Row extends LeasedMessage>(
  context: RunContext,
  queue: MessageQueue<Row>,
  state: RunState,
) {
  try {
    while (await waitForStart(context, state)) {
      // With nothing due or nothing allowed, the other workers would find the same.
      if (!(await sendOne(context, queue, state))) state.isFinished = true;
    }
  } catch (error) {
    state.isFinished = true;
    throw error;
  }
}

/** Sends one message; returns false when another attempt is pointless. */
async function sendOne<Row extends LeasedMessage>(
  context: RunContext,
  queue: MessageQueue<Row>,
  state: RunState,
) {
  const { dependencies, transport } = context;
  const claimedAt = dependencies.clock.wallTime();
  const row = await queue.claim();
  if (!row) return false;
  const outcome = await attemptMessage(context, queue, row, claimedAt);
  state.counts[outcome.kind] = (state.counts[outcome.kind] ?? 0) + 1;
  await finishMessage(context, queue, row, outcome);
  if (outcome.kind === 'wait') {
    const backOffMs = Math.max(outcome.seconds * 1_000, transport.pace);
    state.nextStart = Math.max(state.nextStart, dependencies.clock.now() + backOffMs);
    return true;
  }
  return !queue.isForOne && (outcome.kind !== 'pause' || outcome.isOfThisMessage === true);
}

/** Waits until the pace allows another message; returns false when that comes after the deadline. */
async function waitForStart(
  { dependencies: { clock }, transport, deadline }: RunContext,
  state: RunState,
): Promise<boolean> {
  for (;;) {
    if (state.isFinished) return false;
    const now = clock.now();
    const start = Math.max(now, state.nextStart);
    if (start >= deadline) return false;
    if (start <= now) {
      state.nextStart = now + transport.pace;
      return true;
    }
    // The pace may have changed or a rate limit been met meanwhile, so it is checked again.
    await pause(clock, start - now);
  }
}

/** Confines an error of our own to its message: its outcome is unknown, and the next ones leave. */
async function attemptMessage<Row extends LeasedMessage>(
  context: RunContext,
  queue: MessageQueue<Row>,
  row: Row,
  claimedAt: number,
): Promise<Outcome> {
  try {
    return await queue.send(row, claimedAt);
  } catch (error) {
    const detail = `${row.id} ${error instanceof Error ? error.stack : String(error)}`;
    logMessage(context, `${queue.name}_unexpected`, detail);
    const reason = 'L’envoi a été interrompu par une erreur inattendue.';
    return context.transport.sameKeyIsSafe
      ? { kind: 'retry', reason, mayHaveArrived: true }
      : { kind: 'unknown', reason };
  }
}

/** Records the outcome, with retries: a message that the provider accepted must not keep an unknown outcome. */
async function finishMessage<Row extends LeasedMessage>(
  context: RunContext,
  queue: MessageQueue<Row>,
  row: Row,
  outcome: Outcome,
): Promise<void> {
  const isKept = await withRetries(context, () => queue.finish(row, outcomeParameters(outcome), outcome));
  if (outcome.kind === 'accepted' && isKept === true) return;
  const suffix = outcome.kind === 'accepted' ? '' : ` ${outcome.reason}`;
  const lease = isKept === true ? '' : ' (lease lost)';
  logMessage(context, `${queue.name}_${outcome.kind}`, `${row.id} ${outcome.kind}${suffix}${lease}`);
}

async function withRetries<T>({ dependencies }: RunContext, call: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await call();
    } catch (error) {
      if (attempts >= FINISH_ATTEMPTS) throw error;
      await pause(dependencies.clock, 500 * attempts);
    }
  }
}

/** Writes a line about one message to the function's log. */
export function logMessage(
  { dependencies, functionName, requestId }: RunContext,
  code: string,
  detail: string,
): void {
  dependencies.log({ function: functionName, requestId, status: 200, code, ms: 0, detail });
}
