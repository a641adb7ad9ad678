/** What stands before the part of a message that is for whoever installed the product, and that screens fold. */
const MARK = ' Détails techniques\u00a0: ';

/** A message of one sentence for the owner, then what the installer needs: names of variables, codes. */
export const withDetails = (sentence: string, details: string): string => `${sentence}${MARK}${details}`;

/** The two parts of a message; `details` is empty where there are none. */
export function splitDetails(message: string): { sentence: string; details: string } {
  const [sentence = '', ...details] = message.split(MARK);
  return { sentence, details: details.join(MARK) };
}
