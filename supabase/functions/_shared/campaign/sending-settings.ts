import { z } from 'zod';
import type { ServiceApi } from '../service-api.ts';

const text = z.string();

const settingsSchema = z.array(
  z.object({
    sender_name: text,
    legal_name: text,
    postal_address: text,
    contact_email: text,
    contact_phone: text.nullish(),
    verified_senders: z.array(text),
  }),
);

/** The sender identity and the verified senders, as the administrator set them. */
export type SendingSettings = z.infer<typeof settingsSchema>[number];

/** Facts that each message must give about its sender (Canada's anti-spam law), with their French labels. */
const requiredLabels = {
  sender_name: "nom de l'expéditeur",
  legal_name: 'nom légal',
  postal_address: 'adresse postale',
  contact_email: 'courriel de contact',
} as const;

/** Reads the row of `settings`; undefined when there is none. */
export async function readSendingSettings(service: ServiceApi): Promise<SendingSettings | undefined> {
  const columns = 'sender_name,legal_name,postal_address,contact_email,contact_phone,verified_senders';
  return settingsSchema.parse(await service.read(`settings?id=eq.1&select=${columns}`))[0];
}

/** Lists the French labels of the blank fields of the sender identity. */
export function missingIdentity(settings: SendingSettings): string[] {
  return Object.entries(requiredLabels)
    .filter(([field]) => !settings[field as keyof typeof requiredLabels].trim())
    .map(([, label]) => label);
}
