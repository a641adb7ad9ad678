/** Apart from quotes.schema.ts, which brings zod: pages without a form name these too. */

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

export type QuoteStatus = keyof typeof quoteStatuses;
