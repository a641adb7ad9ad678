import * as z from 'zod/mini';
import { consentVersion, organizationTypes, serviceTypes } from '@/shared/data/quote-requests';
import { isEmailAddress, toAsciiAddress } from '@/shared/lib/email-address';
import { fittingPhone, PHONE_LENGTH } from '@/shared/lib/fitting-phone';
import { INVISIBLE_TEXT, isOneLineText, multiLine, singleLine } from '@/shared/lib/typed-text';

type Key<R> = Extract<keyof R, string>;
const keysOf = <R extends object>(record: R) => Object.keys(record) as [Key<R>, ...Key<R>[]];

/** A choice in a list, `''` until it is made. */
const choice = <R extends object>(labels: R, missing: string) =>
  z.pipe(z.string(), z.enum(keysOf(labels), missing));

/** What cannot be seen in a text is refused. */
const visible = z.refine<string>(isOneLineText, INVISIBLE_TEXT);

/** A name of at least two characters, on one line. */
const requiredName = (missing: string, max: number, tooLong: string) =>
  z.string().check(z.overwrite(singleLine), z.minLength(2, missing), z.maxLength(max, tooLong), visible);

/**
 * The quote request form. Limits and messages: specification, section 5; the database checks the same limits.
 * Written with `zod/mini`, which visitors download instead of `zod` (docs/decisions/0033).
 */
export const quoteRequestSchema = z.object({
  organization_name: requiredName(
    "Le nom de l'organisation est requis",
    200,
    "Le nom de l'organisation ne peut pas dépasser 200 caractères",
  ),
  contact_name: requiredName('Votre nom est requis', 100, 'Votre nom ne peut pas dépasser 100 caractères'),
  email: z.string().check(
    z.overwrite((typed) => toAsciiAddress(singleLine(typed))),
    z.maxLength(255, { error: "L'adresse courriel ne peut pas dépasser 255 caractères", abort: true }),
    z.refine(isEmailAddress, 'Adresse courriel invalide'),
  ),
  phone: z
    .string()
    .check(
      z.overwrite(singleLine),
      z.overwrite(fittingPhone),
      z.maxLength(PHONE_LENGTH, 'Le téléphone ne peut pas dépasser 20 caractères'),
      visible,
    ),
  organization_type: choice(organizationTypes, "Veuillez sélectionner un type d'organisation"),
  service_type: choice(serviceTypes, 'Veuillez sélectionner un type de service'),
  message: z
    .string()
    .check(z.overwrite(multiLine), z.maxLength(2000, 'Le message ne peut pas dépasser 2000 caractères')),
  /** The version of the consent to commercial messages that was ticked; `null` unless it is the one shown now. */
  marketing_consent_version: z.pipe(
    z.string(),
    z.transform((version) => (version === consentVersion ? consentVersion : null)),
  ),
});

/** A checked request, ready to send: texts trimmed, a missing phone or message is `''`. */
export type QuoteRequestInput = z.output<typeof quoteRequestSchema>;

/** What the form holds while it is being filled in: texts as typed, a choice not yet made is `''`. */
export type QuoteRequestValues = z.input<typeof quoteRequestSchema>;

export const emptyQuoteRequest: QuoteRequestValues = {
  organization_name: '',
  contact_name: '',
  email: '',
  phone: '',
  organization_type: '',
  service_type: '',
  message: '',
  marketing_consent_version: '',
};
