import type { Tables } from '@/shared/database.types';
import { orUndefined } from '@/shared/lib/text';
import { asTourStatus } from './tour-labels';
import type { TourFormValues } from './tours.schema';

/** Converts a stored tour to the form's values. */
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
    client_name: row.client_name ?? '',
    captured_on: row.captured_on ?? '',
    panorama_count: row.panorama_count ? String(row.panorama_count) : '',
    need: row.need ?? '',
    delivered: row.delivered ?? '',
    result: row.result ?? '',
    is_featured: row.is_featured,
    status: asTourStatus(row.status),
    tag_ids,
  };
}

/** Converts the form's values to the arguments of the function save_tour. */
export const toTourArguments = ({
  description,
  location,
  image_url,
  panorama_url,
  client_name,
  captured_on,
  panorama_count,
  need,
  delivered,
  result,
  ...values
}: TourFormValues) => ({
  ...values,
  description: orUndefined(description),
  location: orUndefined(location),
  image_url: orUndefined(image_url),
  panorama_url: orUndefined(panorama_url),
  client_name: orUndefined(client_name),
  captured_on: orUndefined(captured_on),
  panorama_count: panorama_count === '' ? undefined : Number(panorama_count),
  need: orUndefined(need),
  delivered: orUndefined(delivered),
  result: orUndefined(result),
});
