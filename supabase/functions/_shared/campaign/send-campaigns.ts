import type { Dependencies } from '../dependencies.ts';
import type { Outcome, Transport } from '../mail/outgoing.ts';
import { pause } from '../pause.ts';
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
  /** No new message is begun after it, on the clock of the dependencies. */
  deadline: number;
  /** One message alone, as a browser asks for it, with the sender that a first attempt fixes. */
  only?: { sendId: string; sender: string };
}

/** What the lanes share, and one call leaves to the next. */
export interface Course {
  /** When the next message may begin, on the clock of the dependencies. */
  next: number;
  /** Nothing is due any more, or the provider refuses everything; false: the deadline came first. */
  isOver: boolean;
  /** How many had each outcome. */
  tally: Record<string, number>;
}

export const newCourse = (): Course => ({ next: 0, isOver: false, tally: {} });

const FINISH_TRIES = 3;

/**
 * Sends what campaigns have due: each message is claimed, sent and written down by one lane before that lane touches
 * another, and lanes start messages at the transport's pace. A call that dies leaves at most one message per lane in
 * doubt, for whoever claims it next. When the provider asks for patience all lanes wait; when it refuses everything
 * (`pause`) they end, and the database has stopped the campaign.
 *
 * @param course where an earlier call of the same run stopped
 */
export async function sendDueCampaigns(
  context: CampaignContext,
  course: Course = newCourse(),
): Promise<void> {
  const { transport, only } = context;
  const lanes = Array.from({ length: only ? 1 : transport.lanes }, () => runLane(context, course));
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
}

async function runLane(context: CampaignContext, course: Course): Promise<void> {
  try {
    while (await itsTurn(context, course)) {
      // Nothing left or nothing allowed: the other lanes would find the same.
      if (!(await sendOne(context, course))) course.isOver = true;
    }
  } catch (error) {
    course.isOver = true;
    throw error;
  }
}

/** Whether it makes sense to try another. */
async function sendOne(context: CampaignContext, course: Course): Promise<boolean> {
  const { dependencies, transport, only } = context;
  const send = await claimOne(context);
  if (!send) return false;
  const outcome = await attempt(context, send);
  course.tally[outcome.kind] = (course.tally[outcome.kind] ?? 0) + 1;
  await finish(context, send, outcome);
  if (outcome.kind === 'wait') {
    const patience = dependencies.clock.now() + Math.max(outcome.seconds * 1_000, transport.pace);
    course.next = Math.max(course.next, patience);
    return true;
  }
  return outcome.kind !== 'pause' && !only;
}

/** Waits for the lane's place at the pace of the transport; false when there is none before the deadline. */
async function itsTurn({ dependencies: { clock }, transport, deadline }: CampaignContext, course: Course) {
  for (;;) {
    if (course.isOver) return false;
    const now = clock.now();
    const start = Math.max(now, course.next);
    if (start >= deadline) return false;
    if (start <= now) {
      course.next = now + transport.pace;
      return true;
    }
    // The pace may have changed meanwhile, or the provider asked for patience: then once more.
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

async function attempt(context: CampaignContext, send: ClaimedSend): Promise<Outcome> {
  const { transport, links } = context;
  if (!isBare(send.recipient_email) || !isBare(send.from_email)) {
    return { kind: 'rejected', reason: "Une adresse du message n'est pas valide." };
  }
  try {
    return await transport.send(campaignMessage(send, links));
  } catch (error) {
    // A fault of ours: nobody knows how far the message went.
    log(context, 'campaign_unexpected', `${send.id} ${error instanceof Error ? error.stack : String(error)}`);
    const reason = "L'envoi a été interrompu par une erreur inattendue.";
    return transport.sameKeyIsSafe
      ? { kind: 'retry', reason, mayHaveArrived: true }
      : { kind: 'unknown', reason };
  }
}

/** One address and nothing else. The database refuses any other; a mail server is not the place to trust that. */
const isBare = (address: string) => /^[^\s<>(),;:"@[\]\\]+@[^\s<>(),;:"@[\]\\]+$/.test(address);

/** Writes the outcome down, more than once where it must: what the provider accepted should not stay in doubt. */
async function finish(context: CampaignContext, send: ClaimedSend, outcome: Outcome): Promise<void> {
  const { kind } = outcome;
  const body = {
    ...{ send_id: send.id, token: send.lease_token, outcome: kind },
    ...(kind === 'accepted' ? { sent_as: outcome.providerId } : { reason: outcome.reason }),
    ...(kind === 'wait' ? { wait_seconds: outcome.seconds } : {}),
    ...(kind === 'retry' ? { arrival_possible: outcome.mayHaveArrived } : {}),
  };
  const isKept = await callAgain(context, () =>
    serviceApi(context.dependencies).call('finish_email_send', body),
  );
  if (kind === 'accepted' && isKept === true) return;
  const said = kind === 'accepted' ? '' : ` ${outcome.reason}`;
  log(context, `campaign_${kind}`, `${send.id} ${kind}${said}${isKept === true ? '' : ' (lease lost)'}`);
}

async function callAgain<T>({ dependencies }: CampaignContext, call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries >= FINISH_TRIES) throw error;
      await pause(dependencies.clock, 500 * tries);
    }
  }
}

function log({ dependencies, functionName, requestId }: CampaignContext, code: string, detail: string): void {
  dependencies.log({ function: functionName, requestId, status: 200, code, ms: 0, detail });
}
