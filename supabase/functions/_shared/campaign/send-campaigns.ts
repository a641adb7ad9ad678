import { type Dependencies, pause } from '../dependencies.ts';
import { type Outcome, outcomeParameters, type Transport } from '../mail/outgoing.ts';
import { serviceApi } from '../service-api.ts';
import { campaignMessage } from './campaign-message.ts';
import { type ClaimedSend, claimedSendsSchema } from './claimed-send.ts';
import type { MessageLinks } from './links.ts';

export interface CampaignContext {
  dependencies: Dependencies;
  /** Name of the function and id of the answer, for the log. */
  functionName: string;
  requestId: string;
  transport: Transport;
  links: MessageLinks;
  /** Moment after which no new message is started, on the clock of the dependencies. */
  deadline: number;
  /** Limits the run to one message requested by a browser, with the sender that a first attempt fixes. */
  only?: { sendId: string; sender: string };
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

export const newRunState = (): RunState => ({ nextStart: 0, isFinished: false, counts: {} });

const FINISH_ATTEMPTS = 3;

/**
 * Sends the due campaign messages with several workers at the transport's pace. A worker claims, sends and records
 * one message before the next, so that a call that dies leaves at most one unknown outcome per worker, for the next
 * claim. On a rate limit all workers back off; when the provider refuses everything (`pause`) they stop, and the
 * database has paused the campaign.
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
      // With nothing due or nothing allowed, the other workers would find the same.
      if (!(await sendOne(context, state))) state.isFinished = true;
    }
  } catch (error) {
    state.isFinished = true;
    throw error;
  }
}

/** Sends one message; returns false when another attempt is pointless. */
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

/** Waits until the pace allows another message; returns false when that comes after the deadline. */
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
    // The pace may have changed or a rate limit been met meanwhile, so it is checked again.
    await pause(clock, start - now);
  }
}

async function claimOne({
  dependencies,
  transport,
  only,
}: CampaignContext): Promise<ClaimedSend | undefined> {
  const rows = await serviceApi(dependencies).call('claim_email_sends', {
    batch: 1,
    same_key_is_safe: transport.sameKeyIsSafe,
    ...(only ? { only_send: only.sendId, sender: only.sender } : {}),
  });
  return claimedSendsSchema.parse(rows)[0];
}

async function attempt(context: CampaignContext, send: ClaimedSend, claimedAt: number): Promise<Outcome> {
  const { transport, links } = context;
  try {
    return await transport.send(campaignMessage(send, links), claimedAt);
  } catch (error) {
    // After an error of our own, the outcome is unknown.
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
    send_id: send.id,
    token: send.lease_token,
    ...outcomeParameters(outcome),
    // It counts as no attempt: the database holds every campaign during an outage.
    ...(kind === 'retry' && outcome.isOutage ? { outcome: 'unreachable' } : {}),
  };
  const isKept = await withRetries(context, () =>
    serviceApi(context.dependencies).call('finish_email_send', body),
  );
  if (kind === 'accepted' && isKept === true) return;
  const suffix = kind === 'accepted' ? '' : ` ${outcome.reason}`;
  log(context, `campaign_${kind}`, `${send.id} ${kind}${suffix}${isKept === true ? '' : ' (lease lost)'}`);
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
