import { dehydrate } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { PublicApp, PublicRoutes } from '@/app/public-app';
import { publicTags } from '@/data/tags/tags.public';
import { publicTours } from '@/data/tours/tours.public';
import { paths } from '@/lib/paths';
import { createQueryClient } from '@/lib/query-client';

/** A page written at build time. */
export type RenderedPage = {
  path: string;
  /** What React hoists: title, description, preloads. */
  head: string;
  body: string;
  /** The dehydrated queries the page was made from. */
  state: string;
};

/** Hoisted elements come first in the stream, before the page's own first element. */
const HOISTED = /^(?:<(?:title)[^>]*>[\s\S]*?<\/title>|<(?:meta|link)[^>]*>)+/;

/** The queries that each public page reads first. */
const queriesOf: Record<string, readonly ('featured' | 'published' | 'tags')[]> = {
  [paths.home.path]: ['featured', 'tags'],
  [paths.services.path]: [],
  [paths.streetView.path]: [],
  [paths.portfolio.path]: ['published', 'tags'],
  [paths.contact.path]: [],
  [paths.privacy.path]: [],
};

/** The addresses that are written at build time. */
export const pagePaths = Object.keys(queriesOf);

/** Any address that no route has, to write the not-found page. */
export const NOT_FOUND = '/404';

/**
 * Renders one public page to HTML, with what the database holds now. Where it cannot be reached the page is
 * written without its data, which the browser then reads.
 */
export async function renderPage(path: string): Promise<RenderedPage> {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const read = {
    featured: () => client.prefetchQuery(publicTours.featured()),
    published: () => client.prefetchQuery(publicTours.published()),
    tags: () => client.prefetchQuery(publicTags.list()),
  };
  await Promise.all((queriesOf[path] ?? []).map((name) => read[name]()));

  const { prelude } = await prerender(
    <PublicApp client={client}>
      <StaticRouter location={path}>
        <PublicRoutes />
      </StaticRouter>
    </PublicApp>,
    // One piece: nothing may wait for a script to be moved into place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  const head = HOISTED.exec(html)?.[0] ?? '';
  return { path, head, body: html.slice(head.length), state: JSON.stringify(dehydrate(client)) };
}
