import { z } from 'zod';

/** Who asks: stored value → French label. */
export const organizationTypes = {
  municipalite: 'Municipalité',
  mrc: 'MRC',
  ville: 'Ville',
  'organisme-public': 'Organisme public',
  autre: 'Autre',
} as const;

/** What is asked for: stored value → French label. */
export const serviceTypes = {
  'visite-virtuelle': 'Visite virtuelle',
  'street-view': 'Street View',
  'pre-deneigement': 'Pré-déneigement',
  infrastructure: 'Infrastructure',
  evenement: 'Événement',
  autre: 'Autre',
} as const;

/** Where a request stands in the inbox: stored value → French label. */
export const quoteStatuses = {
  nouveau: 'Nouveau',
  en_cours: 'En cours',
  répondu: 'Répondu',
  archivé: 'Archivé',
} as const;

type Key<R> = Extract<keyof R, string>;
const keysOf = <R extends object>(record: R) => Object.keys(record) as [Key<R>, ...Key<R>[]];

/** The quote request form. Limits and messages: specification, section 5; the database checks the same limits. */
export const quoteSchema = z.object({
  organization_name: z
    .string()
    .trim()
    .min(2, "Le nom de l'organisation est requis")
    .max(200, "Le nom de l'organisation ne peut pas dépasser 200 caractères"),
  contact_name: z
    .string()
    .trim()
    .min(2, 'Votre nom est requis')
    .max(100, 'Votre nom ne peut pas dépasser 100 caractères'),
  email: z
    .string()
    .trim()
    .max(255, "L'adresse courriel ne peut pas dépasser 255 caractères")
    .pipe(z.email('Adresse courriel invalide')),
  phone: z.string().trim().max(20, 'Le téléphone ne peut pas dépasser 20 caractères'),
  organization_type: z.enum(keysOf(organizationTypes), "Veuillez sélectionner un type d'organisation"),
  service_type: z.enum(keysOf(serviceTypes), 'Veuillez sélectionner un type de service'),
  message: z.string().trim().max(2000, 'Le message ne peut pas dépasser 2000 caractères'),
});

/** A checked request, ready to send: texts trimmed, a missing phone or message is `''`. */
export type QuoteRequestInput = z.output<typeof quoteSchema>;

/** What the form holds while it is being filled in: a choice not yet made is `''`. */
export type QuoteFormValues = { [field in keyof QuoteRequestInput]: string };

export const emptyQuote: QuoteFormValues = {
  organization_name: '',
  contact_name: '',
  email: '',
  phone: '',
  organization_type: '',
  service_type: '',
  message: '',
};
