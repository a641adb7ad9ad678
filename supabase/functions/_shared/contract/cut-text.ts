const characters = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/**
 * Cuts a text to what a column of the database takes, between two characters as people see them: an emoji of several
 * parts, an accent that stands apart and a pair of surrogates stay whole or go.
 *
 * @param most largest length as PostgreSQL counts it, in code points
 */
export function cutText(text: string, most: number): string {
  // A text never has more code points than units.
  if (text.length <= most) return text;
  let [end, count] = [0, 0];
  for (const { segment } of characters.segment(text)) {
    count += [...segment].length;
    if (count > most) break;
    end += segment.length;
  }
  // One character that is longer than all that is allowed.
  return end === 0 ? [...text].slice(0, most).join('') : text.slice(0, end);
}
