import type { Tag } from '@/shared/data/tags';
import type { PublicTour } from '@/site/data/tours';

/** A tour with its tags, as a card shows them. */
export type TourEntry = { tour: PublicTour; tags: Tag[] };

/** The tags of a tour, in the order of `tags`. */
export function tagsOf({ virtual_tour_tags: links }: PublicTour, tags: readonly Tag[]): Tag[] {
  return tags.filter((tag) => links.some((link) => link.tag_id === tag.id));
}

const entriesByTags = new WeakMap<readonly Tag[], WeakMap<PublicTour, TourEntry>>();

/** Joins tours with their tags. The same tour and tags give the same object, so that its card is not rendered again. */
export function tourEntries(tours: readonly PublicTour[], tags: readonly Tag[]): TourEntry[] {
  const cached = entriesByTags.get(tags) ?? new WeakMap<PublicTour, TourEntry>();
  entriesByTags.set(tags, cached);
  return tours.map((tour) => {
    const entry = cached.get(tour) ?? { tour, tags: tagsOf(tour, tags) };
    cached.set(tour, entry);
    return entry;
  });
}
