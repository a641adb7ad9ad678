import type { QueryClient } from '@tanstack/react-query';
import { publicTags } from '@/data/tags/tags.public';
import { publishedTourAddresses } from '@/data/tours/tour-addresses.public';
import { publicTours } from '@/data/tours/tours.public';
import { paths } from '@/lib/paths';

/** A page written at build time. */
export type SitePage = {
  path: string;
  /** Source file of the page that the router loads apart: its chunk is fetched along with the page, not after. */
  source: string;
  /** When its content last changed, as YYYY-MM-DD, where the database says so. */
  lastModified?: string;
  /** Reads what the page shows first. A failed reading is left for the browser. */
  prefetch?: (client: QueryClient) => Promise<unknown>;
};

const sourceOf = (page: string) => `src/features/site/${page}-page.tsx`;

/** The pages whose addresses are known without the database. */
export const fixedPages: readonly SitePage[] = [
  {
    path: paths.home.path,
    source: sourceOf('home'),
    prefetch: (client) =>
      Promise.all([client.prefetchQuery(publicTours.featured()), client.prefetchQuery(publicTags.list())]),
  },
  { path: paths.services.path, source: sourceOf('services') },
  { path: paths.streetView.path, source: sourceOf('street-view') },
  {
    path: paths.portfolio.path,
    source: sourceOf('portfolio'),
    // The first cards and the count only: the page does not grow with the portfolio.
    prefetch: (client) =>
      Promise.all([client.prefetchQuery(publicTours.first()), client.prefetchQuery(publicTags.list())]),
  },
  { path: paths.contact.path, source: sourceOf('contact') },
  { path: paths.privacy.path, source: sourceOf('privacy') },
];

/** The kinds of pages that the database lists. Each may throw when it cannot be reached. */
export const listedPages: readonly (() => Promise<SitePage[]>)[] = [tourPages];

async function tourPages(): Promise<SitePage[]> {
  const addresses = await publishedTourAddresses();
  return addresses.map(({ slug, updated_at }) => ({
    path: paths.tour.href(slug),
    source: sourceOf('tour'),
    lastModified: updated_at.slice(0, 10),
    prefetch: async (client) => {
      const [tour] = await Promise.all([
        client.fetchQuery(publicTours.bySlug(slug)).catch(() => null),
        client.prefetchQuery(publicTags.list()),
      ]);
      if (tour) await client.prefetchQuery(publicTours.similarTo(tour));
    },
  }));
}
