import type { QuoteRequestField } from './quote-request.ts';

/**
 * Explains why a request posted without script was refused (docs/decisions/0040): for each field, the anchor that the edge
 * function redirects to, and the sentence that the page of the site shows there.
 */
export const fieldRefusals = {
  organization_name: {
    anchor: 'organisation',
    text: 'Le nom de l’organisation doit compter de 2 à 200 caractères.',
  },
  organization_type: { anchor: 'type', text: 'Choisissez le type de votre organisation dans la liste.' },
  contact_name: { anchor: 'nom', text: 'Votre nom doit compter de 2 à 100 caractères.' },
  email: {
    anchor: 'courriel',
    text: 'L’adresse courriel n’est pas valide. Elle ressemble à nom@ville.qc.ca, sans espace ni accent.',
  },
  phone: { anchor: 'telephone', text: 'Le numéro de téléphone ne peut pas dépasser 20 caractères.' },
  service_type: { anchor: 'service', text: 'Choisissez un type de service dans la liste.' },
  message: { anchor: 'message', text: 'Le message ne peut pas dépasser 2\u00a0000 caractères.' },
} as const satisfies Record<QuoteRequestField, { anchor: string; text: string }>;

/** The other refusals: anchor → sentence. */
export const otherRefusals = {
  'trop-de-demandes':
    'Trop de demandes ont été envoyées. Attendez une dizaine de minutes avant de réessayer.',
  verification:
    'La vérification anti-robot n’a pas pu être faite. Elle a besoin de JavaScript; sans lui, écrivez-nous.',
  panne: 'Une erreur est survenue de notre côté. Vous pouvez réessayer dans quelques minutes.',
} as const;
