import { z } from 'zod';
import { isEmailAddress, toAsciiAddress } from '../_shared/email-address.ts';
import { isOneLineText, multiLine, singleLine } from '../_shared/one-line-text.ts';

const INVISIBLE_TEXT =
  'Ce texte contient un caractère invisible, souvent copié d’ailleurs. Effacez-le et retapez-le.';

/** One line of text. */
const line = (max: number, tooLong: string) =>
  z.string().overwrite(singleLine).max(max, tooLong).refine(isOneLineText, INVISIBLE_TEXT);

/** A field that was not sent is an empty one. */
const name = (missing: string, max: number, tooLong: string) =>
  line(max, tooLong).min(2, missing).prefault('');

/**
 * A quote request as the public form posts it: the limits and messages of `src/site/data/quote-requests.schema.ts`, which
 * it shares no code with and whose goldens it passes (tests/unit/quote-request-goldens.ts).
 */
export const quoteRequestSchema = z.object({
  organization_name: name(
    "Le nom de l'organisation est requis",
    200,
    "Le nom de l'organisation ne peut pas dépasser 200 caractères",
  ),
  contact_name: name('Votre nom est requis', 100, 'Votre nom ne peut pas dépasser 100 caractères'),
  email: z
    .string()
    .overwrite((typed) => toAsciiAddress(singleLine(typed)))
    .refine((address) => address.length <= 255, {
      error: "L'adresse courriel ne peut pas dépasser 255 caractères",
      abort: true,
    })
    .refine(isEmailAddress, 'Adresse courriel invalide')
    .prefault(''),
  phone: line(20, 'Le téléphone ne peut pas dépasser 20 caractères').prefault('').transform(orNull),
  organization_type: z.enum(
    ['municipalite', 'mrc', 'ville', 'organisme-public', 'autre'],
    "Veuillez sélectionner un type d'organisation",
  ),
  service_type: z.enum(
    ['visite-virtuelle', 'street-view', 'pre-deneigement', 'infrastructure', 'evenement', 'autre'],
    'Veuillez sélectionner un type de service',
  ),
  message: z
    .string()
    .overwrite(multiLine)
    .max(2000, 'Le message ne peut pas dépasser 2000 caractères')
    .prefault('')
    .transform(orNull),
  /** The version of the wording that was ticked: a page kept open may show an older one than today's. */
  marketing_consent_version: z
    .string()
    .prefault('')
    .transform((version) =>
      /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(version) ? version : null,
    ),
});

/** A checked request, as `receive_quote_request` takes it. */
export type QuoteRequest = z.output<typeof quoteRequestSchema>;

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
