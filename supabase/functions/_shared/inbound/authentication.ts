/** What the receiving server found of the sender, as `Authentication-Results` says it (RFC 8601). */
export interface Authentication {
  spf: string;
  dkim: string;
  dmarc: string;
}

/** `pass`: who it says it is; `fail`: somebody else; `unknown`: nobody can tell. */
export type SenderCheck = 'pass' | 'fail' | 'unknown';

const LONGEST = 4_000;

/**
 * Reads the results that the provider's own server wrote. It puts them above what came; of the lines that bear its name only
 * the first counts, for a sender may have written others below.
 *
 * @param results values of the header, in the order of the message
 * @param server the name of the provider's server; undefined: it is not known, and nobody's results count
 * @param from the address that the message says it is from
 */
export function checkSender(
  results: readonly string[],
  server: string | undefined,
  from: string,
): { authentication: Authentication; check: SenderCheck } {
  const name = server?.toLowerCase();
  const own = name && results.find((value) => value.trimStart().toLowerCase().startsWith(name));
  // Comments hold what the sender chose.
  const said = (own || '')
    .slice(0, LONGEST)
    .replace(/\([^()]*\)/g, ' ')
    .toLowerCase();
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const find = (method: string) => new RegExp(`\\b${method}=([a-z]+)`).exec(said)?.[1] ?? 'none';
  const envelope = /\b(?:envelope-from|smtp\.mailfrom)="?[^\s;"@]*@?([^\s;"]+)/.exec(said)?.[1] ?? '';
  const signers = [...said.matchAll(/\bdkim=([a-z]+)[^;]*?\bheader\.[id]=@?(?:[^\s;@]*@)?([^\s;]+)/g)];
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

/** One domain is the other, or below it. */
const isAligned = (one: string, other: string) =>
  one !== '' &&
  other !== '' &&
  (one === other || one.endsWith(`.${other}`) || (other.endsWith(`.${one}`) && one.includes('.')));
