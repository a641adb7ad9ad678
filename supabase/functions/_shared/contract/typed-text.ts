/** Puts a typed text on one line: tabs and line breaks of a paste become spaces, since the database refuses them. */
export const singleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Removes from a typed text the control characters that PostgreSQL cannot store. */
export const multiLine = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '').trim();

const unreadable =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\p{Cc}\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/**
 * Tells whether a text reads as it is stored: it has nothing invisible, and nothing that turns the reading direction.
 * The characters are those of `private.is_one_line_text`.
 */
export const isOneLineText = (text: string): boolean => !unreadable.test(text);

/** Message for a text with invisible characters: its author cannot see where. */
export const INVISIBLE_TEXT =
  'Ce texte contient un caractère invisible, souvent copié d’ailleurs. Effacez-le et retapez-le.';
