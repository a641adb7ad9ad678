import { asTourStatus, type TourField, tourFields, tourStatuses } from '@/admin/data/tours/tour-labels';
import type { TourFormValues } from '@/admin/data/tours/tours.schema';

/** A field in which two versions of a tour differ, both as French text. */
export type Difference = { field: TourField; label: string; theirs: string; mine: string };

/**
 * The fields that differ between the version that somebody else saved and the form, in the order of the form.
 *
 * @param tagNames tag id → name; a tag that is no longer there is left out
 */
export function differences(
  theirs: TourFormValues,
  mine: TourFormValues,
  tagNames: ReadonlyMap<string, string>,
): Difference[] {
  const read = (values: TourFormValues, field: TourField): string => {
    if (field === 'status') return tourStatuses[asTourStatus(values.status)];
    if (field === 'is_featured') return values.is_featured ? 'Oui' : 'Non';
    if (field !== 'tag_ids') return values[field];
    const names = values.tag_ids.map((id) => tagNames.get(id)).filter((name) => name !== undefined);
    return names.sort((a, b) => a.localeCompare(b, 'fr-CA')).join(', ');
  };
  return (Object.keys(tourFields) as TourField[])
    .map((field) => ({
      field,
      label: tourFields[field],
      theirs: read(theirs, field),
      mine: read(mine, field),
    }))
    .filter((difference) => difference.theirs !== difference.mine);
}
