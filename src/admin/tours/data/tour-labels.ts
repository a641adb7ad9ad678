import type { Enums } from '@/shared/database.types';

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
  title: 'Titre',
  slug: 'Slug',
  location: 'Lieu',
  description: 'Description',
  url: 'URL de la visite',
  image_url: 'Image',
  tag_ids: 'Catégories',
  status: 'Statut',
  is_featured: 'Coup de cœur',
  panorama_url: 'Panorama',
  client_name: 'Client',
  captured_on: 'Date de captation',
  panorama_count: 'Nombre de panoramas',
  need: 'Besoin',
  delivered: 'Ce qui a été livré',
  result: 'Résultat',
} as const;

export type TourField = keyof typeof tourFields;

/** Tells what becomes of the files of a tour that visitors are no longer shown (docs/decisions/0071). */
export const panoramasLeave = 'Les panoramas faits ici ne s’ouvrent plus à leur adresse un jour plus tard.';
