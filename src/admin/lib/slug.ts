import { searchKey } from '@contract/search-key';

/** What the database accepts as a slug, and what `slugify` leaves as it is. */
export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * The end of an address made from a title or a name (specification, section 5): lower case, accents and ligatures
 * taken apart, everything else a hyphen, none at the edges. Empty when the text holds no Latin letter nor digit.
 *
 * @param max the longest that the column accepts; the cut leaves no hyphen at the end
 */
export function slugify(text: string, max: number): string {
  return searchKey(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, max)
    .replace(/-$/, '');
}
