/** A text typed on one line: tabs and line breaks of a paste become spaces, since the database refuses them. */
export const singleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** A text typed on several lines, without the control characters that PostgreSQL cannot store. */
export const multiLine = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '').trim();
