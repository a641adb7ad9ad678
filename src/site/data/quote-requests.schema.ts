import { z } from 'zod';
import { consentVersion } from '@/shared/data/marketing-consent';
import { organizationTypes, serviceTypes } from '@/shared/data/quote-requests';
import { line, paragraph } from '@/admin/lib/text-schemas';

type Key<R> = Extract<keyof R, string>;
const keysOf = <R extends object>(record: R) => Object.keys(record) as [Key<R>, ...Key<R>[]];

/** A choice in a list, `''` until it is made. */
const choice = <R extends object>(labels: R, missing: string) =>
  z.string().pipe(z.enum(keysOf(labels), missing));

/** The quote request form. Limits and messages: specification, section 5; the database checks the same limits. */
export const quoteSchema = z.object({
  organization_name: line.pipe(
    z
      .string()
      .min(2, "Le nom de l'organisation est requis")
      .max(200, "Le nom de l'organisation ne peut pas dépasser 200 caractères"),
  ),
  contact_name: line.pipe(
    z.string().min(2, 'Votre nom est requis').max(100, 'Votre nom ne peut pas dépasser 100 caractères'),
  ),
  email: line
    .pipe(z.string().max(255, "L'adresse courriel ne peut pas dépasser 255 caractères"))
    .pipe(z.email('Adresse courriel invalide')),
  phone: line.pipe(z.string().max(20, 'Le téléphone ne peut pas dépasser 20 caractères')),
  organization_type: choice(organizationTypes, "Veuillez sélectionner un type d'organisation"),
  service_type: choice(serviceTypes, 'Veuillez sélectionner un type de service'),
  message: paragraph.pipe(z.string().max(2000, 'Le message ne peut pas dépasser 2000 caractères')),
  /** The version of the consent to commercial messages that was ticked. One that is no longer shown counts for none. */
  marketing_consent_version: z
    .string()
    .transform((version) => (version === consentVersion ? consentVersion : null)),
});

/** A checked request, ready to send: texts trimmed, a missing phone or message is `''`. */
export type QuoteRequestInput = z.output<typeof quoteSchema>;

/** What the form holds while it is being filled in: texts as typed, a choice not yet made is `''`. */
export type QuoteFormValues = z.input<typeof quoteSchema>;

export const emptyQuote: QuoteFormValues = {
  organization_name: '',
  contact_name: '',
  email: '',
  phone: '',
  organization_type: '',
  service_type: '',
  message: '',
  marketing_consent_version: '',
};
