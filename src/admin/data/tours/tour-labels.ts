/** Whether the public sees a tour: stored value → French label. */
export const tourStatuses = {
  published: 'Publié',
  draft: 'Brouillon',
  archived: 'Archivé',
} as const;

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
