import { z } from 'zod';
import type { ServiceApi } from '../service-api.ts';

const studioSchema = z.array(
  z.object({
    sender_name: z.string(),
    legal_name: z.string(),
    postal_address: z.string(),
    contact_email: z.string(),
    contact_phone: z.string().nullish(),
  }),
);

const rulesSchema = z.array(
  z.object({ verified_senders: z.array(z.string()), inbound_domain: z.string().default('') }),
);

/** The sender identity, the verified senders and the domain that receives answers (empty: none), as the administrator set them. */
export type SendingSettings = z.infer<typeof studioSchema>[number] & z.infer<typeof rulesSchema>[number];

/** Facts that each message must give about its sender (Canada's anti-spam law), with their French labels. */
const requiredLabels = {
  sender_name: "nom de l'expéditeur",
  legal_name: 'nom légal',
  postal_address: 'adresse postale',
  contact_email: 'courriel de contact',
} as const;

/** Reads the rows of `studio` and `sending_settings` as one; undefined when there is none. */
export async function readSendingSettings(service: ServiceApi): Promise<SendingSettings | undefined> {
  const identity = 'sender_name,legal_name,postal_address,contact_email,contact_phone';
  const [studio, rules] = await Promise.all([
    service.read(`studio?id=eq.1&select=${identity}`),
    service.read('sending_settings?id=eq.1&select=verified_senders,inbound_domain'),
  ]);
  const [sender] = studioSchema.parse(studio);
  const [rule = { verified_senders: [], inbound_domain: '' }] = rulesSchema.parse(rules);
  return sender && { ...sender, ...rule };
}

/** Lists the French labels of the blank fields of the sender identity. */
export function missingIdentity(settings: SendingSettings): string[] {
  return Object.entries(requiredLabels)
    .filter(([field]) => !settings[field as keyof typeof requiredLabels].trim())
    .map(([, label]) => label);
}
