/** A text typed on one line: tabs and line breaks of a paste become spaces, since the database refuses them. */
export const singleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** A text typed on several lines, without the control characters that PostgreSQL cannot store. */
export const multiLine = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '').trim();

const unreadable =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\p{Cc}\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/**
 * Whether a text reads as it is stored: nothing invisible in it, and nothing that turns the reading direction. The same
 * characters as `private.is_one_line_text`.
 */
export const isOneLineText = (text: string): boolean => !unreadable.test(text);

/** Said of a text that is not: it cannot be seen where it went wrong. */
export const INVISIBLE_TEXT =
  'Ce texte contient un caractère invisible, souvent copié d’ailleurs. Effacez-le et retapez-le.';
