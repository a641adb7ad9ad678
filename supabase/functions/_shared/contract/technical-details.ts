/** Separator before the part of a message that concerns the installer, which screens fold. */
const DETAILS_MARK = ' Détails techniques\u00a0: ';

/**
 * Composes a message of one sentence for the owner, followed by details for the installer: names of variables, codes.
 */
export const withDetails = (sentence: string, details: string): string =>
  `${sentence}${DETAILS_MARK}${details}`;

/** Splits a message into its two parts; `details` is empty where there are none. */
export function splitDetails(message: string): { sentence: string; details: string } {
  const [sentence = '', ...details] = message.split(DETAILS_MARK);
  return { sentence, details: details.join(DETAILS_MARK) };
}
