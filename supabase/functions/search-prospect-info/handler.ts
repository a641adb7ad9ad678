import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { type ErrorStatus, FunctionError } from '../_shared/errors.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSite } from './read-site.ts';
import { type Details, findInRegisters } from './registers.ts';
import { SiteFailure, type SiteProblem } from './site-address.ts';
import { pageReader } from './site-reader.ts';

const COMPANY_REQUIRED = "L'entreprise est requise";

/** Null and absent are what an empty column of `suggested_prospects` becomes on its way here. */
const optionalText = (field: string, max: number) =>
  z
    .string(`${field} doit être un texte`)
    .trim()
    .max(max, `${field} ne peut pas dépasser ${max} caractères`)
    .nullish();

const bodySchema = z.object({
  company: z
    .string(COMPANY_REQUIRED)
    .trim()
    .min(1, COMPANY_REQUIRED)
    .max(100, "L'entreprise ne peut pas dépasser 100 caractères"),
  city: optionalText('La ville', 100),
  region: optionalText('La région', 100),
  website: optionalText('Le site web', 500).refine((address) => !address || isWebAddress(address), {
    error: 'URL invalide',
  }),
});

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** One search, robots and redirects included. */
const SEARCH_MS = 30_000;
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
 * `{ company, city, region, website }` → `{ email, phone, website }`, each null when not found, with `sources` (for
 * each value found, its page and date), `noSolicitation` and `note` (French: why the site was not read). Values come
 * from the organisation's own pages, else from the registers; nothing is guessed and no language model is asked.
 */
export const handler = createFunction({
  name: 'search-prospect-info',
  schema: bodySchema,
  handle: async ({ body, dependencies, signal }) => {
    const organisation = { company: body.company, city: body.city ?? '', region: body.region ?? '' };
    const registered = body.website
      ? {}
      : await findInRegisters(dependencies, serviceApi(dependencies), organisation);
    const website = body.website || registered.website?.value;
    const { details, note, noSolicitation } = await readOwnSite(
      dependencies,
      signal,
      website,
      body.company,
    ).catch((error: unknown) => {
      if (!(error instanceof SiteFailure)) throw error;
      const [status, message] = problems[error.problem];
      if (Object.keys(registered).length === 0) {
        throw new FunctionError(status, `site_${error.problem}`, message, error.message);
      }
      return { details: {}, note: message, noSolicitation: false };
    });
    const found: Details = { ...registered, ...details };
    return {
      email: found.email?.value ?? null,
      phone: found.phone?.value ?? null,
      website: found.website?.value ?? body.website ?? null,
      sources: Object.fromEntries(
        Object.entries(found).map(([name, { sourceUrl, foundAt }]) => [name, { url: sourceUrl, foundAt }]),
      ),
      ...{ noSolicitation, note },
    };
  },
});

async function readOwnSite(
  dependencies: Dependencies,
  caller: AbortSignal,
  website: string | undefined,
  company: string,
): Promise<{ details: Details; note: string | null; noSolicitation: boolean }> {
  if (!website)
    return { details: {}, note: "Aucun site n'a été trouvé pour cette organisation.", noSolicitation: false };
  const signal = AbortSignal.any([caller, dependencies.clock.timeout(SEARCH_MS)]);
  const { email, phone, noSolicitation } = await readSite(pageReader(dependencies, signal), website, company);
  const foundAt = new Date().toISOString();
  const dated = ({ value, sourceUrl }: { value: string; sourceUrl: string }) => ({
    ...{ value, foundAt },
    sourceUrl: sourceUrl.length <= SOURCE_LENGTH ? sourceUrl : new URL(sourceUrl).origin,
  });
  const details = { ...(email && { email: dated(email) }), ...(phone && { phone: dated(phone) }) };
  return { details, note: null, noSolicitation };
}
