import { QueryClient } from '@tanstack/react-query';
import { publicTags } from '@/shared/data/tags';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import type { Scene } from '@/shared/panorama-tour/panorama-tour';
import { sceneHref, sceneKey } from '@/shared/panorama-tour/view-address';
import { type DatedPair, dayOf } from '@/shared/two-dates/dated-pictures';
import { everyTour, similarAmong } from './data/all-tours';
import { publicEstimate } from './data/estimate';
import { frameRules } from './data/frame-rules';
import { everyPanoramaTour, panoramaTourQuery, tourPoster } from './data/panorama-tours';
import { datedPair, publicStreet, publicStreets } from './data/streets';
import { studioProfile } from './data/studio-profile';
import { tourPlaces } from './data/tour-places';
import { publicTours, type TourWithCase, toCard } from './data/tours';
import { placeHref, placeKey } from './streets/street-address';

/** Content and file of the picture of shared links. */
export type SharePicture = {
  file: string;
  title: string;
  place: string | null;
  /** A file of the site, or an address. */
  picture: string | null;
  /** The scene whose first view is the picture, instead of the one above. */
  scene?: Pick<Scene, 'picture' | 'view'> | undefined;
  /** The place whose two dates are the picture, half each, in the direction of travel. */
  twoDates?: DatedPair | undefined;
};

/** The first view of a tour as pictures, and the folder of the site that the build writes them to. */
export type Poster = { folder: string; scene: Pick<Scene, 'picture' | 'view'> };

/** A page prerendered at build time. */
export type SitePage = {
  path: string;
  /** Source file of the page's lazy module, so that its scripts are preloaded. */
  source: string;
  /** When its content last changed, as YYYY-MM-DD, where the database says so. */
  lastModified?: string | undefined;
  /** The picture of shared links that the build makes for it. */
  share?: SharePicture;
  /** The first view of its tour; drawn before the page, which shows another picture when that fails. */
  poster?: Poster;
  /** Prerendered, but left out of the sitemap and closed to search engines. */
  noIndex?: true;
  /** Reads the page's first data; the browser reads again whatever failed. */
  prefetch?: (client: QueryClient, hasPoster: boolean) => Promise<unknown>;
};

const sourceOf = (page: string, folder = page) => `src/site/pages/${folder}/${page}-page.tsx`;

/** Places of a street that have a page of their own: each page holds the whole street, and hosts count files. */
const MOST_PLACES = 100;

/** The pages whose addresses are known without the database. */
export const fixedPages: readonly SitePage[] = [
  {
    path: paths.home.path,
    source: sourceOf('home'),
    prefetch: (client) =>
      Promise.all([
        client.prefetchQuery(publicTours.featured()),
        client.prefetchQuery(publicTags.list()),
        client.prefetchQuery(tourPlaces()),
        client.prefetchQuery(studioProfile()),
      ]),
  },
  {
    path: paths.services.path,
    source: sourceOf('services'),
    // The prices that the page prints.
    prefetch: (client) => client.prefetchQuery(studioProfile()),
  },
  {
    path: paths.streetView.path,
    source: sourceOf('street-view'),
    prefetch: async (client) => {
      const [first] = await client.fetchQuery(publicStreets()).catch(() => []);
      if (!first) return;
      const street = await client.fetchQuery(publicStreet(first.slug)).catch(() => null);
      // Thousands of places are read by the browser that wants them: this page is for those who pass by.
      if (street && street.pairs.length > MOST_PLACES)
        client.removeQueries({ queryKey: publicStreet(first.slug).queryKey });
    },
  },
  {
    path: paths.portfolio.path,
    source: sourceOf('portfolio'),
    // The first cards and the count only: the page does not grow with the portfolio.
    prefetch: (client) =>
      Promise.all([
        client.prefetchQuery(publicTours.first()),
        client.prefetchQuery(publicTags.list()),
        client.prefetchQuery(tourPlaces()),
      ]),
  },
  {
    path: paths.estimate.path,
    source: sourceOf('estimate'),
    // Without public prices it only leads to the quote request.
    ...(siteConfig.showsEstimate ? {} : { noIndex: true as const }),
    prefetch: (client) => client.prefetchQuery(publicEstimate()),
  },
  { path: paths.quoteRequest.path, source: sourceOf('quote-request') },
  {
    path: paths.quoteRequestReceived.path,
    source: sourceOf('quote-request-received', 'quote-request-outcome'),
    noIndex: true,
  },
  {
    path: paths.quoteRequestNotSent.path,
    source: sourceOf('quote-request-not-sent', 'quote-request-outcome'),
    noIndex: true,
  },
  {
    path: paths.municipalities.path,
    source: sourceOf('municipalities'),
    prefetch: (client) => client.prefetchQuery(studioProfile()),
  },
  {
    path: paths.about.path,
    source: sourceOf('about'),
    prefetch: (client) => client.prefetchQuery(studioProfile()),
  },
  { path: paths.accessibility.path, source: sourceOf('accessibility') },
  { path: paths.verifier.path, source: sourceOf('verifier') },
  { path: paths.sitePlan.path, source: sourceOf('site-plan') },
  {
    path: paths.privacy.path,
    source: sourceOf('privacy'),
    prefetch: (client) => client.prefetchQuery(studioProfile()),
  },
  { path: paths.unsubscribe.path, source: sourceOf('unsubscribe'), noIndex: true },
];

/** The kinds of pages that the database lists. Each may throw when it cannot be reached. */
export const listedPages: readonly (() => Promise<SitePage[]>)[] = [tourPages, streetPages];

/** Read in one request: page by page, 1 500 tours take minutes. */
async function tourPages(): Promise<SitePage[]> {
  const [tours, panoramas, tags, frames] = await Promise.all([
    everyTour(),
    everyPanoramaTour(),
    new QueryClient().fetchQuery(publicTags.list()),
    // The browser reads again what is missing; the build says so (build/frame-rules.ts).
    new QueryClient().fetchQuery(frameRules()).catch(() => undefined),
  ]);
  const cards = tours.map(toCard);
  return tours.flatMap(({ updated_at, ...read }): SitePage[] => {
    const made = panoramas.get(read.id);
    const scenes = made?.tour.scenes ?? [];
    // The name holds what changes with the picture: social networks cache a picture by its address.
    const version = [Date.parse(updated_at), ...(made ? [made.version] : [])].join('-');
    const share: SharePicture = {
      file: `images/share/${read.slug}.jpg`,
      title: read.title,
      place: read.location,
      picture: read.image_url,
      scene: scenes[0],
    };
    const shareOf = (scene: Scene): SharePicture => ({
      file: `images/share/${read.slug}/${sceneKey(scene.id, scenes)}.jpg`,
      title: scene.name,
      place: read.title,
      picture: null,
      scene,
    });
    const tour: TourWithCase = {
      ...read,
      share_picture: `/${share.file}?${version}`,
      ...(made
        ? {
            scene_pictures: Object.fromEntries(
              scenes.map((scene) => [scene.id, `/${shareOf(scene).file}?${version}`]),
            ),
          }
        : {}),
    };
    const prefetchTour = (client: QueryClient) => {
      client.setQueryData(publicTours.bySlug(tour.slug).queryKey, tour);
      client.setQueryData(panoramaTourQuery(tour.id).queryKey, made?.tour ?? null);
    };
    const first = scenes[0];
    // The name holds what is drawn: browsers cache pictures for a day.
    const poster = first && {
      folder: `/images/visits/${tour.slug}-${first.picture.folder.slice(-8)}-${Object.values(first.view).map(Math.round).join('_')}`,
      scene: first,
    };
    const page: SitePage = {
      path: paths.tour.href(tour.slug),
      source: sourceOf('tour'),
      ...(poster ? { poster } : {}),
      lastModified: updated_at.slice(0, 10),
      share,
      prefetch: async (client, hasPoster) => {
        if (hasPoster && poster) client.setQueryData(tourPoster(tour.id).queryKey, poster.folder);
        prefetchTour(client);
        client.setQueryData(publicTours.similarTo(tour).queryKey, similarAmong(cards, tour));
        client.setQueryData(publicTags.list().queryKey, tags);
      },
    };
    const visit = (path: string, ofScene?: SharePicture): SitePage => ({
      path,
      source: sourceOf('visit'),
      noIndex: true,
      ...(ofScene ? { share: ofScene } : {}),
      prefetch: async (client) => {
        prefetchTour(client);
        if (frames) client.setQueryData(frameRules().queryKey, frames);
      },
    });
    if (!made) return [page];
    return [
      page,
      visit(paths.visit.href(tour.slug)),
      ...scenes.map((scene) => visit(sceneHref(tour.slug, scene.id, scenes), shareOf(scene))),
    ];
  });
}

/** The published streets, and their places as shared links lead to them. */
async function streetPages(): Promise<SitePage[]> {
  const listed = await new QueryClient().fetchQuery(publicStreets());
  const pages = await Promise.all(
    listed.map(async ({ slug }): Promise<SitePage[]> => {
      const street = await new QueryClient().fetchQuery(publicStreet(slug));
      const [first] = street?.pairs ?? [];
      if (!street || !first) return [];
      const page = (path: string, pair: typeof first, file: string): SitePage => {
        const shown = datedPair(pair, street);
        const dates = `${dayOf(shown.before)} · ${dayOf(shown.after)}`;
        return {
          path,
          source: sourceOf('street'),
          share: {
            file: `images/share/street-view/${file}.jpg`,
            title: street.name,
            place: street.city ? `${street.city} · ${dates}` : dates,
            picture: null,
            twoDates: shown,
          },
          prefetch: async (client) => client.setQueryData(publicStreet(slug).queryKey, street),
        };
      };
      const places = street.pairs.length > MOST_PLACES ? [] : street.pairs;
      return [
        page(paths.street.href(slug), first, slug),
        ...places.map((pair) => ({
          ...page(placeHref(slug, pair, street.pairs), pair, `${slug}/${placeKey(pair, street.pairs)}`),
          noIndex: true as const,
        })),
      ];
    }),
  );
  return pages.flat();
}
