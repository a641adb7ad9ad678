import { fold } from './fold.ts';

/** Web addresses, e-mails and telephone numbers. */
const contactDetails =
  /https?:|www\.|\b[a-z0-9-]+\.(?:ca|com|org|net|quebec|qc|test)\b|\S@\S|\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}/i;

/** Proper names used in the studio's own trade. */
const tradeWords = ['mrc', 'quebec', 'google', 'street', 'view', 'maps', 'mamh', 'canada'];

/** Tells whether a text has a web address, an e-mail or a telephone number: a model must never supply one. */
export const hasContactDetails = (text: string): boolean => contactDetails.test(text);

/** Lists the capitalised names of a text (other than a sentence's first word) that the facts do not hold. */
export function unknownNames(text: string, facts: readonly string[]): string[] {
  const words = new Set([...facts.flatMap((fact) => fold(fact).split(' ')), ...tradeWords]);
  return properNames(text).filter((name) =>
    fold(name)
      .split(' ')
      .some((word) => word.length > 1 && !words.has(word)),
  );
}

/**
 * Tells whether a text is grounded in the facts: it has no address or telephone number, and no figure or capitalised
 * name (other than a sentence's first word) that the facts do not hold.
 */
export function isGrounded(text: string, facts: readonly string[]): boolean {
  if (hasContactDetails(text)) return false;
  const numbers = new Set(facts.flatMap(numbersOf));
  if (numbersOf(text).some((number) => number !== '360' && !numbers.has(number))) return false;
  return unknownNames(text, facts).length === 0;
}

/** Extracts numbers whatever their thousands separator: « 12 345,6 » → 12345.6. */
function numbersOf(text: string): string[] {
  const matches = text.match(/\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g) ?? [];
  return matches.map((number) => String(Number(number.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.'))));
}

/** Lists the capitalised words that do not begin a sentence. */
function properNames(text: string): string[] {
  const sentences = text.split(/(?<=[.!?:;«»\n])[\s\u00a0]+/);
  return sentences.flatMap((sentence) => {
    const words = sentence.match(/[\p{Letter}\p{Number}][\p{Letter}\p{Number}'’-]*/gu) ?? [];
    return words.slice(1).flatMap((word) => {
      // In « d'Amqui », the part before the apostrophe is a function word.
      const name = word.replace(/^(?:[dlnsjmtc]|qu|jusqu|lorsqu|puisqu)['’]/iu, '');
      return /^\p{Uppercase_Letter}/u.test(name) ? [name] : [];
    });
  });
}
