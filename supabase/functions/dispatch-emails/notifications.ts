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
import { campaignAlert, campaignAlertSchema } from './campaign-alert.ts';
import { digestMessage, digestSchema } from './digest.ts';
import { invitationMessage, invitationSchema } from './invitation.ts';
import { invoiceMessage, invoiceNotificationSchema } from './invoice-messages.ts';
import { personalLink, personalLinkSchema } from './personal-link.ts';
import { isForStudio, issuedQuoteMessage, issuedQuoteNotificationSchema } from './quote-messages.ts';
import {
  acknowledgement,
  adminNotice,
  type ClaimedNotification,
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
        // The row was written by another version of the database, and must not stop the next ones.
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
  const isForNobody =
    administrators.length === 0 &&
    (['admin_notice', 'campaign_alert'].includes(notification.kind) || isForStudio(notification));
  if (isForNobody) {
    const reason = 'ADMIN_NOTIFICATION_EMAIL ne nomme personne à prévenir.';
    return { kind: 'pause', reason, isOfThisMessage: true };
  }
  if ('issued_quote' in notification || 'invoice' in notification) {
    const printed =
      'invoice' in notification
        ? invoiceMessage(dependencies, notification, identity)
        : issuedQuoteMessage(dependencies, notification, identity, administrators);
    const message = await printed.catch((error: unknown) =>
      logMessage(context, 'quote_not_printed', `${notification.id} ${String(error)}`),
    );
    if (message) return give(message);
    const reason = 'Le PDF du document n’a pas pu être fait ou gardé.';
    return { kind: 'retry', reason, mayHaveArrived: false };
  }
  switch (notification.kind) {
    case 'campaign_alert':
      return give(campaignAlert(notification, identity, administrators));
    case 'personal_link':
      return give(personalLink(notification, identity));
    case 'invitation':
      return give(invitationMessage(notification, identity));
    case 'daily_digest':
      return give(digestMessage(notification, identity));
    case 'acknowledgement':
      return give(acknowledgement(notification, identity));
    case 'admin_notice':
      return give(adminNotice(notification, identity, administrators));
    case 'reply': {
      if (notification.quote_request === null) return give(messageReply(notification, identity));
      const files = await readAttachments(dependencies, notification);
      if (files) return give(reply(notification, identity, files));
      const reason = 'Une pièce jointe n’a pas pu être lue.';
      return { kind: 'retry', reason, mayHaveArrived: false };
    }
  }
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
 * Deletes the attachments that no reply names any more, expired incoming files, files of deleted quotes,
 * surveys and photos of trips, and deliveries whose link has expired.
 */
export async function removeUnusedFiles(dependencies: Dependencies): Promise<void> {
  const unused = {
    [REQUEST_FILES]: 'unused_request_files',
    [QUOTE_FILES]: 'unused_quote_files',
    'tour-deliveries': 'unused_delivery_files',
    'inbound-files': 'unused_inbound_files',
    'trip-photos': 'unused_trip_photo_files',
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
