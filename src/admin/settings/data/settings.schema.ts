import { isEmailAddress, toAsciiAddress } from '@contract/email-address';
import { z } from 'zod';
import { optionalText, optionalYesNo } from '@/admin/kit/lib/row-codecs';
import { emailAddress, line, printableText, upTo } from '@/admin/kit/lib/text-schemas';

const printedLine = (what: string, max: number) => printableText(line.pipe(upTo(what, max)));

/** Schema of a bare address that e-mails may come from. */
export const senderSchema = emailAddress('Email invalide').transform((address) => address.toLowerCase());

/** Makes a text optional. Not a union: the form would show the message of one of its branches, not this one. */
const optionalField = (schema: z.ZodType, message: string) =>
  line.refine((text) => text === '' || schema.safeParse(text).success, message);

/** Schema of an address as it is stored, or ''. */
const optionalAddress = optionalField(emailAddress('Email invalide'), 'Email invalide').transform(
  toAsciiAddress,
);

const time = optionalField(z.iso.time({ precision: -1 }), 'Heure invalide');

const TOO_MANY_SENDERS = 'Vingt adresses au plus';

/** Formats a tax number as the government does: « 123456789 rt0001 » becomes « 123456789 RT0001 ». */
const withoutSpaces = (typed: string) =>
  typed
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/^(\d+)([A-Z]{2}\d{4})$/, '$1 $2');

const numberField = (pattern: RegExp, message: string) =>
  line.transform(withoutSpaces).refine((text) => text === '' || pattern.test(text), message);

/** Tax registration of the studio, stored as true, false or null: value of the form → French label. */
export const taxStates = { yes: 'Inscrit', no: 'Non inscrit (petit fournisseur)' } as const;

/** Removes the numbers of a former registration, which would end up on quotes. */
function withoutFormerNumbers<
  Input extends { tax_registered: string; tps_number: string; tvq_number: string },
>(input: Input): Input {
  return input.tax_registered === 'no' ? { ...input, tps_number: '', tvq_number: '' } : input;
}

const taxFields = {
  tax_registered: z.enum(['', 'yes', 'no']),
  tps_number: numberField(
    /^\d{9} RT\d{4}$/,
    'Neuf chiffres, puis RT et quatre chiffres\u00a0: 123456789 RT0001',
  ),
  tvq_number: numberField(
    /^\d{10} TQ\d{4}$/,
    'Dix chiffres, puis TQ et quatre chiffres\u00a0: 1234567890 TQ0001',
  ),
};

/**
 * Schema of the studio's identity. Empty fields may be saved: sending is refused until those that the law requires
 * are filled in.
 */
export const identitySchema = z
  .object({
    sender_name: printedLine('Le nom du studio', 100),
    legal_name: printedLine('Le nom légal', 200),
    postal_address: printedLine('L’adresse postale', 300),
    contact_email: optionalAddress,
    contact_phone: printedLine('Le téléphone', 20),
    neq: line
      .transform((typed) => typed.replace(/\s/g, ''))
      .refine((digits) => digits === '' || /^\d{10}$/.test(digits), 'Le NEQ compte dix chiffres'),
    ...taxFields,
    bank_details: printedLine('Les coordonnées de virement', 200),
    logo_path: z.string(),
  })
  .transform(withoutFormerNumbers);

/** Schema of the tax settings of quotes: whether the studio collects them, and its two numbers if so. */
export const taxesSchema = z
  .object(taxFields)
  .superRefine(({ tax_registered, tps_number, tvq_number }, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (tax_registered === '') missing('tax_registered', 'Choisissez une réponse');
    if (tax_registered !== 'yes') return;
    if (tps_number === '') missing('tps_number', 'Le numéro de TPS est requis');
    if (tvq_number === '') missing('tvq_number', 'Le numéro de TVQ est requis');
  })
  .transform(withoutFormerNumbers);

export type TaxesInput = z.output<typeof taxesSchema>;
export type TaxesValues = z.input<typeof taxesSchema>;

/** The taxes of the studio, stored ⇄ their form. */
export const taxesRow = z.object({
  tax_registered: optionalYesNo,
  tps_number: z.string(),
  tvq_number: z.string(),
});

/** The identity of the studio, stored ⇄ its form. */
export const identityRow = taxesRow.extend({
  sender_name: z.string(),
  legal_name: z.string(),
  postal_address: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  neq: z.string(),
  bank_details: z.string(),
  logo_path: optionalText,
});

/** A checked identity, ready to be saved. */
export type IdentityInput = z.output<typeof identitySchema>;

/** The identity form's values while it is being filled in. */
export type IdentityValues = z.input<typeof identitySchema>;

/** Schema of the settings of sending. */
export const sendingSchema = z
  .object({
    verified_senders: z.array(senderSchema).max(20, TOO_MANY_SENDERS),
    // A typed address that was not added yet is saved with the others.
    new_sender: optionalAddress.transform((address) => address.toLowerCase()),
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
    campaign_gap_days: z
      .string()
      .trim()
      .regex(/^\d{1,3}$/, 'Le délai doit être un nombre de 0 à 365 jours')
      .transform(Number)
      .pipe(z.number().max(365, 'Le délai doit être un nombre de 0 à 365 jours')),
    warms_up: z.boolean(),
    inbound_domain: line
      .transform((domain) => toAsciiAddress(`r@${domain.toLowerCase()}`).slice(2))
      .pipe(
        z
          .string()
          .max(200, 'Le domaine ne peut pas dépasser 200 caractères')
          .refine((domain) => domain === '' || isEmailAddress(`r@${domain}`), 'Domaine invalide'),
      ),
    mandate_number: printedLine('Le numéro du mandat', 100),
    mandate_from: optionalField(z.iso.date(), 'Date invalide'),
    mandate_until: optionalField(z.iso.date(), 'Date invalide'),
  })
  .superRefine(({ quiet_start, quiet_end, verified_senders, new_sender, ...mandate }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (new_sender && new Set([...verified_senders, new_sender]).size > 20) {
      refuse('new_sender', TOO_MANY_SENDERS);
    }
    if (quiet_start && !quiet_end) refuse('quiet_end', 'L’heure de fin est requise');
    if (quiet_end && !quiet_start) refuse('quiet_start', 'L’heure de début est requise');
    if (quiet_start && quiet_start === quiet_end) refuse('quiet_end', 'La fin doit différer du début');
    const { mandate_number, mandate_from, mandate_until } = mandate;
    if (mandate_number || mandate_from || mandate_until) {
      if (!mandate_number) refuse('mandate_number', 'Le numéro du mandat est requis');
      if (!mandate_from) refuse('mandate_from', 'La date de début est requise');
      if (!mandate_until) refuse('mandate_until', 'La date de fin est requise');
      else if (mandate_from > mandate_until) refuse('mandate_until', 'La fin doit suivre le début');
    }
  })
  .transform(({ new_sender, verified_senders, ...input }) => ({
    ...input,
    verified_senders: [...new Set([...verified_senders, ...(new_sender ? [new_sender] : [])])],
  }));

/** Checked settings, ready to be saved. */
export type SendingInput = z.output<typeof sendingSchema>;

/** The sending form's values while it is being filled in. */
export type SendingValues = z.input<typeof sendingSchema>;
