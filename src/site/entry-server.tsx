import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { createQueryClient } from '@/shared/lib/query-client';
import { everyGoneTour, type GoneTours, goneTour } from './data/gone-tours';
import { publicTours } from './data/tours';
import { PageClient } from './lib/page-client';
import { writePageData } from './lib/page-data';
import { listedPages } from './listed-pages';
import { type DrawnPictures, fixedPages, type SitePage } from './prerendered-pages';
import { PublicApp, PublicRoutes, preloadPage } from './router';

/** A prerendered page. */
export type RenderedPage = {
  path: string;
  /** The tags that React hoists: title, description, preloads. */
  head: string;
  body: string;
  /** The query data of the page, as `readPageData` takes it. */
  state: string;
  /** True when the page reads the database when it opens. */
  reads: boolean;
  /** Errors of the API or of the network for the data that could not be read. */
  problems: string[];
};

/** Hoisted elements come first in the stream, before the page's own first element. */
const HOISTED = /^(?:<(?:title)[^>]*>[\s\S]*?<\/title>|<(?:meta|link)[^>]*>)+/;

/** An address without a route, to prerender the not-found page. */
export const notFoundPage: SitePage = { path: '/404', source: 'src/shared/ui/not-found-page.tsx' };

/** The page of a quote before the browser has read the quote: the build writes no file of a quote. */
export const quoteShell: SitePage = {
  path: paths.publicQuote.href('lien'),
  source: 'src/site/pages/quote/quote-page.tsx',
};

/** « Ma fiche » before the browser has read it: the build writes nothing of a person. */
export const personalShell: SitePage = {
  path: paths.personalRecord.href('lien'),
  source: 'src/site/pages/personal-record/personal-record-page.tsx',
};

/** A slug that no tour has: the page of a withdrawn tour is the same for all of them. */
const NO_SLUG = 'retiree';

/** The page of a tour that was withdrawn, which hosts answer for its addresses. */
export const withdrawnPage: SitePage = {
  path: paths.tour.href(NO_SLUG),
  source: 'src/site/pages/tour/tour-page.tsx',
  prefetch: async (client) => {
    client.setQueryData(publicTours.bySlug(NO_SLUG).queryKey, null);
    client.setQueryData(goneTour(NO_SLUG).queryKey, { [NO_SLUG]: null });
  },
};

/** Paths that robots are asked to ignore. */
export const privatePaths = [paths.admin.path, paths.auth.path];

/**
 * Lists every page to prerender, those of the database included.
 *
 * @returns also the tours whose address is gone, and the reason when the database could not be read
 */
export async function listPages(): Promise<{ pages: SitePage[]; gone: GoneTours; problem?: string }> {
  try {
    const [gone, ...listed] = await Promise.all([everyGoneTour(), ...listedPages.map((list) => list())]);
    return { pages: [...fixedPages, ...listed.flat()], gone };
  } catch (error) {
    return { pages: [...fixedPages], gone: {}, problem: reasonOf(error) };
  }
}

/**
 * Prerenders one public page with the present data. Where the database cannot be reached the page is rendered without
 * it, and the browser reads it.
 *
 * @param drawn what the build has drawn for it
 */
export async function renderPage(
  { path, prefetch }: SitePage,
  drawn: DrawnPictures = {},
): Promise<RenderedPage> {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  await Promise.all([preloadPage(path), prefetch?.(client, drawn)]);
  const failed = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' });
  const problems = failed.map((query) => reasonOf(query.state.error));
  // The browser starts without these queries, so the page must render their pending state and not their
  // failure.
  for (const { queryKey } of failed) client.removeQueries({ queryKey, exact: true });

  const { prelude } = await prerender(
    <PageClient value={client}>
      <PublicApp>
        <StaticRouter location={path}>
          <PublicRoutes />
        </StaticRouter>
      </PublicApp>
    </PageClient>,
    // In one piece, so that no content waits for a script to move it into place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  const head = HOISTED.exec(html)?.[0] ?? '';
  return {
    path,
    head,
    body: html.slice(head.length),
    state: writePageData(client),
    reads: prefetch !== undefined,
    problems,
  };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return [message, cause?.message].filter(Boolean).join(' : ') || String(error);
}
