/** Characters that nobody sees, or that turn the reading direction, with the controls: `private.is_one_line_text`. */
const invisibleClass =
  '\\u034f\\u17b4\\u17b5\\u180b-\\u180f\\p{Cc}\\u00ad\\u061c\\u115f\\u1160\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}';
/** The marks inside an emoji of several characters, « 👨‍👩‍👧 » or the flag of a nation, which everybody sees. */
const emojiJoin =
  '[\\u2190-\\u2bff\\ufe0f\\u{1f000}-\\u{1faff}]\\u200d(?=[\\u2190-\\u2bff\\u{1f000}-\\u{1faff}])|\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{1,8}\\u{e007f}';
const unreadableText = new RegExp(`[${invisibleClass}]`, 'u');
const emojiJoins = new RegExp(emojiJoin, 'gu');
const emojiParts = new RegExp(`${emojiJoin}|.`, 'gsu');
const joinsAndInvisible = new RegExp(`(${emojiJoin})|[${invisibleClass}]`, 'gu');
const edgeCharacter = new RegExp(`^[${invisibleClass}\\s]$`, 'u');

/** The signs of Word's symbol fonts, which a paste brings as characters that no other font has (private use). */
const wordSigns: Readonly<Record<string, string>> = {
  '\uf02d': '−',
  '\uf06c': '●',
  '\uf06e': '■',
  '\uf06f': '□',
  '\uf071': '❑',
  '\uf076': '❖',
  '\uf0a7': '▪',
  '\uf0a8': '◻',
  '\uf0b0': '°',
  '\uf0b7': '•',
  '\uf0d8': '➢',
  '\uf0e0': '→',
  '\uf0e8': '➔',
  '\uf0fb': '✘',
  '\uf0fc': '✔',
  '\uf0fe': '☑',
};

/** Puts a text in composed form (NFC), with the bullets and arrows of Word as everybody sees them. */
export const composeText = (text: string): string =>
  text.normalize('NFC').replace(/[\uf020-\uf0ff]/g, (sign) => wordSigns[sign] ?? sign);

/** Replaces every line break by « \n »: also a vertical tab, a form feed, NEL and Unicode's separators. */
export const lineEnds = (text: string): string => text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');

/** Removes the white space and the invisible marks around a text: they come with a copy, and nobody typed them. */
export function trimInvisible(text: string): string {
  const characters = text.match(emojiParts) ?? [];
  const first = characters.findIndex((one) => !edgeCharacter.test(one));
  const last = characters.findLastIndex((one) => !edgeCharacter.test(one));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

/**
 * Puts a typed text on one line, in composed form (NFC): tabs and line breaks of a paste become spaces, since the
 * database refuses them, and invisible marks around it are taken off.
 */
export const singleLine = (text: string): string =>
  trimInvisible(
    composeText(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, (gap) => (/^\p{Zs}+$/u.test(gap) ? gap : ' ')),
  );

/** Puts a typed text in composed form (NFC) with one kind of line end, without the control characters that PostgreSQL cannot store. */
export const multiLine = (text: string): string =>
  lineEnds(composeText(text))
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

/** Removes everything invisible of a text on one line, for files: nobody is there to retype it. */
export const visibleLine = (text: string): string => singleLine(text).replace(joinsAndInvisible, '$1').trim();

/**
 * Tells whether a text reads as it is stored: it has nothing invisible, and nothing that turns the reading direction.
 * The characters are those of `private.is_one_line_text`.
 */
export const isOneLineText = (text: string): boolean => !unreadableText.test(text.replace(emojiJoins, ''));

/** Message for a text with invisible characters: its author cannot see where. */
export const INVISIBLE_TEXT =
  'Ce texte contient un caractère invisible, souvent copié d’ailleurs. Effacez-le et retapez-le.';
