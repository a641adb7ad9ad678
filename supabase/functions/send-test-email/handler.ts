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
import {
  fillBody,
  fillSubject,
  sampleContact,
  type TemplateValues,
  unknownVariables,
} from '../_shared/message/template-text.ts';
import { type ServiceApi, serviceApi } from '../_shared/service-api.ts';
import { siteUrls } from '../_shared/settings.ts';

const bodySchema = z.object({
  /** Null: the message that proves the sender. */
  templateId: z.guid('Le template demandé est invalide').nullable(),
  /** The contact whose values fill the template; null: the fixed sample. */
  contactId: z.guid('Le contact demandé est invalide').nullable(),
});

/** Of the unsubscribe link of a test: the page says that it is one (src/site/data/unsubscribe.ts). */
const TEST_TOKEN = 'essai';

const text = z.string();
const templateSchema = z.array(z.object({ subject: text, body: text }));
const contactSchema = z.array(
  z.object({
    ...{ name: text, company: text, city: text, region: text },
    ...{ email: text.nullable(), phone: text.nullable() },
  }),
);
/**
 * `{ templateId, contactId }` → `{ sentTo }`: sends the message that a contact would get to the address of the
 * administrator who asks, and to no other. It counts in no campaign, and its unsubscribe link does nothing. Without a
 * template it is a message about the sender itself. What a provider accepts proves the sender (setup_state).
 */
export const handler = createFunction({
  name: 'send-test-email',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body: { templateId, contactId }, admin, dependencies }) => {
    if (!admin.email) {
      throw new FunctionError(409, 'no_address', "Votre compte n'a pas d'adresse courriel.");
    }
    const service = serviceApi(dependencies);
    const template = templateId ? await readTemplate(service, templateId) : undefined;
    const values = contactId ? await readValues(service, contactId) : sampleContact;
    const { verified_senders: verified, ...identity } = await requireSettings(service);
    const [sender] = verified;
    if (!sender) {
      throw new FunctionError(
        409,
        'no_sender',
        "Ajoutez d'abord une adresse d'expédition dans les paramètres.",
      );
    }
    const message = template
      ? campaignMessage(
          {
            ...{ id: crypto.randomUUID(), unsubscribe_token: TEST_TOKEN },
            ...{ recipient_email: admin.email, from_email: sender, identity },
            subject: `[Essai] ${fillSubject(template.subject, values)}`,
            body: fillBody(template.body, values),
          },
          readLinks(dependencies.env),
        )
      : senderMessage(admin.email, sender, identity, siteUrls(dependencies.env)[0] ?? '');
    requireAccepted(await chooseTransport(dependencies).send(message));
    // The message has left: a step that is not ticked is no reason to say otherwise.
    await service.call('record_sender_test', { sender }).catch(() => undefined);
    return { sentTo: admin.email };
  },
});

async function readTemplate(service: ServiceApi, id: string) {
  const rows = await service.read(`email_templates?id=eq.${id}&select=subject,body`);
  const [template] = templateSchema.parse(rows);
  if (!template) throw new FunctionError(404, 'template_not_found', "Ce template n'existe plus.");
  const unknown = unknownVariables(template.subject, template.body);
  if (unknown.length > 0) {
    const message = `Variable inconnue dans le template\u00a0: ${unknown.join(', ')}. Corrigez-la avant l'essai.`;
    throw new FunctionError(409, 'unknown_variable', message);
  }
  return template;
}

async function readValues(service: ServiceApi, id: string): Promise<TemplateValues> {
  const rows = await service.read(`contacts?id=eq.${id}&select=name,company,city,region,email,phone`);
  const [contact] = contactSchema.parse(rows);
  if (!contact) throw new FunctionError(404, 'contact_not_found', "Ce contact n'existe plus.");
  const { name: nom, company: entreprise, city: ville, region, email, phone } = contact;
  return { nom, entreprise, ville, region, email: email ?? '', telephone: phone ?? '' };
}

async function requireSettings(service: ServiceApi): Promise<SendingSettings> {
  const settings = await readSendingSettings(service);
  if (settings && missingIdentity(settings).length === 0) return settings;
  const message = "Complétez d'abord l'identité de l'expéditeur et son adresse postale dans les paramètres.";
  throw new FunctionError(409, 'settings_incomplete', message);
}

/** Says that messages leave, where to look if it is not in the inbox, and what they are signed with. */
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
    subject: '[Essai] Vos courriels partent bien',
    ...layout(
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
  const unknown = outcome.kind === 'unknown' ? " L'essai est peut-être parti." : '';
  throw new FunctionError(502, 'test_not_sent', `L'essai n'est pas parti. ${outcome.reason}${unknown}`);
}
