import type { Enums } from '@/shared/database.types';
import { tables } from './tables';

const { fields } = tables.virtual_tours;

/** Visibility of a tour to the public: stored value → French label. */
export const tourStatuses = {
  published: 'Publié',
  draft: 'Brouillon',
  archived: 'Archivé',
} as const satisfies Record<Enums<'tour_status'>, string>;

export type TourStatus = keyof typeof tourStatuses;

/** Returns a known status; an unknown one, from a newer database, counts as a draft. */
export function asTourStatus(stored: string): TourStatus {
  return stored in tourStatuses ? (stored as TourStatus) : 'draft';
}

/** Labels of the form's fields, also used to compare two versions. */
export const tourFields = {
  title: fields.title,
  slug: 'Slug',
  location: fields.location,
  description: fields.description,
  url: 'URL de la visite',
  image_url: fields.image_url,
  tag_ids: 'Catégories',
  status: fields.status,
  is_featured: 'Coup de cœur',
  panorama_url: fields.panorama_url,
  client_name: fields.client_name,
  captured_on: fields.captured_on,
  panorama_count: 'Nombre de panoramas',
  need: fields.need,
  delivered: 'Ce qui a été livré',
  result: fields.result,
} as const;

export type TourField = keyof typeof tourFields;

/** Tells what becomes of the files of a tour that visitors are no longer shown (docs/decisions/0071). */
export const panoramasLeave = 'Les panoramas faits ici ne s’ouvrent plus à leur adresse un jour plus tard.';
