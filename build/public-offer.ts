import { z } from 'zod';
import { type Api, askDatabase } from './ask-database.ts';

/** The part of `public_profile` that the municipal kit prints (supabase/schemas/38_public_profile.sql). */
const profileSchema = z.object({
  insurance: z
    .object({
      insurer: z.string(),
      number: z.string(),
      amount_cents: z.coerce.number().nullable(),
      until: z.string(),
    })
    .nullable(),
  picture_rights: z.string(),
  privacy_practice: z.string(),
  delivery_formats: z.string(),
  hosted_in_quebec: z.boolean(),
  about: z.string(),
  team: z.string(),
  territory: z.string(),
  is_demo: z.boolean(),
});

/** The studio's public offer: what it says of itself, and whether its prices are public. */
export type PublicOffer = { profile: z.infer<typeof profileSchema>; hasEstimate: boolean };

/**
 * Reads the studio's public offer, with the variables that the pages are built with: the estimate is in the menu, and
 * the kit has a link, only where there is one.
 *
 * @returns a French sentence instead when the database could not be read
 */
export async function storedOffer(
  api: Api,
  ask: typeof fetch = fetch,
): Promise<{ variables: Record<string, string>; offer?: PublicOffer; problem?: string }> {
  try {
    const [profile, estimate] = await Promise.all([
      askDatabase(api, 'public_profile', ask),
      askDatabase(api, 'public_estimate', ask),
    ]);
    const offer = { profile: profileSchema.parse(profile), hasEstimate: estimate !== null };
    return {
      variables: { VITE_SHOWS_ESTIMATE: offer.hasEstimate ? 'oui' : 'non', VITE_HAS_KIT: 'oui' },
      offer,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { variables: {}, problem: `trousse pour les municipalités : ${reason}` };
  }
}

const TIMEOUT_MS = 15_000;

/** Reads the studio's logo; undefined when there is none, or it cannot be read: the kit prints the name instead. */
export async function storedLogo(
  api: Api,
  path: string | undefined,
  ask: typeof fetch = fetch,
): Promise<Uint8Array | undefined> {
  if (!path) return undefined;
  try {
    const answer = await ask(`${api.url}/storage/v1/object/public/studio/${path}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
