import { fold, siteDomain } from '../_shared/fold.ts';
import { civicName } from '../_shared/register.ts';
import type { Candidate } from './candidate.ts';

/** An organisation of the contacts or of the trip's prospects. */
export interface KnownOrganisation {
  external_id: string | null;
  company: string;
  city: string;
  email: string | null;
  website: string | null;
}

/** Platforms that host many organisations: their domain identifies none. */
const platforms =
  /(^|\.)(facebook|instagram|linkedin|twitter|x|youtube|tiktok|airbnb|booking|tripadvisor|google|wixsite|square|blogspot|wordpress|weebly|ubereats|doordash)\.(com|ca|site)$|^(linktr\.ee|sites\.google\.com)$/;

interface NamedPlace {
  externalId: string | null;
  company: string;
  city: string;
  email: string | null | undefined;
  website: string | null | undefined;
}

function keysOf({ externalId, company, city, email, website }: NamedPlace): string[] {
  const domain = siteDomain(website);
  return [
    ...(externalId ? [`id:${externalId}`] : []),
    ...(email ? [`email:${email.toLowerCase()}`] : []),
    ...(domain && !platforms.test(domain) ? [`site:${domain}`] : []),
    `name:${civicName(company)}|${fold(city)}`,
  ];
}

/**
 * Removes candidates that are known or repeated: same register number, e-mail, domain of the site, or name and town
 * without accents. The first of two duplicates is kept, so put the better source first.
 */
export function withoutKnown(
  candidates: readonly Candidate[],
  known: readonly KnownOrganisation[],
): Candidate[] {
  const seen = new Set(
    known.flatMap(({ external_id: externalId, ...organisation }) => keysOf({ externalId, ...organisation })),
  );
  return candidates.filter(({ externalId, company, city, email, website }) => {
    const keys = keysOf({ externalId, company, city, email: email?.value, website: website?.value });
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}
