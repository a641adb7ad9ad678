import { normalizeEmail } from '../_shared/contact-details.ts';
import { readAddresses } from '../_shared/contract/email-address.ts';
import { organisationDomain } from '../_shared/contract/mailboxes.ts';
import { fold, siteDomain } from '../_shared/fold.ts';
import { decodeCloudflare, type PageContent } from './page-content.ts';

export interface FoundEmail {
  value: string;
  /** True for a link, an attribute or structured data, which are meant to be read by programs. */
  isDeclared: boolean;
}

/** Longest written address, with its mark or the rest of an obfuscation. */
const LONGEST_WRITTEN = 500;
/** Largest number of addresses of one page. */
const MOST_ADDRESSES = 1_000;

/** Finds the addresses of a text; the marks of a list before a word are not of it: « *info@domaine.ca ». */
const addressesIn = (text: string): string[] =>
  readAddresses(text.replace(/(?<=^|[\s:(])[*~=-]{1,3}(?=[\p{L}\p{N}])/gu, '')).addresses.slice(
    0,
    MOST_ADDRESSES,
  );

/**
 * Matches « info (arobase) domaine (point) ca » and similar texts; brackets or spaces must set the word apart. It
 * expects single spaces: a run of them would be tried from each of its own.
 */
const WRITTEN_AT =
  / ?(?:[[({<] ?(?:arobase|arobas|at|a commercial|à|a|@|chez) ?[\])}>]| (?:arobase|arobas) | @ ) ?/giu;
const WRITTEN_DOT = / ?[[({<] ?(?:point|dot|\.) ?[\])}>] ?/giu;
const looseDot = /(@[\p{Letter}\p{Number}-]+(?:\.[\p{Letter}\p{Number}-]+)*) (?:point|dot) (?=\p{Letter})/giu;

/** Lists every address that a page publishes, each once, declared ones first. */
export function emailsIn(content: PageContent): FoundEmail[] {
  const declared = [
    ...content.links.flatMap(({ href }) => linked(href)),
    ...content.structured.emails,
    ...content.coded.map(deobfuscate),
  ].filter((text) => text.length <= LONGEST_WRITTEN);
  const scripts = content.scripts.map(withoutQuotes);
  const found = new Map<string, FoundEmail>();
  for (const [texts, isDeclared] of [
    [[...declared, ...scripts], true],
    [[deobfuscate(content.text)], false],
  ] as const) {
    for (const address of texts.flatMap(addressesIn)) {
      const value = normalizeEmail(address);
      if (value && !found.has(value)) found.set(value, { value, isDeclared });
    }
  }
  return [...found.values()];
}

/** Rewrites obfuscated addresses plainly. */
function deobfuscate(text: string): string {
  let plainText = text.replace(/\s+/g, ' ').replace(WRITTEN_AT, '@').replace(WRITTEN_DOT, '.');
  // Matches « info@domaine point qc point ca ».
  for (let turn = 0; turn < 3; turn++) plainText = plainText.replace(looseDot, '$1.');
  return plainText;
}

function linked(href: string): string[] {
  const cloudflare = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1];
  if (cloudflare) return [decodeCloudflare(cloudflare)];
  if (!/^mailto:/i.test(href)) return [];
  const written = href.slice('mailto:'.length).split('?')[0] ?? '';
  try {
    return [deobfuscate(decodeURIComponent(written))];
  } catch {
    return [deobfuscate(written)];
  }
}

/** Joins addresses concatenated in a script, « 'info' + '@' + 'domaine.ca' », and takes the quotation marks of its texts away. */
const withoutQuotes = (script: string): string =>
  script.replace(/['"]\s*\+\s*['"]/g, '').replace(/['"`]/g, ' ');

/** Mailboxes of an organisation rather than of a person, the more general ones first. */
const roles =
  /^(?:info|infos|information|contact|courriel|bonjour|hello|accueil|reception|administration|admin|adm|mairie|municipalite|ville|mrc|hoteldeville|secretariat|direction|dg|communication|communications|bureau|reservation|reservations|tourisme|service|services|servicealaclientele|clientele|ventes|boutique|musee|auberge|hotel|camping|gite|restaurant)(?:[._-].*|\d*)@/;

/** Mailboxes of the trade, of another service, or of no use for a first message. */
const offTopic =
  /^(?:webmestre|webmaster|emplois?|carrieres?|rh|cv|jobs|presse|media|medias|abuse|privacy|confidentialite|vieprivee|plaintes?|facturation|comptabilite|comptes?|taxes?|urgences?|urbanisme|travauxpublics|bibliotheque|dons?|support|hostmaster|postmaster)(?:[._-].*)?@/;

export interface Owner {
  company: string;
  /** Address of the page's site. */
  website: string;
}

/**
 * Chooses the address to write to: a role address on the site's own domain before a person's, then a webmail address;
 * one on another domain only when that bears the organisation's name (an agency's own in the footer is not theirs).
 * Pages come most telling first.
 */
export function bestEmail<Page extends { emails: FoundEmail[] }>(
  pages: readonly Page[],
  owner: Owner,
): { value: string; page: Page } | undefined {
  const candidates = pages.flatMap((page, order) =>
    page.emails.map(({ value, isDeclared }) => ({
      value,
      page,
      points: points(value, isDeclared, owner) - order * 0.5,
    })),
  );
  candidates.sort((left, right) => right.points - left.points);
  const [best] = candidates;
  return best && best.points > 0 ? best : undefined;
}

/** Scores an address; its role weighs less than its domain. */
function points(value: string, isDeclared: boolean, owner: Owner): number {
  const base = belongingScore(value, owner);
  if (base === 0) return 0;
  if (offTopic.test(value)) return 1;
  return base + (roles.test(value) ? 5 : 0) + (isDeclared ? 1 : 0);
}

/**
 * Scores a domain: 20 for the site's own, 12 for one that bears the same name, 6 for a webmail provider, 0 elsewhere.
 */
function belongingScore(value: string, { company, website }: Owner): number {
  const domain = value.slice(value.indexOf('@') + 1);
  const site = siteDomain(website) ?? '';
  if (domain === site || domain.endsWith(`.${site}`) || site.endsWith(`.${domain}`)) return 20;
  if (!organisationDomain(value)) return 6;
  const label = withoutSpaces(domain.split('.').slice(0, -1).join(' '));
  const siteLabel = withoutSpaces(site.split('.').slice(0, -1).join(' '));
  const name = fold(company)
    .split(' ')
    .filter((word) => word.length >= 5);
  const isSameName =
    siteLabel.length >= 5 && (label.includes(siteLabel) || (label.length >= 5 && siteLabel.includes(label)));
  return isSameName || name.some((word) => label.includes(word)) ? 12 : 0;
}

function withoutSpaces(text: string): string {
  return fold(text)
    .replace(/\b(?:qc|gouv|com)\b/g, '')
    .replaceAll(' ', '');
}
