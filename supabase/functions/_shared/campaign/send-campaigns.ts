import { type Dependencies, pause } from '../dependencies.ts';
import { type Outcome, outcomeParameters, type Transport } from '../mail/outgoing.ts';
import { serviceApi } from '../service-api.ts';
import { campaignMessage } from './campaign-message.ts';
import { type ClaimedSend, claimedSendsSchema } from './claimed-send.ts';
import type { MessageLinks } from './links.ts';

export interface CampaignContext {
  dependencies: Dependencies;
  /** Function and answer, for the log. */
  functionName: string;
  requestId: string;
  transport: Transport;
  links: MessageLinks;
  /** No new message is started after it, on the clock of the dependencies. */
  deadline: number;
  /** One message alone, as a browser asks for it, with the sender that a first attempt fixes. */
  only?: { sendId: string; sender: string };
}

/** The state of a run: shared by its workers, and passed from one call to the next. */
export interface RunState {
  /** The earliest start of the next message, on the clock of the dependencies. */
  nextStart: number;
  /** Nothing is due any more, or the provider refuses everything; false: the deadline came first. */
  isFinished: boolean;
  /** How many messages had each outcome. */
  counts: Record<string, number>;
}

export const newRunState = (): RunState => ({ nextStart: 0, isFinished: false, counts: {} });

const FINISH_ATTEMPTS = 3;

/**
 * Sends the campaign messages that are due, by several workers at the transport's pace: a worker claims, sends and
 * records one message before the next, so that a call that dies leaves at most one unknown outcome per worker, for
 * whoever claims it next. On a rate limit all workers back off; when the provider refuses everything (`pause`) they
 * stop, and the database has paused the campaign.
 *
 * @param state of the run so far, when an earlier call began it
 */
export async function sendDueCampaigns(
  context: CampaignContext,
  state: RunState = newRunState(),
): Promise<void> {
  const { transport, only } = context;
  const workers = Array.from({ length: only ? 1 : transport.workers }, () => runWorker(context, state));
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
}

async function runWorker(context: CampaignContext, state: RunState): Promise<void> {
  try {
    while (await waitForStart(context, state)) {
      // Nothing due or nothing allowed: the other workers would find the same.
      if (!(await sendOne(context, state))) state.isFinished = true;
    }
  } catch (error) {
    state.isFinished = true;
    throw error;
  }
}

/** Whether it makes sense to try another. */
async function sendOne(context: CampaignContext, state: RunState): Promise<boolean> {
  const { dependencies, transport, only } = context;
  const claimedAt = dependencies.clock.wallTime();
  const send = await claimOne(context);
  if (!send) return false;
  const outcome = await attempt(context, send, claimedAt);
  state.counts[outcome.kind] = (state.counts[outcome.kind] ?? 0) + 1;
  await finish(context, send, outcome);
  if (outcome.kind === 'wait') {
    const backOffMs = Math.max(outcome.seconds * 1_000, transport.pace);
    state.nextStart = Math.max(state.nextStart, dependencies.clock.now() + backOffMs);
    return true;
  }
  return outcome.kind !== 'pause' && !only;
}

/** Waits until the pace allows another message; false when that is not before the deadline. */
async function waitForStart(
  { dependencies: { clock }, transport, deadline }: CampaignContext,
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
    // The pace may have changed or a rate limit been met meanwhile: then check again.
    await pause(clock, start - now);
  }
}

async function claimOne({
  dependencies,
  transport,
  only,
}: CampaignContext): Promise<ClaimedSend | undefined> {
  const rows = await serviceApi(dependencies).call('claim_email_sends', {
    ...{ batch: 1, same_key_is_safe: transport.sameKeyIsSafe },
    ...(only ? { only_send: only.sendId, sender: only.sender } : {}),
  });
  return claimedSendsSchema.parse(rows)[0];
}

async function attempt(context: CampaignContext, send: ClaimedSend, claimedAt: number): Promise<Outcome> {
  const { transport, links } = context;
  try {
    return await transport.send(campaignMessage(send, links), claimedAt);
  } catch (error) {
    // An error of our own: nobody knows how far the message went.
    log(context, 'campaign_unexpected', `${send.id} ${error instanceof Error ? error.stack : String(error)}`);
    const reason = 'L’envoi a été interrompu par une erreur inattendue.';
    return transport.sameKeyIsSafe
      ? { kind: 'retry', reason, mayHaveArrived: true }
      : { kind: 'unknown', reason };
  }
}

/** Records the outcome, with retries: a message that the provider accepted must not keep an unknown outcome. */
async function finish(context: CampaignContext, send: ClaimedSend, outcome: Outcome): Promise<void> {
  const { kind } = outcome;
  const body = {
    ...{ send_id: send.id, token: send.lease_token },
    ...outcomeParameters(outcome),
    // Not an attempt: the database holds every campaign while the outage lasts.
    ...(kind === 'retry' && outcome.isOutage ? { outcome: 'unreachable' } : {}),
  };
  const isKept = await withRetries(context, () =>
    serviceApi(context.dependencies).call('finish_email_send', body),
  );
  if (kind === 'accepted' && isKept === true) return;
  const said = kind === 'accepted' ? '' : ` ${outcome.reason}`;
  log(context, `campaign_${kind}`, `${send.id} ${kind}${said}${isKept === true ? '' : ' (lease lost)'}`);
}

async function withRetries<T>({ dependencies }: CampaignContext, call: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await call();
    } catch (error) {
      if (attempts >= FINISH_ATTEMPTS) throw error;
      await pause(dependencies.clock, 500 * attempts);
    }
  }
}

function log({ dependencies, functionName, requestId }: CampaignContext, code: string, detail: string): void {
  dependencies.log({ function: functionName, requestId, status: 200, code, ms: 0, detail });
}
