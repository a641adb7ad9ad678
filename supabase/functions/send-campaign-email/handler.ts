import { z } from 'zod';
import { readLinks } from '../_shared/campaign/links.ts';
import { sendDueCampaigns } from '../_shared/campaign/send-campaigns.ts';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { chooseTransport } from '../_shared/mail/choose-transport.ts';
import { type ServiceApi, serviceApi } from '../_shared/service-api.ts';

/** For waiting as long as the provider asks; the message then under way is waited for. */
const WORK_MS = 10_000;

/**
 * Whom to write to and what to say are read from `email_sends` by this id: a `to`, `subject` or `html` in the body is
 * dropped, so this function cannot be used to send anything to anyone.
 */
const bodySchema = z.object({
  emailSendId: z.guid("L'envoi demandé est invalide"),
  // Not trimmed: a line break is refused wherever it stands, for it could start a header of its own.
  fromEmail: z.email('Email invalide').max(255, 'Email invalide'),
});

const settingsSchema = z.array(
  z.object({
    ...{ sender_name: z.string(), legal_name: z.string() },
    ...{ postal_address: z.string(), contact_email: z.string() },
    verified_senders: z.array(z.string()),
  }),
);
type Settings = z.infer<typeof settingsSchema>[number];

const sendSchema = z.array(
  z.object({
    ...{ status: z.string(), last_error: z.string().nullable() },
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
 * `{ emailSendId, fromEmail }` → 200 `{ status, reason }`, where the message stands afterwards (« programmé » when it
 * is to be tried again) and why. Nothing is sent when it already had its end, 409 says why it may not leave now. Two
 * calls at once, or a call beside the dispatcher, send it once: the database hands it to one of them.
 */
export const handler = createFunction({
  name: 'send-campaign-email',
  schema: bodySchema,
  handle: async ({ body: { emailSendId, fromEmail }, dependencies, requestId }) => {
    const service = serviceApi(dependencies);
    const settings = await readSettings(service);
    requireVerified(fromEmail, settings);
    const before = await readSend(service, emailSendId);
    if (before.status !== 'programmé') return stateOf(before);
    requireSending(before, settings);
    await sendDueCampaigns({
      ...{ dependencies, requestId, functionName: 'send-campaign-email' },
      ...{ transport: chooseTransport(dependencies), links: readLinks(dependencies.env) },
      deadline: dependencies.clock.now() + WORK_MS,
      only: { sendId: emailSendId, sender: fromEmail },
    });
    return stateOf(await readSend(service, emailSendId));
  },
});

const stateOf = ({ status, last_error }: Send) => ({ status, reason: last_error });

async function readSettings(service: ServiceApi): Promise<Settings> {
  const columns = 'sender_name,legal_name,postal_address,contact_email,verified_senders';
  const [settings] = settingsSchema.parse(await service.read(`settings?id=eq.1&select=${columns}`));
  if (!settings) throw incomplete(['expéditeur']);
  return settings;
}

async function readSend(service: ServiceApi, id: string): Promise<Send> {
  const campaign = 'campaigns(status,paused_at,pause_reason,cancelled_at)';
  const rows = await service.read(`email_sends?id=eq.${id}&select=status,last_error,${campaign}`);
  const [send] = sendSchema.parse(rows);
  if (!send) throw new FunctionError(404, 'send_not_found', 'Cet envoi est introuvable.');
  return send;
}

function requireVerified(sender: string, { verified_senders: verified }: Settings): void {
  if (verified.some((one) => one.toLowerCase() === sender.toLowerCase())) return;
  throw new FunctionError(
    400,
    'sender_not_verified',
    `${sender} n'est pas un expéditeur vérifié. Choisissez-en un autre, ou ajoutez-le dans les paramètres.`,
  );
}

function requireSending({ campaigns: campaign }: Send, settings: Settings): void {
  const refuse = (code: string, message: string) => new FunctionError(409, code, message);
  if (campaign.cancelled_at) throw refuse('campaign_cancelled', 'Cette campagne a été annulée.');
  if (campaign.paused_at) {
    const reason = campaign.pause_reason ? `\u00a0: ${campaign.pause_reason}` : '.';
    throw refuse('campaign_paused', `Cette campagne est en pause${reason}`);
  }
  if (campaign.status !== 'en_cours') {
    throw refuse('campaign_not_sending', "Cette campagne n'est pas en cours d'envoi.");
  }
  const missing = Object.entries(identityLabels).filter(
    ([field]) => !settings[field as IdentityField].trim(),
  );
  if (missing.length > 0) throw incomplete(missing.map(([, label]) => label));
}

const identityLabels = {
  sender_name: "nom de l'expéditeur",
  legal_name: 'nom légal',
  postal_address: 'adresse postale',
  contact_email: 'courriel de contact',
} as const;
type IdentityField = keyof typeof identityLabels;

function incomplete(labels: string[]): FunctionError {
  return new FunctionError(
    409,
    'settings_incomplete',
    `Les paramètres d'envoi sont incomplets (${labels.join(', ')})\u00a0: la loi veut que chaque message dise qui écrit et d'où.`,
  );
}
