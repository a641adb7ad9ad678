import { toAsciiAddress } from '@contract/email-address';
import { toUnicode } from 'punycode.js';

/** Matches a domain in the letters of French: the letters of another alphabet could look like them. */
const LATIN_TEXT = /^[\p{Script=Latin}\p{N}\p{M}.-]+$/u;

/** Returns an address as people write it: « bob@xn--qubec-csa.ca » is shown as « bob@québec.ca ». */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (!/(?:^|\.)xn--/i.test(domain)) return address;
  try {
    const shown = toUnicode(domain.toLowerCase());
    const isSame = toAsciiAddress(`a@${shown}`) === `a@${domain.toLowerCase()}`;
    return isSame && LATIN_TEXT.test(shown) ? address.slice(0, at) + shown : address;
  } catch {
    // No registry gave that name: its letters cannot be read.
    return address;
  }
}
