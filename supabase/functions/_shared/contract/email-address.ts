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
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${folded.slice(0, at + 1)}${new URL(address).hostname}` : folded;
}
