import { z } from 'zod';
import { type Dependencies, pause } from '../_shared/dependencies.ts';
import { QUOTE_FILES } from '../_shared/kept-pdf.ts';
import {
  type Outcome,
  type OutgoingMessage,
  oneLine,
  outcomeParameters,
  type Transport,
} from '../_shared/mail/outgoing.ts';
import { readAddresses, type SenderIdentity } from '../_shared/mail/sender-identity.ts';
import { serviceApi, serviceFiles } from '../_shared/service-api.ts';
import { type CampaignAlert, campaignAlert, campaignAlertSchema } from './campaign-alert.ts';
import { type InvoiceNotification, invoiceMessage, invoiceNotificationSchema } from './invoice-messages.ts';
import {
  type IssuedQuoteNotification,
  isForStudio,
  issuedQuoteMessage,
  issuedQuoteNotificationSchema,
} from './issued-quote-messages.ts';
import { type PersonalLink, personalLink, personalLinkSchema } from './personal-link.ts';
import {
  acknowledgement,
  adminNotice,
  type ClaimedNotification,
  type MessageReply,
  messageReply,
  messageReplySchema,
  reply,
  requestNotificationSchema,
} from './quote-messages.ts';

/** Schema of the answer of `claim_due_notifications`. */
const leasedSchema = z.array(z.looseObject({ id: z.uuid(), lease_token: z.uuid() }));
type Leased = z.infer<typeof leasedSchema>[number];

const claimedSchema = z.union([
  requestNotificationSchema,
  messageReplySchema,
  issuedQuoteNotificationSchema,
  invoiceNotificationSchema,
  campaignAlertSchema,
  personalLinkSchema,
]);
type Claimed = z.infer<typeof claimedSchema>;

const isAlert = (claimed: Claimed): claimed is CampaignAlert => claimed.kind === 'campaign_alert';

const isLink = (claimed: Claimed): claimed is PersonalLink => claimed.kind === 'personal_link';

const isToMessage = (claimed: Claimed): claimed is MessageReply =>
  claimed.kind === 'reply' && claimed.quote_request_id === null;

const isAboutQuote = (claimed: Claimed): claimed is IssuedQuoteNotification => 'issued_quote' in claimed;

const isAboutInvoice = (claimed: Claimed): claimed is InvoiceNotification => 'invoice' in claimed;

/** Private bucket of the attachments of replies. */
const REQUEST_FILES = 'request-files';

export interface SendingContext {
  dependencies: Dependencies;
  /** Id of the answer, for the log. */
  requestId: string;
  transport: Transport;
  identity: SenderIdentity;
  /** Moment after which no new message is started, on the clock of the dependencies. */
  deadline: number;
}

/**
 * Sends the due notifications one by one: each is claimed, sent and recorded before the next, so that a call that
 * dies leaves at most one unknown outcome. It stops early when the provider limits the rate or refuses everything.
 *
 * @returns the number of messages by outcome
 */
export async function sendDueNotifications(context: SendingContext): Promise<Record<string, number>> {
  const { dependencies, transport, deadline } = context;
  const counts: Record<string, number> = {};
  while (dependencies.clock.now() < deadline) {
    const claimedAt = dependencies.clock.wallTime();
    const notification = await claimOne(context);
    if (!notification) break;
    const { outcome, isForAll } = await attempt(context, notification, claimedAt);
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
    await finish(context, notification, outcome);
    if (isForAll) break;
    if (transport.pace > 0) await pause(dependencies.clock, transport.pace);
  }
  return counts;
}

async function claimOne({ dependencies, transport }: SendingContext): Promise<Leased | undefined> {
  const rows = await serviceApi(dependencies).call('claim_due_notifications', {
    batch: 1,
    same_key_is_safe: transport.sameKeyIsSafe,
  });
  return leasedSchema.parse(rows)[0];
}

type Attempt = { outcome: Outcome; isForAll: boolean };

/**
 * Attempts one message. `isForAll`: the outcome concerns the provider, not this message, and the next one would meet
 * the same.
 */
async function attempt(context: SendingContext, leased: Leased, claimedAt: number): Promise<Attempt> {
  const { data: notification, error: misshapen } = claimedSchema.safeParse(leased);
  if (misshapen) {
    // Another version of the database wrote it: the next ones leave.
    log(context, 'notification_misshapen', `${leased.id} ${z.prettifyError(misshapen)}`);
    const reason = 'Ce message n’a pas la forme attendue : les fonctions et la base de données diffèrent.';
    return { outcome: { kind: 'retry', reason, mayHaveArrived: false }, isForAll: false };
  }
  try {
    return await write(context, notification, claimedAt);
  } catch (error) {
    // An error of our own concerns this message alone, with an unknown outcome: the next ones leave.
    const detail = `${notification.id} ${error instanceof Error ? error.stack : String(error)}`;
    log(context, 'notification_unexpected', detail);
    const reason = 'L’envoi a été interrompu par une erreur inattendue.';
    const outcome: Outcome = context.transport.sameKeyIsSafe
      ? { kind: 'retry', reason, mayHaveArrived: true }
      : { kind: 'unknown', reason };
    return { outcome, isForAll: false };
  }
}

async function write(context: SendingContext, notification: Claimed, claimedAt: number): Promise<Attempt> {
  const { dependencies, transport, identity } = context;
  const send = async (message: OutgoingMessage) => {
    const outcome = await transport.send(message, claimedAt);
    return { outcome, isForAll: outcome.kind === 'wait' || outcome.kind === 'pause' };
  };
  const administrators = readAddresses(dependencies.env, 'ADMIN_NOTIFICATION_EMAIL');
  const nobody = administrators.length === 0;
  if (
    nobody &&
    (notification.kind === 'admin_notice' || isAlert(notification) || isForStudio(notification))
  ) {
    const reason = 'ADMIN_NOTIFICATION_EMAIL ne nomme personne à prévenir.';
    return { outcome: { kind: 'pause', reason }, isForAll: false };
  }
  if (isAlert(notification)) return send(campaignAlert(notification, identity, administrators));
  if (isLink(notification)) return send(personalLink(notification, identity));
  if (isAboutQuote(notification) || isAboutInvoice(notification)) {
    const printed = isAboutInvoice(notification)
      ? invoiceMessage(dependencies, notification, identity)
      : issuedQuoteMessage(dependencies, notification, identity, administrators);
    const message = await printed.catch((error: unknown) =>
      log(context, 'quote_not_printed', `${notification.id} ${String(error)}`),
    );
    if (message) return send(message);
    const reason = 'Le PDF du document n’a pas pu être fait ou gardé.';
    return { outcome: { kind: 'retry', reason, mayHaveArrived: false }, isForAll: false };
  }
  if (isToMessage(notification)) return send(messageReply(notification, identity));
  if (notification.kind === 'acknowledgement') return send(acknowledgement(notification, identity));
  if (notification.kind === 'reply') {
    const files = await readAttachments(dependencies, notification);
    if (files) return send(reply(notification, identity, files));
    const reason = 'Une pièce jointe n’a pas pu être lue.';
    return { outcome: { kind: 'retry', reason, mayHaveArrived: false }, isForAll: false };
  }
  return send(adminNotice(notification, identity, administrators));
}

/** Reads the files of a reply; undefined when one cannot be read, and the reply is not sent without it. */
async function readAttachments(
  dependencies: Dependencies,
  { attachments }: ClaimedNotification,
): Promise<OutgoingMessage['attachments']> {
  const files = serviceFiles(dependencies, REQUEST_FILES);
  try {
    return await Promise.all(
      attachments.map(async ({ path, name, type }) => ({
        filename: oneLine(name),
        contentType: type,
        content: await files.download(path),
      })),
    );
  } catch {
    return undefined;
  }
}

const unusedSurveyFiles = z.array(z.object({ bucket: z.string(), name: z.string() }));

/**
 * Deletes the attachments that no reply names any more, expired incoming files, files of deleted quotes and
 * surveys, and deliveries whose link has expired.
 */
export async function removeUnusedFiles(dependencies: Dependencies): Promise<void> {
  const unused = {
    [REQUEST_FILES]: 'unused_request_files',
    [QUOTE_FILES]: 'unused_quote_files',
    'tour-deliveries': 'unused_delivery_files',
    'inbound-files': 'unused_inbound_files',
  };
  for (const [bucket, list] of Object.entries(unused)) {
    const names = z.array(z.string()).parse(await serviceApi(dependencies).call(list, {}));
    if (names.length > 0) await serviceFiles(dependencies, bucket).remove(names);
  }
  const ofSurveys = unusedSurveyFiles.parse(await serviceApi(dependencies).call('unused_survey_files', {}));
  for (const bucket of new Set(ofSurveys.map((file) => file.bucket))) {
    const names = ofSurveys.filter((file) => file.bucket === bucket).map(({ name }) => name);
    await serviceFiles(dependencies, bucket).remove(names);
  }
}

async function finish(context: SendingContext, { id, lease_token }: Leased, outcome: Outcome): Promise<void> {
  const { kind } = outcome;
  const isKept = await serviceApi(context.dependencies).call('finish_notification', {
    notification_id: id,
    token: lease_token,
    ...outcomeParameters(outcome),
  });
  if (kind === 'accepted' && isKept === true) return;
  const suffix = kind === 'accepted' ? '' : ` ${outcome.reason}`;
  const detail = `${id} ${kind}${suffix}${isKept === true ? '' : ' (lease lost)'}`;
  log(context, `notification_${kind}`, detail);
}

function log({ dependencies, requestId }: SendingContext, code: string, detail: string): void {
  dependencies.log({ function: 'dispatch-emails', requestId, status: 200, code, ms: 0, detail });
}
