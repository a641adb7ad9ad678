import type { Tag } from '@/shared/data/tags';
import { formatNumber } from '@/shared/lib/numbers';
import { searchKey } from '@/shared/lib/text';
import { idle } from '@/shared/lib/when-idle';
import type { PublicTour } from '@/site/data/tours';

/** A tour with what its card shows, worked out once per list. */
export type PortfolioEntry = { tour: PublicTour; tags: Tag[] };

/** The tags of a tour, in the order of `tags`. */
export function tagsOf({ virtual_tour_tags: links }: PublicTour, tags: readonly Tag[]): Tag[] {
  return tags.filter((tag) => links.some((link) => link.tag_id === tag.id));
}

const entriesByTags = new WeakMap<readonly Tag[], WeakMap<PublicTour, PortfolioEntry>>();

/** Prepares a list of tours for filtering. The same tour and tags give the same entry: its card is not drawn again. */
export function portfolioEntries(tours: readonly PublicTour[], tags: readonly Tag[]): PortfolioEntry[] {
  const made = entriesByTags.get(tags) ?? new WeakMap<PublicTour, PortfolioEntry>();
  entriesByTags.set(tags, made);
  return tours.map((tour) => {
    const entry = made.get(tour) ?? { tour, tags: tagsOf(tour, tags) };
    made.set(tour, entry);
    return entry;
  });
}

const keys = new WeakMap<PublicTour, string>();

/** What the search reads of a tour, worked out once. */
function keyOf(tour: PublicTour): string {
  let key = keys.get(tour);
  if (key === undefined) {
    // A separator that no search text can hold: a match never straddles two fields.
    key = [tour.title, tour.location, tour.description].map((text) => searchKey(text ?? '')).join('\n');
    keys.set(tour, key);
  }
  return key;
}

/** Tours whose keys are worked out in one go: a few milliseconds of a phone. */
const SLICE = 200;

/**
 * Has what the search reads ready before anybody types, a slice at a time when the browser has nothing better to do:
 * together with the arrival of 1 500 tours it would keep a phone busy for long enough to be felt.
 *
 * @returns calls the rest off
 */
export function prepareSearch(tours: readonly PublicTour[]): () => void {
  let left = false;
  void (async () => {
    for (let from = 0; from < tours.length && !left; from += SLICE) {
      await idle();
      tours.slice(from, from + SLICE).forEach(keyOf);
    }
  })();
  return () => {
    left = true;
  };
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
    ({ tour, tags }) =>
      (key === '' || keyOf(tour).includes(key)) &&
      (tagIds.size === 0 || tags.some((tag) => tagIds.has(tag.id))),
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
