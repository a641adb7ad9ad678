import type { Tag } from '@/data/tags/tags.public';
import type { PublicTour } from '@/data/tours/tours.public';
import { formatNumber } from '@/lib/numbers';
import { searchKey } from '@/lib/text';

/** A tour with what its card shows and what the search reads, worked out once per list. */
export type PortfolioEntry = { tour: PublicTour; tags: Tag[]; key: string };

/** The tags of a tour, in the order of `tags`. */
export function tagsOf(tour: PublicTour, tags: readonly Tag[]): Tag[] {
  const ids = new Set(tour.virtual_tour_tags.map((link) => link.tag_id));
  return tags.filter((tag) => ids.has(tag.id));
}

/** Prepares a list of tours for filtering. */
export function portfolioEntries(tours: readonly PublicTour[], tags: readonly Tag[]): PortfolioEntry[] {
  return tours.map((tour) => ({
    tour,
    tags: tagsOf(tour, tags),
    // A separator that no search text can hold: a match never straddles two fields.
    key: [tour.title, tour.location, tour.description].map((text) => searchKey(text ?? '')).join('\n'),
  }));
}

/**
 * The entries whose title, place or description holds the text, and that carry at least one of the tags.
 * No text and no tag keep everything (specification, section 5).
 *
 * @param text as typed: case, accents and outer spaces do not count
 */
export function filterEntries(
  entries: readonly PortfolioEntry[],
  text: string,
  tagIds: ReadonlySet<string>,
): readonly PortfolioEntry[] {
  const key = searchKey(text);
  return entries.filter(
    (entry) => entry.key.includes(key) && (tagIds.size === 0 || entry.tags.some((tag) => tagIds.has(tag.id))),
  );
}

/**
 * « 1 réalisation », « 12 réalisations », followed by « trouvée(s) » when filters are active: singular for 1,
 * plural otherwise, 0 included (specification, section 9).
 */
export function resultLabel(count: number, filtered: boolean): string {
  const noun = count === 1 ? 'réalisation' : 'réalisations';
  return `${formatNumber(count)} ${noun}${filtered ? ' trouvée(s)' : ''}`;
}
