import { z } from 'zod';
import { campaignMessage } from '../_shared/campaign/campaign-message.ts';
import { readLinks } from '../_shared/campaign/links.ts';
import {
  missingIdentity,
  readSendingSettings,
  type SendingSettings,
} from '../_shared/campaign/sending-settings.ts';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { chooseTransport } from '../_shared/mail/choose-transport.ts';
import { layout } from '../_shared/mail/layout.ts';
import type { Outcome, OutgoingMessage } from '../_shared/mail/outgoing.ts';
import { type ServiceApi, serviceApi } from '../_shared/service-api.ts';
import { siteUrls } from '../_shared/settings.ts';

const bodySchema = z.object({
  /** The message as the screen shows it, with its variables replaced; null: the message that proves the sender. */
  text: z
    .object({ subject: z.string().trim().min(1).max(998), body: z.string().trim().min(1).max(50_000) })
    .nullable(),
  /** Verified sender to use; the first by default. */
  from: z.string().max(255).optional(),
});

/**
 * Token of the unsubscribe link in a test, whose page says that it is one (src/site/data/unsubscribe.ts), and of its
 * tours.
 */
const TEST_TOKEN = 'essai';

/**
 * Sends a message being written to the administrator who asks, and to no other address: `{ text, from }` → `{ sentTo
 * }`. It counts in no campaign, and its unsubscribe link does nothing. Without a text it is a message about the
 * sender itself. A message accepted by the provider proves the sender (setup_state).
 */
export const handler = createFunction({
  name: 'send-test-email',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body: { text, from }, admin, dependencies }) => {
    if (!admin.email) {
      throw new FunctionError(409, 'no_address', 'Votre compte n’a pas d’adresse courriel.');
    }
    const service = serviceApi(dependencies);
    const { verified_senders: verified, ...identity } = await requireSettings(service);
    const sender = from ? verified.find((address) => address === from) : verified[0];
    if (!sender) {
      const message = from
        ? 'Cette adresse d’expédition n’est pas vérifiée dans les réglages.'
        : 'Ajoutez d’abord une adresse d’expédition dans les réglages.';
      throw new FunctionError(409, 'no_sender', message);
    }
    const message = text
      ? campaignMessage(
          {
            id: crypto.randomUUID(),
            unsubscribe_token: TEST_TOKEN,
            campaign_id: TEST_TOKEN,
            recipient_email: admin.email,
            from_email: sender,
            identity,
            subject: `[Essai] ${text.subject}`,
            body: text.body,
          },
          readLinks(dependencies.env),
        )
      : senderMessage(admin.email, sender, identity, siteUrls(dependencies.env)[0] ?? '');
    requireAccepted(await chooseTransport(dependencies).send(message, dependencies.clock.wallTime()));
    // The message has left: a setup step that could not be recorded does not change that.
    await service.call('record_sender_test', { sender }).catch(() => undefined);
    return { sentTo: admin.email };
  },
});

async function requireSettings(service: ServiceApi): Promise<SendingSettings> {
  const settings = await readSendingSettings(service);
  if (settings && missingIdentity(settings).length === 0) return settings;
  const message = 'Complétez d’abord l’identité de l’expéditeur et son adresse postale dans les réglages.';
  throw new FunctionError(409, 'settings_incomplete', message);
}

/**
 * Builds a message that confirms the sending, tells where to look if it is not in the inbox, and gives its signature.
 */
function senderMessage(
  to: string,
  from: string,
  identity: Omit<SendingSettings, 'verified_senders'>,
  siteUrl: string,
): OutgoingMessage {
  const { sender_name: siteName, legal_name: legalName, postal_address: postalAddress } = identity;
  const { contact_email: contactEmail } = identity;
  const signed = { siteName, legalName, postalAddress, contactEmail, from, siteUrl };
  return {
    key: `sender-test-${crypto.randomUUID()}`,
    from: { name: siteName, address: from },
    to: [to],
    replyTo: contactEmail,
    ...layout(
      '[Essai] Vos courriels partent bien',
      [
        { text: 'Bonjour,' },
        { text: `Ce message d’essai est parti de ${from}. Si vous le lisez, l’envoi fonctionne.` },
        {
          text: 'S’il était dans les indésirables, faites vérifier le domaine de cette adresse chez votre fournisseur de courriel (SPF, DKIM).',
        },
        { text: 'Ce qui suit signe chaque message de votre studio.' },
      ],
      { ...signed, contactPhone: identity.contact_phone?.trim() ?? '' },
    ),
  };
}

function requireAccepted(outcome: Outcome): void {
  if (outcome.kind === 'accepted') return;
  const unknown = outcome.kind === 'unknown' ? ' L’essai est peut-être parti.' : '';
  throw new FunctionError(502, 'test_not_sent', `L'essai n'est pas parti. ${outcome.reason}${unknown}`);
}
