import { searchKey } from '@contract/search-key';

/** The database's pattern for slugs, which `slugify` leaves unchanged. */
export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Makes a slug from a title or a name (specification, section 5): lower case, accents and ligatures decomposed,
 * everything else a hyphen, none at the edges. Empty when the text holds no Latin letter nor digit.
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
