import { cutText } from './cut-text.ts';
import { trimInvisible } from './typed-text.ts';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const pattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$`);

/**
 * Tells whether the database accepts a text as an address: `private.is_email_address`, with the same golden cases
 * (tests/unit/email-addresses.ts; docs/decisions/0035).
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= 255 && text.indexOf('@') <= 64 && pattern.test(text) && !text.includes('=?');
}

/**
 * Rewrites an address as stored: compatibility forms folded (a full-width letter is the letter) and its domain in
 * ASCII (« québec.ca » is « xn--qubec-csa.ca »). A text that is no address stays invalid for `isEmailAddress`.
 */
export function toAsciiAddress(typed: string): string {
  const folded = typed.normalize('NFKC').trim();
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  // Letters, digits and marks only: anything else could end the host's name and be lost.
  if (at < 1 || /^[ -~]*$/.test(domain) || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return folded;
  // No top-level domain mixes alphabets: a mixture is an address followed by a word, « ville.exampleTél ».
  const [last = ''] = domain.split('.').slice(-1);
  if (/[^ -~]/.test(last) && /[a-z]/i.test(last)) return folded;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${folded.slice(0, at + 1)}${new URL(address).hostname}` : folded;
}

/**
 * Separates the words of a text: what stands in no address. Typographic apostrophes, accents and invisible marks belong to a word,
 * so that one with them is refused whole rather than cut.
 */
const addressSeparator = /[^\p{L}\p{N}\p{M}\p{Cf}.!#$%&'’‘*+/=?^_`~@-]+/u;

/** Longest word that is examined; an address has at most 255 characters. */
const LONGEST_WORD = 600;

/** Returns the address of a word as stored; undefined when the word as a whole is none. */
function addressOf(word: string): string | undefined {
  const address = toAsciiAddress(word);
  const [last = ''] = word.split('.').slice(-1);
  // The next word, written without a space: « ville.exampleTel », « ville.ca418 ».
  const isOverrun = /[a-z][A-Z]/.test(last) || (/\d/.test(last) && !/^xn--/i.test(last));
  return isEmailAddress(address) && !isOverrun ? address : undefined;
}

/**
 * Reads the addresses of a cell, a list or a line, as stored: the whole text, else each whole word of it with an « @ »; a part of a
 * word is never an address.
 *
 * @returns the addresses, each once whatever its case, and the words that are none
 */
export function readAddresses(text: string): { addresses: string[]; refused: string[] } {
  const whole = addressOf(trimInvisible(text));
  if (whole) return { addresses: [whole], refused: [] };
  const addresses = new Map<string, string>();
  const refused = new Set<string>();
  const add = (address: string) =>
    addresses.set(address.toLowerCase(), addresses.get(address.toLowerCase()) ?? address);
  for (const piece of text.replaceAll('＠', '@').split(addressSeparator)) {
    if (!piece.includes('@')) continue;
    if (piece.length > LONGEST_WORD) {
      refused.add(cutText(piece, LONGEST_WORD));
      continue;
    }
    const bare = trimInvisible(piece).replace(/[.!?]+$/, '');
    const word = /^(['‘])(.*)['’]$/.exec(bare)?.[2] ?? bare;
    const one = addressOf(word);
    // Two addresses with a stroke between them are two; one address may have a stroke.
    const several = one ? [one] : word.split('/').map(addressOf);
    if (several.every((address) => address !== undefined)) several.forEach(add);
    else refused.add(word);
  }
  return { addresses: [...addresses.values()], refused: [...refused] };
}

/** Rewrites the addresses of a search as they are stored: « bob@québec.ca » is found as « bob@xn--qubec-csa.ca ». */
export const searchedAs = (typed: string): string =>
  typed.replace(/\S+@\S+/g, (word) => toAsciiAddress(word));
