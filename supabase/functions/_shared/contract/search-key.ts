/** Cache of the comparable form of each character. */
const plainCharacters = new Map<string, string>();

function plainOf(character: string): string {
  let kept = plainCharacters.get(character);
  if (kept === undefined) {
    kept = character
      .normalize('NFD')
      .replace(/\p{Diacritic}/gu, '')
      .toLowerCase()
      .replace('œ', 'oe')
      .replace('æ', 'ae')
      .replace('’', "'")
      .replace(/[\p{Dash}\s]/gu, ' ');
    plainCharacters.set(character, kept);
  }
  return kept;
}

/**
 * Normalises a text for comparison: lower case, without accents, ligatures, dashes nor doubled or outer spaces, so
 * that « Sacré-Cœur » is found by « sacre coeur ». Ten thousand rows are prepared at once, so only characters that
 * are neither a letter, a digit nor a common sign of ASCII are examined.
 */
export function searchKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^ -,.-\]_a-~]/gu, plainOf)
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * Normalises a place's name for comparison: accents, punctuation and « St » for « Saint » do not count, so that «
 * Saint-Félicien » is found by « st felicien ». The database does the same (private.place_key).
 */
export function placeKey(name: string): string {
  return searchKey(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint')
    .replace(/\bste\b/g, 'sainte');
}

/** Letters and signs that placeKey has looked at: Latin, with its accents and its punctuation. */
const latinText =
  /(?:[\t-\u036f\u1e00-\u1eff\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\ufeff]|[\ufe00-\ufe0f])+/g;

/**
 * Normalises the name of a person or an organisation, by which it is known again: like placeKey, with the letters of other
 * alphabets, « ᑰᔾᔪᐊᖅ ». The database does the same (private.name_key).
 */
export const nameKey = (name: string): string =>
  `${placeKey(name)} ${name.normalize('NFD').replace(latinText, '')}`.trim() || name.trim().toLowerCase();
