import { z } from 'zod';
import { type Api, askDatabase } from './ask-database.ts';

/** The answer of `public_identity`; null means not saved. */
const savedSchema = z.object({
  legal_name: z.string().nullable(),
  postal_address: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  sender_name: z.string().nullable(),
  neq: z.string().nullable(),
  logo_path: z.string().nullable(),
  tps_number: z.string().nullable(),
  tvq_number: z.string().nullable(),
  // The column is null while nobody has answered.
  tax_registered: z.boolean().nullable(),
});

/** Variable of the site → field of the settings. */
const variables = {
  VITE_SITE_NAME: 'sender_name',
  VITE_LEGAL_NAME: 'legal_name',
  VITE_POSTAL_ADDRESS: 'postal_address',
  VITE_CONTACT_EMAIL: 'contact_email',
  VITE_PHONE: 'contact_phone',
  VITE_NEQ: 'neq',
  VITE_LOGO_PATH: 'logo_path',
} as const;

/** Tax numbers as the pages write them; empty while not answered. */
function taxesOf({
  tax_registered,
  tps_number,
  tvq_number,
}: z.infer<typeof savedSchema>): string | undefined {
  if (tax_registered === false) return 'Non inscrit aux taxes (TPS, TVQ)';
  const numbers = [tps_number && `TPS\u00a0${tps_number}`, tvq_number && `TVQ\u00a0${tvq_number}`];
  return numbers.filter(Boolean).join(' · ') || undefined;
}

/**
 * The studio's identity as an administrator saved it, as the variables that the site is built with: one identity in the
 * messages and on the pages. A field that is not saved keeps the variable of the environment.
 *
 * @returns the variables to set, and a French sentence when the database could not be read
 */
export async function storedIdentity(
  api: Api,
  ask: typeof fetch = fetch,
): Promise<{ variables: Record<string, string>; problem?: string }> {
  try {
    const saved = savedSchema.parse(await askDatabase(api, 'public_identity', ask));
    const found = Object.entries(variables).flatMap(([variable, field]): [string, string][] => {
      const value = saved[field];
      return value ? [[variable, value]] : [];
    });
    const taxes = taxesOf(saved);
    return { variables: { ...Object.fromEntries(found), ...(taxes ? { VITE_TAXES: taxes } : {}) } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { variables: {}, problem: `identité de l’expéditeur : ${reason}` };
  }
}
