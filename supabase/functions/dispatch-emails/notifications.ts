import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { QUOTE_FILES } from '../_shared/kept-pdf.ts';
import { type Outcome, type OutgoingMessage, oneLine } from '../_shared/mail/outgoing.ts';
import {
  logMessage,
  newRunState,
  type RunContext,
  type RunState,
  sendDue,
} from '../_shared/mail/send-due.ts';
import { readAddresses, type SenderIdentity } from '../_shared/mail/sender-identity.ts';
import { serviceApi, serviceFiles } from '../_shared/service-api.ts';
import { type CampaignAlert, campaignAlert, campaignAlertSchema } from './campaign-alert.ts';
import { type Digest, digestMessage, digestSchema } from './digest.ts';
import { type Invitation, invitationMessage, invitationSchema } from './invitation.ts';
import { type InvoiceNotification, invoiceMessage, invoiceNotificationSchema } from './invoice-messages.ts';
import { type PersonalLink, personalLink, personalLinkSchema } from './personal-link.ts';
import {
  type IssuedQuoteNotification,
  isForStudio,
  issuedQuoteMessage,
  issuedQuoteNotificationSchema,
} from './quote-messages.ts';
import {
  acknowledgement,
  adminNotice,
  type ClaimedNotification,
  type MessageReply,
  messageReply,
  messageReplySchema,
  reply,
  requestNotificationSchema,
} from './request-messages.ts';

/** Schema of the answer of `claim_due_notifications`. */
const leasedSchema = z.array(z.looseObject({ id: z.uuid(), lease_token: z.uuid() }));

const claimedSchema = z.union([
  requestNotificationSchema,
  messageReplySchema,
  issuedQuoteNotificationSchema,
  invoiceNotificationSchema,
  campaignAlertSchema,
  personalLinkSchema,
  invitationSchema,
  digestSchema,
]);
type Claimed = z.infer<typeof claimedSchema>;

const isAlert = (claimed: Claimed): claimed is CampaignAlert => claimed.kind === 'campaign_alert';

const isLink = (claimed: Claimed): claimed is PersonalLink => claimed.kind === 'personal_link';

const isInvitation = (claimed: Claimed): claimed is Invitation => claimed.kind === 'invitation';

const isDigest = (claimed: Claimed): claimed is Digest => claimed.kind === 'daily_digest';

const isToMessage = (claimed: Claimed): claimed is MessageReply =>
  claimed.kind === 'reply' && claimed.quote_request_id === null;

const isAboutQuote = (claimed: Claimed): claimed is IssuedQuoteNotification => 'issued_quote' in claimed;

const isAboutInvoice = (claimed: Claimed): claimed is InvoiceNotification => 'invoice' in claimed;

/** Private bucket of the attachments of replies. */
const REQUEST_FILES = 'request-files';

export interface SendingContext extends RunContext {
  identity: SenderIdentity;
}

/** Sends the due messages of the outbox, one by one. */
export function sendDueNotifications(
  context: SendingContext,
  state: RunState = newRunState(),
): Promise<RunState> {
  const { dependencies, transport } = context;
  const api = serviceApi(dependencies);
  return sendDue(
    context,
    {
      name: 'notification',
      workers: 1,
      claim: async () => {
        const rows = await api.call('claim_due_notifications', {
          batch: 1,
          same_key_is_safe: transport.sameKeyIsSafe,
        });
        return leasedSchema.parse(rows)[0];
      },
      send: async (leased, claimedAt) => {
        const { data: notification, error: misshapen } = claimedSchema.safeParse(leased);
        if (notification) return send(context, notification, claimedAt);
        // Another version of the database wrote it: the next ones leave.
        logMessage(context, 'notification_misshapen', `${leased.id} ${z.prettifyError(misshapen)}`);
        const reason =
          'Ce message n’a pas la forme attendue : les fonctions et la base de données diffèrent.';
        return { kind: 'retry', reason, mayHaveArrived: false };
      },
      finish: ({ id, lease_token }, parameters) =>
        api.call('finish_notification', { notification_id: id, token: lease_token, ...parameters }),
    },
    state,
  );
}

async function send(context: SendingContext, notification: Claimed, claimedAt: number): Promise<Outcome> {
  const { dependencies, transport, identity } = context;
  const give = (message: OutgoingMessage) => transport.send(message, claimedAt);
  const administrators = readAddresses(dependencies.env, 'ADMIN_NOTIFICATION_EMAIL');
  const nobody = administrators.length === 0;
  if (
    nobody &&
    (notification.kind === 'admin_notice' || isAlert(notification) || isForStudio(notification))
  ) {
    const reason = 'ADMIN_NOTIFICATION_EMAIL ne nomme personne à prévenir.';
    return { kind: 'pause', reason, isOfThisMessage: true };
  }
  if (isAlert(notification)) return give(campaignAlert(notification, identity, administrators));
  if (isLink(notification)) return give(personalLink(notification, identity));
  if (isInvitation(notification)) return give(invitationMessage(notification, identity));
  if (isDigest(notification)) return give(digestMessage(notification, identity));
  if (isAboutQuote(notification) || isAboutInvoice(notification)) {
    const printed = isAboutInvoice(notification)
      ? invoiceMessage(dependencies, notification, identity)
      : issuedQuoteMessage(dependencies, notification, identity, administrators);
    const message = await printed.catch((error: unknown) =>
      logMessage(context, 'quote_not_printed', `${notification.id} ${String(error)}`),
    );
    if (message) return give(message);
    const reason = 'Le PDF du document n’a pas pu être fait ou gardé.';
    return { kind: 'retry', reason, mayHaveArrived: false };
  }
  if (isToMessage(notification)) return give(messageReply(notification, identity));
  if (notification.kind === 'acknowledgement') return give(acknowledgement(notification, identity));
  if (notification.kind === 'reply') {
    const files = await readAttachments(dependencies, notification);
    if (files) return give(reply(notification, identity, files));
    const reason = 'Une pièce jointe n’a pas pu être lue.';
    return { kind: 'retry', reason, mayHaveArrived: false };
  }
  return give(adminNotice(notification, identity, administrators));
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
