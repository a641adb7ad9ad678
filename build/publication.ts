import { z } from 'zod';
import { type Api, askDatabase } from './ask-database.ts';

/** What the site online tells of itself: supabase/functions/_shared/publication.ts reads it. */
export const STAMP = 'publication.json';

/** The page of a tour that was withdrawn, which the host answers with status 410. */
export const WITHDRAWN = 'retiree.html';

/**
 * The database's clock before anything else is read of it: whatever was written until then is in the site.
 *
 * @returns also a French sentence when the database could not be read; such a site says nothing of when
 */
export async function readingBegins(
  api: Api,
  ask: typeof fetch = fetch,
): Promise<{ readAt: string | null; problem?: string }> {
  try {
    return { readAt: z.iso.datetime({ offset: true }).parse(await askDatabase(api, 'site_clock', ask)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { readAt: null, problem: `heure de la base : ${reason}` };
  }
}

/** The text of the stamp. */
export const stamp = (readAt: string | null) => `${JSON.stringify({ readAt })}\n`;

/** Its rule in `_headers`: a copy would say that the site is not published yet. */
export const stampHeaders = `\n/${STAMP}\n  Cache-Control: no-store\n`;

/**
 * Lines of `_redirects` for tours whose address was public and is no more: 301 to the present address of the tour, 410 when
 * it was withdrawn. Cloudflare Pages knows no 410 and leaves such lines out: it answers 404 (docs/decisions/0080).
 *
 * @param gone slug → present slug of the same tour, null when it was withdrawn
 * @param hrefs the addresses that a tour has
 */
export const goneRules = (
  gone: Readonly<Record<string, string | null>>,
  hrefs: readonly ((slug: string) => string)[],
): string =>
  Object.entries(gone)
    .flatMap(([slug, now]) =>
      hrefs.map((href) => `${href(slug)} ${now ? `${href(now)} 301` : `/${WITHDRAWN} 410`}\n`),
    )
    .join('');
