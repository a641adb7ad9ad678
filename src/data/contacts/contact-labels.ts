/** Apart from the schema, which brings zod: lists, badges and filters name these too. */

/** What an organisation does: stored value → French label. Specification, section 3, and decisions (public bodies). */
export const sectors = {
  municipalité: 'Municipalité',
  mrc: 'MRC',
  'organisme-public': 'Organisme public',
  hôtellerie: 'Hôtellerie',
  immobilier: 'Immobilier',
  tourisme: 'Tourisme',
  commerce: 'Commerce',
  restaurant: 'Restaurant',
  autre: 'Autre',
} as const;

export type Sector = keyof typeof sectors;

/** Where the business stands with a contact: stored value → French label. */
export const contactStatuses = {
  nouveau: 'Nouveau',
  contacté: 'Contacté',
  intéressé: 'Intéressé',
  refusé: 'Refusé',
  partenaire: 'Partenaire',
} as const;

export type ContactStatus = keyof typeof contactStatuses;
