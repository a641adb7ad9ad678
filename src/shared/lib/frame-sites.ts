/** The other sites that may show tours in their pages. `sites` is empty when `is_open`: any site may. */
export type FrameRules = { is_open: boolean; sites: readonly string[] };

/**
 * An origin as a content policy takes it: `https://ville.example`, or `https://*.mrc.example` for the sites under it. The
 * database checks the same (supabase/schemas/40_embedding.sql). Nothing else goes into a header.
 */
const FRAME_SITE =
  /^https:\/\/(?:\*\.(?=[^.]+\.))?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9](?::[1-9]\d{0,4})?$/;

/** Tells whether a text is the origin of sites that a content policy may name. */
export const isFrameSite = (text: string) => FRAME_SITE.test(text);

/** Tells whether one of the sites of a rule is, or is over, an origin. */
function coversOrigin(site: string, origin: string): boolean {
  if (!site.startsWith('https://*.')) return site === origin;
  const suffix = site.slice('https://*'.length);
  return (
    origin.startsWith('https://') && origin.endsWith(suffix) && origin.length > `https://${suffix}`.length
  );
}

/**
 * Tells whether the rules let a page be shown inside pages of other sites. The header `frame-ancestors` says the same; this
 * is for a host that cannot send it (docs/decisions/0124).
 *
 * @param ancestors the origins of the pages around it; none known: only open rules let it
 * @param own the origin of this site, which may always
 */
export function mayBeFramed(
  rules: FrameRules | undefined,
  ancestors: readonly string[],
  own: string,
): boolean {
  if (rules?.is_open) return true;
  const sites = rules?.sites ?? [];
  return (
    ancestors.length > 0 &&
    ancestors.every((origin) => origin === own || sites.some((site) => coversOrigin(site, origin)))
  );
}
