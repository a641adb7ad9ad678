import type { Enums } from '@/shared/database.types';

/** Apart from the schema, which imports zod: lists, badges and filters need these labels too. */

/** Purpose of a trip: stored value → French label. */
export const jobTypes = {
  visite_virtuelle: 'Visite virtuelle',
  street_view: 'Street View',
  photo: 'Photo',
  autre: 'Autre',
} as const satisfies Record<Enums<'trip_job_type'>, string>;

export type JobType = keyof typeof jobTypes;

/** State of a trip: stored value → French label. */
export const tripStatuses = {
  planifié: 'Planifié',
  confirmé: 'Confirmé',
  terminé: 'Terminé',
  annulé: 'Annulé',
} as const satisfies Record<Enums<'trip_status'>, string>;

export type TripStatus = keyof typeof tripStatuses;
