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
import type { Outcome } from '../_shared/mail/outgoing.ts';
import {
  fillSubject,
  fillTemplate,
  sampleContact,
  type TemplateValues,
  unknownVariables,
} from '../_shared/message/template-text.ts';
import { type ServiceApi, serviceApi } from '../_shared/service-api.ts';

const bodySchema = z.object({
  templateId: z.guid('Le template demandé est invalide'),
  /** The contact whose values fill the template; null: the fixed sample. */
  contactId: z.guid('Le contact demandé est invalide').nullable(),
});

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
 * administrator who asks, and to no other. It counts in no campaign, and its unsubscribe link does nothing.
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
    const template = await readTemplate(service, templateId);
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
    const message = campaignMessage(
      {
        ...{ id: crypto.randomUUID(), unsubscribe_token: crypto.randomUUID() },
        ...{ recipient_email: admin.email, from_email: sender, identity },
        subject: `[Essai] ${fillSubject(template.subject, values)}`,
        body: fillTemplate(template.body, values),
      },
      readLinks(dependencies.env),
    );
    requireAccepted(await chooseTransport(dependencies).send(message));
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

function requireAccepted(outcome: Outcome): void {
  if (outcome.kind === 'accepted') return;
  const unknown = outcome.kind === 'unknown' ? " L'essai est peut-être parti." : '';
  throw new FunctionError(502, 'test_not_sent', `L'essai n'est pas parti. ${outcome.reason}${unknown}`);
}
