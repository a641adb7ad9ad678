import { fontCharacters } from './font-characters.ts';
import { composeText, lineEnds } from './typed-text.ts';

const classOf = (ranges: string) => new RegExp(`^[\\n${ranges}]*$`, 'u');
const ownFontCharacters = classOf(fontCharacters.own);
const aboriginalCharacters = classOf(fontCharacters.aboriginal);
const printedCharacters = classOf(Object.values(fontCharacters).join(''));

/** A font of printed documents: that of the text's style, or a fallback for letters and symbols. */
export type CharacterFont = 'own' | 'aboriginal' | 'other';

/** Tells which font prints a character of `printable`. */
export const fontOf = (character: string): CharacterFont =>
  ownFontCharacters.test(character) ? 'own' : aboriginalCharacters.test(character) ? 'aboriginal' : 'other';

/** The nearest sign of characters that no font has: spaces, hyphens, and pictures with a sign of the same meaning. */
const nearSigns: Record<string, string> = {
  '\t': ' ',
  '\u202f': '\u00a0',
  '\u2010': '-',
  '\u2011': '-',
  '✅': '✔',
  '❌': '✘',
  '❎': '✘',
  '⭐': '★',
  '❓': '?',
  '❗': '!',
  '👉': '→',
  '📞': '☎',
  '📧': '✉',
  '\u20e3': '',
};

/** Returns the closest printable replacement of a character; undefined when there is none. */
function signOf(character: string): string | undefined {
  const known = nearSigns[character];
  if (known !== undefined) return known;
  if (character === '\n' || printedCharacters.test(character)) return character;
  if (/[\p{Cc}\p{Cf}\p{Variation_Selector}]/u.test(character)) return '';
  if (/\p{Zs}/u.test(character)) return ' ';
  const nearest = Array.from(character.normalize('NFKD')).filter((part) => printedCharacters.test(part));
  return nearest.join('').replace(/\p{M}/gu, '') || undefined;
}

/**
 * Rewrites a text with the characters of the printed documents: composed, without control or invisible characters, and
 * with the nearest sign of one that no font has. One without such a sign is printed as its code, « [U+1F388] »: PDF/UA
 * allows no character without a glyph, and a document says what it does not show.
 */
export function printable(text: string): string {
  const typed = lineEnds(composeText(text));
  if (ownFontCharacters.test(typed)) return typed;
  return Array.from(
    typed,
    (character) =>
      signOf(character) ?? `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
  ).join('');
}

/** Lists the signs of a text that a printed document cannot show, each once, as a person sees them. */
export function unprintable(text: string): string[] {
  if (ownFontCharacters.test(text)) return [];
  const signs = Array.from(new Intl.Segmenter('fr').segment(composeText(text)), ({ segment }) => segment);
  return [...new Set(signs)].filter((sign) =>
    Array.from(sign).some((character) => signOf(character) === undefined),
  );
}

/** Says which signs of a text a printed document cannot show; undefined when it shows all. */
export function printFault(text: string): string | undefined {
  const signs = unprintable(text);
  if (signs.length === 0) return undefined;
  const named = signs.slice(0, 5).map((sign) => `«\u00a0${sign}\u00a0»`);
  return `Le PDF ne peut pas montrer ${named.join(', ')}. Remplacez ${signs.length > 1 ? 'ces signes' : 'ce signe'}.`;
}
