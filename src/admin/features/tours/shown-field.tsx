import type { ReactNode } from 'react';
import { asTourStatus, type TourField, tourStatuses } from '@/admin/data/tours/tour-labels';
import type { TourFormValues } from '@/admin/data/tours/tours.schema';
import { pictureSrc } from '@/shared/lib/text';

/**
 * A field of a tour as a person reads it, to compare two versions.
 *
 * @param tagNames tag id → name; a tag that is no longer there is left out
 */
export function shownField(
  field: TourField,
  values: TourFormValues,
  tagNames: ReadonlyMap<string, string>,
): ReactNode {
  if (field === 'status') return tourStatuses[asTourStatus(values.status)];
  if (field === 'is_featured') return values.is_featured ? 'Oui' : 'Non';
  if (field === 'tag_ids') {
    const names = values.tag_ids.map((id) => tagNames.get(id)).filter((name) => name !== undefined);
    return names.sort((a, b) => a.localeCompare(b, 'fr-CA')).join(', ');
  }
  const picture = field === 'image_url' && pictureSrc(values.image_url);
  if (picture) return <img src={picture} alt="" width={800} height={433} className="h-auto w-full rounded" />;
  return values[field];
}
