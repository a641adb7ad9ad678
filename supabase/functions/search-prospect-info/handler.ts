import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { searchProspectInfo } from './search.ts';

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
  email: optionalText('Le courriel', 255),
});

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/**
 * Searches an organisation's contact details (search.ts) from `{ company, city, region, website, email }`; `email` is
 * an address to verify.
 */
export const handler = createFunction({
  name: 'search-prospect-info',
  rateLimited: true,
  schema: bodySchema,
  handle: ({ body, dependencies, signal }) =>
    searchProspectInfo(body, dependencies, signal, () => serviceApi(dependencies)),
});
