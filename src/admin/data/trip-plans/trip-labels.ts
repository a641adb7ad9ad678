/** Apart from the schema, which brings zod: lists, badges and filters name these too. */

/** What a trip is for: stored value → French label. */
export const jobTypes = {
  visite_virtuelle: 'Visite virtuelle',
  street_view: 'Street View',
  photo: 'Photo',
  autre: 'Autre',
} as const;

export type JobType = keyof typeof jobTypes;

/** Where a trip stands: stored value → French label. */
export const tripStatuses = {
  planifié: 'Planifié',
  confirmé: 'Confirmé',
  terminé: 'Terminé',
  annulé: 'Annulé',
} as const;

export type TripStatus = keyof typeof tripStatuses;
