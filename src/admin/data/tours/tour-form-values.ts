import type { Tables } from '@/shared/database.types';
import { orUndefined } from '@/shared/lib/text';
import { asTourStatus } from './tour-labels';
import type { TourFormValues } from './tours.schema';

/** A stored tour as the form holds it. */
export function toTourValues(
  row: Omit<Tables<'virtual_tours'>, 'created_at' | 'view_count'>,
  tag_ids: string[],
): TourFormValues {
  return {
    title: row.title,
    slug: row.slug,
    location: row.location ?? '',
    description: row.description ?? '',
    url: row.url,
    image_url: row.image_url ?? '',
    panorama_url: row.panorama_url ?? '',
    is_featured: row.is_featured,
    status: asTourStatus(row.status),
    tag_ids,
  };
}

/** What the form holds as the arguments of the function save_tour. */
export const toTourArguments = ({
  description,
  location,
  image_url,
  panorama_url,
  ...values
}: TourFormValues) => ({
  ...values,
  description: orUndefined(description),
  location: orUndefined(location),
  image_url: orUndefined(image_url),
  panorama_url: orUndefined(panorama_url),
});
