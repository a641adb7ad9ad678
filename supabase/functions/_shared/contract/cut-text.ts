/**
 * Cuts a text to what a column of the database takes, between two characters as people see them: an emoji of several
 * parts, an accent that stands apart and a pair of surrogates stay whole or go.
 *
 * @param most largest length as PostgreSQL counts it, in code points
 */
export function cutText(text: string, most: number): string {
  let end = 0;
  for (let count = 0; count < most && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  if (end >= text.length) return text;
  const characters = new Intl.Segmenter('fr', { granularity: 'grapheme' });
  const start = characters.segment(text).containing(end)?.index ?? end;
  // A first character that is longer than all that is allowed is cut all the same.
  return text.slice(0, start || end);
}
