import { z } from 'zod';
import { emailAddress, line } from '@/admin/lib/text-schemas';

const text = (what: string, max: number) =>
  line.pipe(z.string().max(max, `${what} ne peut pas dépasser ${max} caractères`));

/** A bare address that e-mails may come from. */
export const senderSchema = emailAddress('Email invalide').transform((address) => address.toLowerCase());

const time = line.pipe(z.union([z.literal(''), z.iso.time({ precision: -1 })], 'Heure invalide'));

/** The settings of sending. What is empty may be saved: sending is refused until it is there. */
export const settingsSchema = z
  .object({
    sender_name: text("Le nom de l'expéditeur", 100),
    legal_name: text('Le nom légal', 200),
    postal_address: text("L'adresse postale", 300),
    contact_email: z.union(
      [z.string().trim().pipe(z.literal('')), emailAddress('Email invalide')],
      'Email invalide',
    ),
    contact_phone: text('Le téléphone', 20),
    verified_senders: z.array(senderSchema).max(20, 'Vingt adresses au plus'),
    daily_cap: z
      .string()
      .trim()
      .transform((digits) => Number(digits || Number.NaN))
      .pipe(
        z
          .number('La limite quotidienne doit être un nombre')
          .int('La limite quotidienne doit être un nombre entier')
          .min(1, 'La limite quotidienne doit être au moins 1')
          .max(50_000, 'La limite quotidienne ne peut pas dépasser 50\u00a0000'),
      ),
    quiet_start: time,
    quiet_end: time,
  })
  .superRefine(({ quiet_start, quiet_end }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (quiet_start && !quiet_end) refuse('quiet_end', "L'heure de fin est requise");
    if (quiet_end && !quiet_start) refuse('quiet_start', "L'heure de début est requise");
    if (quiet_start && quiet_start === quiet_end) refuse('quiet_end', 'La fin doit différer du début');
  });

/** Checked settings, ready to be saved. */
export type SettingsInput = z.output<typeof settingsSchema>;

/** What the form holds while it is being filled in. */
export type SettingsValues = z.input<typeof settingsSchema>;
