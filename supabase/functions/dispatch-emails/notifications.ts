import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import type { Outcome, Transport } from '../_shared/mail/outgoing.ts';
import { readAddresses, type Studio } from '../_shared/mail/studio.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { acknowledgement, adminNotice } from './quote-messages.ts';

const text = z.string();
const claimedSchema = z.array(
  z.object({
    ...{ id: z.guid(), lease_token: z.guid(), kind: z.enum(['admin_notice', 'acknowledgement']) },
    ...{ quote_request_id: z.guid(), organization_name: text, contact_name: text, email: text },
    ...{ phone: text.nullable(), organization_type: text, service_type: text, message: text.nullable() },
    created_at: text,
  }),
);

/** A notification that this call holds for one minute, with the quote request it speaks of. */
export type ClaimedNotification = z.infer<typeof claimedSchema>[number];

export interface SendingContext {
  dependencies: Dependencies;
  /** Of the answer, for the log. */
  requestId: string;
  transport: Transport;
  studio: Studio;
  /** No new message is begun after it, on the clock of the dependencies. */
  deadline: number;
}

/**
 * Sends the notifications that are due, one by one: each is claimed, sent and written down before the next is
 * touched, so that a call that dies leaves at most one in doubt. Stops early when the provider asks for patience.
 *
 * @returns how many had each outcome
 */
export async function sendDueNotifications(context: SendingContext): Promise<Record<string, number>> {
  const { dependencies, transport, deadline } = context;
  const tally: Record<string, number> = {};
  while (dependencies.clock.now() < deadline) {
    const notification = await claimOne(context);
    if (!notification) break;
    const { outcome, isForAll } = await attempt(context, notification);
    tally[outcome.kind] = (tally[outcome.kind] ?? 0) + 1;
    await finish(context, notification, outcome);
    if (isForAll) break;
    if (transport.pace > 0) await new Promise((resolve) => setTimeout(resolve, transport.pace));
  }
  return tally;
}

async function claimOne({
  dependencies,
  transport,
}: SendingContext): Promise<ClaimedNotification | undefined> {
  const rows = await serviceApi(dependencies).call('claim_due_notifications', {
    ...{ batch: 1, same_key_is_safe: transport.sameKeyIsSafe },
  });
  return claimedSchema.parse(rows)[0];
}

/** `isForAll`: the outcome speaks of the provider, not of this message, and the next one would meet the same. */
async function attempt(
  { dependencies, transport, studio }: SendingContext,
  notification: ClaimedNotification,
): Promise<{ outcome: Outcome; isForAll: boolean }> {
  if (notification.kind === 'acknowledgement') {
    return judged(await transport.send(acknowledgement(notification, studio)));
  }
  const administrators = readAddresses(dependencies.env, 'ADMIN_NOTIFICATION_EMAIL');
  if (administrators.length === 0) {
    const reason = 'ADMIN_NOTIFICATION_EMAIL ne nomme personne à prévenir.';
    return { outcome: { kind: 'pause', reason }, isForAll: false };
  }
  return judged(await transport.send(adminNotice(notification, studio, administrators)));
}

function judged(outcome: Outcome): { outcome: Outcome; isForAll: boolean } {
  return { outcome, isForAll: outcome.kind === 'wait' || outcome.kind === 'pause' };
}

async function finish(
  { dependencies, requestId }: SendingContext,
  { id, lease_token }: ClaimedNotification,
  outcome: Outcome,
): Promise<void> {
  const { kind } = outcome;
  const isKept = await serviceApi(dependencies).call('finish_notification', {
    ...{ notification_id: id, token: lease_token, outcome: kind },
    ...(kind === 'accepted' ? { sent_as: outcome.providerId } : { reason: outcome.reason }),
    ...(kind === 'wait' ? { wait_seconds: outcome.seconds } : {}),
    ...(kind === 'retry' ? { arrival_possible: outcome.mayHaveArrived } : {}),
  });
  if (kind === 'accepted' && isKept === true) return;
  const detail = `${id} ${kind}${kind === 'accepted' ? '' : ` ${outcome.reason}`}${isKept === true ? '' : ' (lease lost)'}`;
  dependencies.log({
    function: 'dispatch-emails',
    requestId,
    status: 200,
    code: `notification_${kind}`,
    ms: 0,
    detail,
  });
}
