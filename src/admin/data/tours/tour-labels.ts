import type { Enums } from '@/shared/database.types';

/** Whether the public sees a tour: stored value → French label. */
export const tourStatuses = {
  published: 'Publié',
  draft: 'Brouillon',
  archived: 'Archivé',
} as const satisfies Record<Enums<'tour_status'>, string>;

export type TourStatus = keyof typeof tourStatuses;

/** The status as one of those we know. The database checks it; a newer one would count as a draft. */
export function asTourStatus(stored: string): TourStatus {
  return stored in tourStatuses ? (stored as TourStatus) : 'draft';
}

/** The fields of the form, as its labels and the comparison of two versions name them. */
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

/** What taking a tour off the site does not do, and what does. */
export const panoramasStay =
  'Les images des panoramas publiés ici restent accessibles à qui en a gardé l’adresse. Pour les retirer aussi, supprimez la visite, puis videz la corbeille; celles de moins d’une semaine partent plus tard.';
