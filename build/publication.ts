import { z } from 'zod';
import { type Api, askDatabase } from './ask-database.ts';

/** File in which the online site states its publication; supabase/functions/_shared/publication.ts reads it. */
export const STAMP_FILE = 'publication.json';

/** The page of a tour that was withdrawn, which the host answers with status 410. */
export const WITHDRAWN_PAGE = 'retiree.html';

/**
 * Reads the database's clock before any other read: all data written until then is in the site.
 *
 * @returns also a French sentence when the database could not be read; such a site states no time
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

/** Content of the publication file. */
export const stampText = (readAt: string | null) => `${JSON.stringify({ readAt })}\n`;

/** Header rule of the publication file: a cached copy would report that the site is not published yet. */
export const stampHeaders = `\n/${STAMP_FILE}\n  Cache-Control: no-store\n`;

/**
 * Lines of `_redirects` for tours whose address was public and no longer is: 301 to the tour's present address, 410
 * when it was withdrawn. Cloudflare Pages knows no 410 and leaves such lines out: it answers 404
 * (docs/decisions/0080).
 *
 * @param gone slug → present slug of the same tour, null when it was withdrawn
 * @param hrefs the addresses that a tour has
 * @param above those of them that have addresses below them, of its scenes
 */
export const goneRules = (
  gone: Readonly<Record<string, string | null>>,
  hrefs: readonly ((slug: string) => string)[],
  above: readonly ((slug: string) => string)[] = [],
): string =>
  Object.entries(gone)
    .flatMap(([slug, now]) => [
      ...hrefs.map((href) => `${href(slug)} ${now ? `${href(now)} 301` : `/${WITHDRAWN_PAGE} 410`}\n`),
      ...above.map(
        (href) => `${href(slug)}/* ${now ? `${href(now)}/:splat 301` : `/${WITHDRAWN_PAGE} 410`}\n`,
      ),
    ])
    .join('');
