import type { browserConfig } from '@build/env';
import type { QueryClient } from '@tanstack/react-query';
import { publicTags } from '@/shared/data/tags';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import type { Scene } from '@/shared/panorama-tour/panorama-tour';
import type { DatedPair } from '@/shared/two-dates/dated-pictures';
import { publicEstimate } from './data/estimate';
import { serviceExamples } from './data/service-examples';
import { publicStreet, publicStreets } from './data/streets';
import { studioProfile } from './data/studio-profile';
import { tourPlaces } from './data/tour-places';
import { publicTours } from './data/tours';
import { pagePicture } from './lib/page-picture';
import { heroStrip } from './pages/home/hero-strip';

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

/** The pictures that the build has drawn for a page: its poster, and the address that holds the small copy of its first picture. */
export type DrawnPictures = { hasPoster?: boolean; preview?: string | undefined };

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
  /** The scene that it begins with, whose picture it holds as a small copy. */
  preview?: Pick<Scene, 'picture' | 'view'>;
  /** Prerendered, but left out of the sitemap and closed to search engines. */
  noIndex?: true;
  /** Reads the page's first data; the browser reads again whatever failed. */
  prefetch?: (client: QueryClient, drawn: DrawnPictures) => Promise<unknown>;
};

/** The source file of a page of the site. */
export const sourceOf = (page: string, folder = page) => `src/site/pages/${folder}/${page}-page.tsx`;

/** Replaced at build time by vite.config.ts: the tour that the home page opens on, and its pictures. */
declare const __HERO__: ReturnType<typeof browserConfig>['hero'];

/** The picture of shared links to a page whose address is fixed: its title over a picture of the site. */
const shareOfPage = (path: string, title: string, picture: string): SharePicture => ({
  file: pagePicture(path).slice(1),
  title,
  place: null,
  picture,
});

/** Places of a street that have a page of their own: each page holds the whole street, and hosts count files. */
export const MOST_PLACES = 100;

/** The pages whose addresses are known without the database. */
export const fixedPages: readonly SitePage[] = [
  {
    path: paths.home.path,
    share: shareOfPage(
      paths.home.path,
      'Photographie 360° pour municipalités et MRC',
      `${__HERO__.picture}/strip-${heroStrip.jpegWidth}.jpg`,
    ),
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
    share: shareOfPage(
      paths.services.path,
      'Huit services pour montrer votre territoire',
      '/images/services/fjord-1920.jpg',
    ),
    source: sourceOf('services'),
    // The prices that the page prints, and a tour or a street to enter for each service.
    prefetch: (client) =>
      Promise.all([client.prefetchQuery(studioProfile()), client.prefetchQuery(serviceExamples())]),
  },
  {
    path: paths.streetView.path,
    share: shareOfPage(
      paths.streetView.path,
      'Street View pour votre municipalité',
      '/images/tours/saint-apollinaire-street-view.jpg',
    ),
    source: sourceOf('street-view'),
    prefetch: async (client) => {
      const [first] = await client.fetchQuery(publicStreets()).catch(() => []);
      if (!first) return;
      const street = await client.fetchQuery(publicStreet(first.slug)).catch(() => null);
      // This page shows a few places only; visitors who want more load the other thousands in the browser.
      if (street && street.pairs.length > MOST_PLACES)
        client.removeQueries({ queryKey: publicStreet(first.slug).queryKey });
    },
  },
  {
    path: paths.portfolio.path,
    share: shareOfPage(paths.portfolio.path, 'Nos réalisations', '/images/tours/vieux-la-prairie.jpg'),
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
    share: shareOfPage(paths.estimate.path, 'Estimer mon projet', '/images/tours/lac-temiscouata.jpg'),
    source: sourceOf('estimate'),
    // Without public prices it only leads to the quote request.
    ...(siteConfig.showsEstimate ? {} : { noIndex: true as const }),
    prefetch: (client) => client.prefetchQuery(publicEstimate()),
  },
  {
    path: paths.quoteRequest.path,
    share: shareOfPage(paths.quoteRequest.path, 'Demande de soumission', '/images/tours/lac-archambault.jpg'),
    source: sourceOf('quote-request'),
  },
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
    share: shareOfPage(
      paths.municipalities.path,
      'Pour les municipalités et les MRC',
      '/images/tours/pont-rouge-sainte-agathe.jpg',
    ),
    source: sourceOf('municipalities'),
    prefetch: (client) => client.prefetchQuery(studioProfile()),
  },
  {
    path: paths.about.path,
    share: shareOfPage(paths.about.path, 'À propos du studio', '/images/tours/lac-temiscouata.jpg'),
    source: sourceOf('about'),
    prefetch: (client) => client.prefetchQuery(studioProfile()),
  },
  {
    path: paths.accessibility.path,
    share: shareOfPage(
      paths.accessibility.path,
      'Déclaration d’accessibilité',
      '/images/tours/parc-obalski.jpg',
    ),
    source: sourceOf('accessibility'),
  },
  {
    path: paths.verifier.path,
    share: shareOfPage(
      paths.verifier.path,
      'Vérifier un dossier de preuve',
      '/images/services/rue-au-degel.jpg',
    ),
    source: sourceOf('verifier'),
  },
  {
    path: paths.sitePlan.path,
    share: shareOfPage(paths.sitePlan.path, 'Plan du site', '/images/tours/baie-eternite.jpg'),
    source: sourceOf('site-plan'),
  },
  {
    path: paths.privacy.path,
    share: shareOfPage(
      paths.privacy.path,
      'Politique de confidentialité',
      '/images/tours/saint-elie-de-caxton-hiver.jpg',
    ),
    source: sourceOf('privacy'),
    prefetch: (client) => client.prefetchQuery(studioProfile()),
  },
  { path: paths.unsubscribe.path, source: sourceOf('unsubscribe'), noIndex: true },
];
