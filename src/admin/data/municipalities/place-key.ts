import { searchKey } from '@/shared/lib/text';

/**
 * A place's name prepared for comparison: accents, punctuation and « St » for « Saint » do not count, so that
 * « Saint-Félicien » is found by « st felicien ». The database does the same (private.place_key).
 */
export function placeKey(name: string): string {
  return searchKey(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint')
    .replace(/\bste\b/g, 'sainte');
}
