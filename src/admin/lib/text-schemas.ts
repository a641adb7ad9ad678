import { z } from 'zod';

/** One line: a tab or a line break that came with a paste becomes a space; the database refuses them. */
export const line = z.string().transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim());

/** Several lines, without the control characters that PostgreSQL cannot store. */
export const paragraph = z.string().transform((text) => text.replace(/[^\P{Cc}\n\t]/gu, '').trim());

/** Whether a text is an address that the database takes as a link: http or https, without a space. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text);
}
