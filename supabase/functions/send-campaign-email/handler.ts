import { z } from 'zod';
import { readLinks } from '../_shared/campaign/links.ts';
import { sendDueCampaigns } from '../_shared/campaign/send-campaigns.ts';
import {
  missingIdentity,
  readSendingSettings,
  type SendingSettings,
} from '../_shared/campaign/sending-settings.ts';
import { isEmailAddress } from '../_shared/contract/email-address.ts';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { chooseTransport } from '../_shared/mail/choose-transport.ts';
import { countedTransport, detectRestoredCopy } from '../_shared/mail/send-mark.ts';
import { type ServiceApi, serviceApi } from '../_shared/service-api.ts';

/** Time limit for the provider's back-off; the message then under way is awaited. */
const WORK_MS = 10_000;

/**
 * The body names the row only: recipient and text are read from `email_sends`, and a `to`, `subject` or `html` is
 * dropped, so that this function is no open relay.
 */
const bodySchema = z.object({
  emailSendId: z.guid('L’envoi demandé est invalide'),
  // The text is not trimmed: a line break is refused anywhere, because it could start a header of its own.
  fromEmail: z.string('Email invalide').refine(isEmailAddress, 'Email invalide'),
});

const sendSchema = z.array(
  z.object({
    status: z.string(),
    last_error: z.string().nullable(),
    campaigns: z.object({
      status: z.string(),
      paused_at: z.string().nullable(),
      pause_reason: z.string().nullable(),
      cancelled_at: z.string().nullable(),
    }),
  }),
);
type Send = z.infer<typeof sendSchema>[number];

/**
 * Sends one message of a campaign, `{ emailSendId, fromEmail }` → 200 `{ status, reason }`, its status afterwards («
 * programmé » when it will be retried) and the reason. A finished message is not sent again, and 409 explains why one
 * may not be sent now. Simultaneous calls, or one beside the dispatcher, send it once: the database leases it.
 */
export const handler = createFunction({
  name: 'send-campaign-email',
  schema: bodySchema,
  handle: async ({ body: { emailSendId, fromEmail }, dependencies, requestId }) => {
    const service = serviceApi(dependencies);
    const settings = await readSendingSettings(service);
    if (!settings) throw incompleteError(['expéditeur']);
    requireVerified(fromEmail, settings);
    const before = await readSend(service, emailSendId);
    if (before.status !== 'programmé') return stateOf(before);
    requireSending(before, settings);
    if (await detectRestoredCopy(dependencies)) {
      throw new FunctionError(
        409,
        'sending_held',
        'Les envois sont retenus\u00a0: une copie des données a été remise en place.',
      );
    }
    await sendDueCampaigns({
      dependencies,
      requestId,
      functionName: 'send-campaign-email',
      transport: countedTransport(chooseTransport(dependencies), dependencies),
      links: readLinks(dependencies.env),
      deadline: dependencies.clock.now() + WORK_MS,
      only: { sendId: emailSendId, sender: fromEmail },
    });
    return stateOf(await readSend(service, emailSendId));
  },
});

const stateOf = ({ status, last_error }: Send) => ({ status, reason: last_error });

async function readSend(service: ServiceApi, id: string): Promise<Send> {
  const campaign = 'campaigns(status,paused_at,pause_reason,cancelled_at)';
  const rows = await service.read(`email_sends?id=eq.${id}&select=status,last_error,${campaign}`);
  const [send] = sendSchema.parse(rows);
  if (!send) throw new FunctionError(404, 'send_not_found', 'Cet envoi est introuvable.');
  return send;
}

function requireVerified(sender: string, { verified_senders: verified }: SendingSettings): void {
  if (verified.some((one) => one.toLowerCase() === sender.toLowerCase())) return;
  throw new FunctionError(
    400,
    'sender_not_verified',
    `${sender} n'est pas un expéditeur vérifié. Choisissez-en un autre, ou ajoutez-le dans les réglages.`,
  );
}

function requireSending({ campaigns: campaign }: Send, settings: SendingSettings): void {
  const refuse = (code: string, message: string) => new FunctionError(409, code, message);
  if (campaign.cancelled_at) throw refuse('campaign_cancelled', 'Cette campagne a été annulée.');
  if (campaign.paused_at) {
    const reason = campaign.pause_reason ? `\u00a0: ${campaign.pause_reason}` : '.';
    throw refuse('campaign_paused', `Cette campagne est en pause${reason}`);
  }
  if (campaign.status !== 'en_cours') {
    throw refuse('campaign_not_sending', 'Cette campagne n’est pas en cours d’envoi.');
  }
  const missing = missingIdentity(settings);
  if (missing.length > 0) throw incompleteError(missing);
}

function incompleteError(labels: string[]): FunctionError {
  return new FunctionError(
    409,
    'settings_incomplete',
    `Les réglages d'envoi sont incomplets (${labels.join(', ')})\u00a0: la loi veut que chaque message dise qui écrit et d'où.`,
  );
}
