import { readAddresses } from '@contract/email-address';
import { z } from 'zod';
import { optionalChoice, optionalText, optionalYesNo } from '@/admin/kit/lib/row-codecs';
import { emailAddress, line, paragraph, webAddress } from '@/admin/kit/lib/text-schemas';
import type { Enums } from '@/shared/database.types';
import { fittingPhone, PHONE_LENGTH } from '@/shared/lib/fitting-phone';
import { orNull } from '@/shared/lib/text';
import { contactStatuses, functionKinds, publicOfficeChoices, sectors } from './contact-labels';

type Key<R> = Extract<keyof R, string>;
const keysOf = <R extends object>(record: R) => Object.keys(record) as [Key<R>, ...Key<R>[]];

const requiredLine = (missing: string, subject: string) =>
  line.pipe(z.string().min(1, missing).max(100, `${subject} ne peut pas dépasser 100 caractères`));

const email = emailAddress('Email invalide', 'Le courriel ne peut pas dépasser 255 caractères');

const fields = {
  name: requiredLine('Le nom est requis', 'Le nom'),
  company: requiredLine("L'entreprise est requise", 'Le nom de l’entreprise'),
  email,
  phone: line
    .transform(fittingPhone)
    .pipe(z.string().max(PHONE_LENGTH, 'Le téléphone ne peut pas dépasser 20 caractères')),
  city: requiredLine('La ville est requise', 'La ville'),
  region: requiredLine('La région est requise', 'La région'),
  sector: z.string().pipe(z.enum(keysOf(sectors), 'Le secteur est requis')),
  status: z.string().pipe(z.enum(keysOf(contactStatuses), 'Le statut est requis')),
  website: webAddress('L’adresse du site'),
  notes: paragraph.pipe(z.string().max(1000, 'Les notes ne peuvent pas dépasser 1000 caractères')),
};

/**
 * Fields for the person's place in the organisation; an organisation that is not chosen is found by the company's
 * name.
 */
const placeInOrganisation = {
  organisation_id: z.string(),
  function_kind: z.string().pipe(z.enum(['', ...keysOf(functionKinds)])),
  function_title: line.pipe(z.string().max(100, 'Le titre ne peut pas dépasser 100 caractères')),
};

const publicOffice = z.enum(['', 'yes', 'no']);

const optionalEmail = z.union([z.string().trim().pipe(z.literal('')), email], 'Email invalide');

/** Schema of the contact form. Limits and messages: specification, section 5; the database checks the same limits. */
export const contactSchema = z.object({
  ...fields,
  ...placeInOrganisation,
  is_public_office_holder: publicOffice,
});

/** Schema of a contact that came without an address (an import, an accepted prospect), which stays optional. */
export const contactWithoutEmailSchema = contactSchema.extend({ email: optionalEmail });

/** Refuses an address where a place is expected: a separator too few or too many has moved the cells of this line. */
const placeField = (field: typeof fields.city, shifted: string) =>
  field.refine((text) => readAddresses(text).addresses.length === 0, shifted);

/** Schema of a line in an imported file; columns that lists usually lack are optional. */
export const importedContactSchema = z.object({
  ...fields,
  city: placeField(
    fields.city,
    'La ville est une adresse courriel\u00a0: les cellules de cette ligne sont décalées',
  ),
  region: placeField(
    fields.region,
    'La région est une adresse courriel\u00a0: les cellules de cette ligne sont décalées',
  ),
  // Whole, and without the word that follows it in the cell.
  email: optionalEmail.refine(
    (address) => address === '' || readAddresses(address).addresses[0] === address,
    'Email invalide',
  ),
  function_kind: z.enum(['', ...keysOf(functionKinds)]).transform(orNull),
  function_title: line,
  is_public_office_holder: z
    .enum(['', ...keysOf(publicOfficeChoices)], 'Titulaire d’une charge publique\u00a0: oui ou non')
    .transform((answer) => (answer === '' ? null : answer === 'yes')),
});

/** A stored contact ⇄ its form; whether the person holds a public office is true, false or null in the database. */
export const contactRow = z.object({
  name: z.string(),
  company: z.string(),
  email: optionalText,
  phone: optionalText,
  city: z.string(),
  region: z.string(),
  sector: z.custom<Enums<'sector'>>(),
  status: z.custom<Enums<'contact_status'>>(),
  website: optionalText,
  notes: optionalText,
  organisation_id: optionalText,
  function_kind: optionalChoice<Enums<'contact_function'>>(),
  function_title: optionalText,
  is_public_office_holder: optionalYesNo,
});

/** A checked contact: texts trimmed, a missing one is `''`. */
export type ContactInput = z.output<typeof contactSchema>;

/** A checked contact of an imported file. */
export type ImportedContact = z.output<typeof importedContactSchema>;

/** The form's values while it is being filled in. */
export type ContactFormValues = z.input<typeof contactSchema>;

export const emptyContact: ContactFormValues = {
  name: '',
  company: '',
  email: '',
  phone: '',
  city: '',
  region: '',
  sector: 'autre',
  status: 'nouveau',
  website: '',
  notes: '',
  organisation_id: '',
  function_kind: '',
  function_title: '',
  is_public_office_holder: '',
};
