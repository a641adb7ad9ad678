import { readAll } from '@/shared/lib/read-all';
import { readRows } from '@/shared/lib/rest';
import {
  mostSimilar,
  NEWEST_FIRST,
  PAGE_SELECT,
  type PublicTour,
  rangeParameters,
  SIMILAR_TOURS,
  type TourWithCase,
} from './tours';

/** A tour and when it last changed (ISO 8601). */
type DatedTour = TourWithCase & { updated_at: string };

/**
 * Reads every published tour, newest first, for the build: it prerenders their pages and lists them in the sitemap.
 *
 * @throws the error of the data API, or of the network
 */
export function everyTour(): Promise<DatedTour[]> {
  return readAll(async (from, to) => {
    const query = {
      select: `updated_at,${PAGE_SELECT}`,
      status: 'eq.published',
      order: NEWEST_FIRST,
      ...rangeParameters(from, to),
    };
    return (await readRows<DatedTour>('virtual_tours', query)).rows;
  });
}

/** The answer of `publicTours.similarTo`, computed from tours already read. */
export function similarAmong(tours: readonly PublicTour[], tour: PublicTour): PublicTour[] {
  const tagIds = new Set(tour.virtual_tour_tags.map((link) => link.tag_id));
  const candidates = tours.map(({ id, virtual_tour_tags }) => ({
    id,
    shared: virtual_tour_tags.filter((link) => tagIds.has(link.tag_id)),
  }));
  const ids = mostSimilar(candidates, tour.id, SIMILAR_TOURS);
  return ids.flatMap((id) => tours.find((one) => one.id === id) ?? []);
}
