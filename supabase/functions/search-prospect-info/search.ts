import { normalizeEmail } from '../_shared/contact-details.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { type ErrorStatus, FunctionError } from '../_shared/errors.ts';
import { REGISTER_URL } from '../_shared/register.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import { SiteFailure, type SiteProblem } from '../_shared/site/site-address.ts';
import { readSite } from './read-site.ts';
import { type Details, findInRegisters, type Registered } from './registers.ts';
import { pageReader } from './site-reader.ts';

export interface SearchRequest {
  company: string;
  city?: string | null | undefined;
  region?: string | null | undefined;
  website?: string | null | undefined;
  /** An address known from elsewhere, to look for on the organisation's own pages. */
  email?: string | null | undefined;
}

/** A page, and when it was read (ISO 8601). */
interface Source {
  url: string;
  foundAt: string;
}

export interface SearchAnswer {
  email: string | null;
  phone: string | null;
  website: string | null;
  /** The page on which each value was found. */
  sources: Partial<Record<'email' | 'phone' | 'website', Source>>;
  /** The organisation's own page, or the municipal register, that shows the address to verify. */
  verified: Source | null;
  /** The page that asks not to be solicited. */
  notice: Source | null;
  /** In French: why the site or a register was not read. */
  note: string | null;
  /** Something could not be read: what was not found may still be there. */
  isPartial: boolean;
}

/** Timeout of one search, robots.txt and redirects included. */
const SEARCH_TIMEOUT_MS = 30_000;
const SOURCE_LENGTH = 500;

/** Status and French message for a site that could not be read. */
const problemErrors: Record<SiteProblem, [ErrorStatus, string]> = {
  refused: [400, 'L’adresse du site n’est pas celle d’un site public\u00a0: elle n’a pas été lue.'],
  unreachable: [502, 'Le site de l’organisation est injoignable.'],
  timeout: [504, 'Le site de l’organisation met trop de temps à répondre.'],
  robots: [502, 'Le site de l’organisation ne permet pas la lecture automatique (robots.txt).'],
  not_html: [502, 'L’adresse du site ne mène pas à une page web lisible.'],
  error_status: [502, 'La page du site de l’organisation n’existe pas ou ne répond pas.'],
};

/**
 * Finds the contact details that an organisation publishes on its own pages, else in the registers, and tells whether
 * they contain a known address. Nothing is guessed, and no language model is called. Throws a French FunctionError
 * when the site cannot be read and the registers know nothing.
 *
 * @param service asked only for an organisation without a site.
 */
export async function searchProspectInfo(
  { company, city, region, website: given, email }: SearchRequest,
  dependencies: Dependencies,
  signal: AbortSignal,
  service: () => ServiceApi,
): Promise<SearchAnswer> {
  const organisation = { company, city: city ?? '', region: region ?? '' };
  const registered: Registered = given
    ? { details: {}, warning: null }
    : await findInRegisters(dependencies, service(), organisation);
  const website = given || registered.details.website?.value;
  const toVerify = normalizeEmail(email ?? '') ?? undefined;
  const request = { website, company, toVerify };
  const own = await readOwnSite(dependencies, signal, request).catch((error: unknown) => {
    if (!(error instanceof SiteFailure)) throw error;
    const [status, message] = problemErrors[error.problem];
    if (Object.keys(registered.details).length > 0) return { ...emptySite, note: message, isUnread: true };
    throw new FunctionError(status, `site_${error.problem}`, message, error.message);
  });
  const found: Details = { ...registered.details, ...own.details };
  return {
    email: found.email?.value ?? null,
    phone: found.phone?.value ?? null,
    website: website ?? null,
    sources: Object.fromEntries(
      Object.entries(found).map(([name, { sourceUrl, foundAt }]) => [name, { url: sourceUrl, foundAt }]),
    ),
    verified: own.verified ?? inMunicipalRegister(registered.details.email, toVerify),
    notice: own.notice,
    note: [registered.warning, own.note].filter(Boolean).join(' ') || null,
    isPartial: registered.warning !== null || own.isUnread,
  };
}

/** An organisation's details on its own site. */
interface OwnSite extends Pick<SearchAnswer, 'verified' | 'notice' | 'note'> {
  details: Details;
  isUnread: boolean;
}

const emptySite: OwnSite = { details: {}, verified: null, notice: null, note: null, isUnread: false };

async function readOwnSite(
  dependencies: Dependencies,
  caller: AbortSignal,
  { website, ...request }: { website: string | undefined; company: string; toVerify: string | undefined },
): Promise<OwnSite> {
  if (!website) return { ...emptySite, note: 'Aucun site n’a été trouvé pour cette organisation.' };
  const signal = AbortSignal.any([caller, dependencies.clock.timeout(SEARCH_TIMEOUT_MS)]);
  const site = await readSite(pageReader(dependencies, signal), { website, ...request });
  const foundAt = new Date().toISOString();
  const cited = (url: string) => (url.length <= SOURCE_LENGTH ? url : new URL(url).origin);
  const dated = ({ value, sourceUrl }: { value: string; sourceUrl: string }) => ({
    value,
    foundAt,
    sourceUrl: cited(sourceUrl),
  });
  const source = (url: string | undefined) => (url ? { url: cited(url), foundAt } : null);
  const { email, phone } = site;
  return {
    ...emptySite,
    details: { ...(email && { email: dated(email) }), ...(phone && { phone: dated(phone) }) },
    verified: source(site.verifiedUrl),
    notice: source(site.noticeUrl),
  };
}

/** Accepts the register of municipalities as proof, and not OpenStreetMap, where anybody writes. */
function inMunicipalRegister(email: Details['email'], toVerify: string | undefined): Source | null {
  if (!email || email.value !== toVerify || email.sourceUrl !== REGISTER_URL) return null;
  return { url: email.sourceUrl, foundAt: email.foundAt };
}
