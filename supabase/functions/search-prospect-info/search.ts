import type { Dependencies } from '../_shared/dependencies.ts';
import { type ErrorStatus, FunctionError } from '../_shared/errors.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import { readSite } from './read-site.ts';
import { type Details, findInRegisters } from './registers.ts';
import { SiteFailure, type SiteProblem } from './site-address.ts';
import { pageReader } from './site-reader.ts';

export interface SearchRequest {
  company: string;
  city?: string | null | undefined;
  region?: string | null | undefined;
  website?: string | null | undefined;
}

export interface SearchAnswer {
  email: string | null;
  phone: string | null;
  website: string | null;
  /** For each value found: the page it stands on, and when it was read (ISO 8601). */
  sources: Partial<Record<'email' | 'phone' | 'website', { url: string; foundAt: string }>>;
  /** The pages ask not to be solicited. */
  noSolicitation: boolean;
  /** In French: why the site was not read. */
  note: string | null;
}

/** Timeout of one search, robots.txt and redirects included. */
const SEARCH_TIMEOUT_MS = 30_000;
const SOURCE_LENGTH = 500;

/** What is said of a site that could not be read. */
const problems: Record<SiteProblem, [ErrorStatus, string]> = {
  refused: [400, "L'adresse du site n'est pas celle d'un site public\u00a0: elle n'a pas été lue."],
  unreachable: [502, "Le site de l'organisation est injoignable."],
  timeout: [504, "Le site de l'organisation met trop de temps à répondre."],
  robots: [502, "Le site de l'organisation ne permet pas la lecture automatique (robots.txt)."],
  not_html: [502, "L'adresse du site ne mène pas à une page web lisible."],
  error_status: [502, "La page du site de l'organisation n'existe pas ou ne répond pas."],
};

/**
 * Finds the contact details that an organisation publishes on its own pages, else in the registers. Nothing is guessed, and
 * no language model is called. Throws a French FunctionError when the site cannot be read and the registers know nothing.
 *
 * @param service asked only for an organisation without a site.
 */
export async function searchProspectInfo(
  { company, city, region, website: given }: SearchRequest,
  dependencies: Dependencies,
  signal: AbortSignal,
  service: () => ServiceApi,
): Promise<SearchAnswer> {
  const organisation = { company, city: city ?? '', region: region ?? '' };
  const registered = given ? {} : await findInRegisters(dependencies, service(), organisation);
  const website = given || registered.website?.value;
  const own = await readOwnSite(dependencies, signal, website, company).catch((error: unknown) => {
    if (!(error instanceof SiteFailure)) throw error;
    const [status, message] = problems[error.problem];
    if (Object.keys(registered).length > 0) return { details: {}, note: message, noSolicitation: false };
    throw new FunctionError(status, `site_${error.problem}`, message, error.message);
  });
  const found: Details = { ...registered, ...own.details };
  return {
    email: found.email?.value ?? null,
    phone: found.phone?.value ?? null,
    website: website ?? null,
    sources: Object.fromEntries(
      Object.entries(found).map(([name, { sourceUrl, foundAt }]) => [name, { url: sourceUrl, foundAt }]),
    ),
    ...{ noSolicitation: own.noSolicitation, note: own.note },
  };
}

async function readOwnSite(
  dependencies: Dependencies,
  caller: AbortSignal,
  website: string | undefined,
  company: string,
): Promise<{ details: Details; note: string | null; noSolicitation: boolean }> {
  if (!website)
    return { details: {}, note: "Aucun site n'a été trouvé pour cette organisation.", noSolicitation: false };
  const signal = AbortSignal.any([caller, dependencies.clock.timeout(SEARCH_TIMEOUT_MS)]);
  const { email, phone, noSolicitation } = await readSite(pageReader(dependencies, signal), website, company);
  const foundAt = new Date().toISOString();
  const dated = ({ value, sourceUrl }: { value: string; sourceUrl: string }) => ({
    ...{ value, foundAt },
    sourceUrl: sourceUrl.length <= SOURCE_LENGTH ? sourceUrl : new URL(sourceUrl).origin,
  });
  const details = { ...(email && { email: dated(email) }), ...(phone && { phone: dated(phone) }) };
  return { details, note: null, noSolicitation };
}
