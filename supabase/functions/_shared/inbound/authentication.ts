/** The receiving server's findings about the sender, as in `Authentication-Results` (RFC 8601). */
export interface Authentication {
  spf: string;
  dkim: string;
  dmarc: string;
}

/** `pass`: the sender is authentic; `fail`: somebody else sent it; `unknown`: it cannot be checked. */
export type SenderCheck = 'pass' | 'fail' | 'unknown';

const MAX_LENGTH = 4_000;

/**
 * Reads the results that the provider's own server wrote. The server puts them above the received headers: of the
 * lines with its name only the first counts, since a sender may have forged others below.
 *
 * @param results values of the header, in the order of the message
 * @param server the name of the provider's server; undefined: it is unknown, and no results count
 * @param from the sender's address in the message
 */
export function checkSender(
  results: readonly string[],
  server: string | undefined,
  from: string,
): { authentication: Authentication; check: SenderCheck } {
  const name = server?.toLowerCase();
  const own = name && results.find((value) => value.trimStart().toLowerCase().startsWith(name));
  // Comments contain text of the sender's choice.
  const findings = (own || '')
    .slice(0, MAX_LENGTH)
    .replace(/\([^()]*\)/g, ' ')
    .toLowerCase();
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const find = (method: string) => new RegExp(`\\b${method}=([a-z]+)`).exec(findings)?.[1] ?? 'none';
  const envelope = /\b(?:envelope-from|smtp\.mailfrom)="?[^\s;"@]*@?([^\s;"]+)/.exec(findings)?.[1] ?? '';
  const signers = [...findings.matchAll(/\bdkim=([a-z]+)[^;]*?\bheader\.[id]=@?(?:[^\s;@]*@)?([^\s;]+)/g)];
  const signed = signers.filter(([, , signer = '']) => isAligned(signer, domain));
  const dkim = signed.some(([, result]) => result === 'pass') ? 'pass' : (signed[0]?.[1] ?? find('dkim'));
  const authentication = { spf: find('spf'), dkim, dmarc: find('dmarc') };
  return { authentication, check: verdict(authentication, signed.length > 0, isAligned(envelope, domain)) };
}

function verdict(
  { spf, dkim, dmarc }: Authentication,
  isSigned: boolean,
  isSentByThem: boolean,
): SenderCheck {
  if (dmarc === 'pass') return 'pass';
  if (dmarc === 'fail') return 'fail';
  if ((isSigned && dkim === 'pass') || (isSentByThem && spf === 'pass')) return 'pass';
  return spf === 'fail' || (isSigned && dkim === 'fail') ? 'fail' : 'unknown';
}

/** Tells whether one domain equals the other or is below it. */
const isAligned = (one: string, other: string) =>
  one !== '' &&
  other !== '' &&
  (one === other || one.endsWith(`.${other}`) || (other.endsWith(`.${one}`) && one.includes('.')));
