import { z } from 'zod';
import { multiLine, singleLine } from '@/shared/lib/typed-text';

/** A text on one line, trimmed and without control characters. */
export const line = z.string().transform(singleLine);

/** A text on several lines, trimmed and without control characters. */
export const paragraph = z.string().transform(multiLine);

/** Whether the database accepts a text as a link: http or https, without a space. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text);
}
