import { QueryClient } from '@tanstack/react-query';
import { publicTags } from '@/shared/data/tags';
import { paths } from '@/shared/lib/paths';
import type { Scene } from '@/shared/panorama-tour/panorama-tour';
import { sceneHref, sceneKey } from '@/shared/panorama-tour/view-address';
import { dayOf } from '@/shared/two-dates/dated-pictures';
import { everyTour, similarAmong } from './data/all-tours';
import { frameRules } from './data/frame-rules';
import { everyPanoramaTour, panoramaTourQuery, scenePreview, tourPoster } from './data/panorama-tours';
import { datedPair, publicStreet, publicStreets } from './data/streets';
import { publicTours, type TourWithCase, toCard } from './data/tours';
import { MOST_PLACES, type SharePicture, type SitePage, sourceOf } from './prerendered-pages';
import { placeHref, placeKey } from './streets/street-address';

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
    // The file name changes with the picture, because social networks cache a picture by its address.
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
    // The file name contains a hash of the drawing, because browsers cache pictures for a day.
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
      prefetch: async (client, { hasPoster }) => {
        if (hasPoster && poster) client.setQueryData(tourPoster(tour.id).queryKey, poster.folder);
        prefetchTour(client);
        client.setQueryData(publicTours.similarTo(tour).queryKey, similarAmong(cards, tour));
        client.setQueryData(publicTags.list().queryKey, tags);
      },
    };
    const visit = (path: string, scene: Scene | undefined, ofScene?: SharePicture): SitePage => ({
      path,
      source: sourceOf('visit'),
      noIndex: true,
      ...(scene ? { preview: scene } : {}),
      ...(ofScene ? { share: ofScene } : {}),
      prefetch: async (client, { preview }) => {
        if (preview && scene) client.setQueryData(scenePreview(scene.picture.folder).queryKey, preview);
        prefetchTour(client);
        if (frames) client.setQueryData(frameRules().queryKey, frames);
      },
    });
    if (!made) return [page];
    return [
      page,
      visit(paths.visit.href(tour.slug), first),
      ...scenes.map((scene) => visit(sceneHref(tour.slug, scene.id, scenes), scene, shareOf(scene))),
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
