import { readTypedLines } from '../data/issued-quotes.schema';

/** Formats the lines of a form, one a row of text, for a choice between two versions. */
export const linesInWords = (text: string): string =>
  readTypedLines(text)
    .map(
      ({ description, quantity, unit, price }) =>
        `${description}\u00a0: ${quantity} ${unit} à ${price}\u00a0$`,
    )
    .join('\n');
