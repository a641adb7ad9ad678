import { readTypedLines } from '@/admin/data/issued-quotes/issued-quotes.schema';

/** The lines that a form holds, one a row of text, to choose between two versions of them. */
export const linesInWords = (text: string): string =>
  readTypedLines(text)
    .map(
      ({ description, quantity, unit, price }) =>
        `${description}\u00a0: ${quantity} ${unit} à ${price}\u00a0$`,
    )
    .join('\n');
