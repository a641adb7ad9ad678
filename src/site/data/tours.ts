import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '@/shared/database.types';
import { readAll } from '@/shared/lib/read-all';
import { readRows, rpc } from '@/shared/lib/rest';
import { isStudioBrowser } from '@/shared/lib/session-key';

/** Number of featured tours on the home page. */
const FEATURED_ON_HOME = 3;

/** Number of tours in the prerendered portfolio, whatever their total. */
const FIRST_PAGE = 24;

/** Number of similar tours on the page of a tour. */
export const SIMILAR_TOURS = 3;

/** The columns that a tour card shows. */
const COLUMNS = [
  'id',
  'title',
  'slug',
  'description',
  'location',
  'url',
  'image_url',
  'panorama_url',
] as const satisfies readonly (keyof Tables<'virtual_tours'>)[];

/** The columns that only the page of a tour shows: the case that it tells, each part where it is known, and its views. */
const CASE_COLUMNS = [
  'client_name',
  'captured_on',
  'panorama_count',
  'need',
  'delivered',
  'result',
  'view_count',
] as const satisfies readonly (keyof Tables<'virtual_tours'>)[];

/** A published tour as the public lists give it. */
export type PublicTour = Pick<Tables<'virtual_tours'>, (typeof COLUMNS)[number]> & {
  virtual_tour_tags: { tag_id: string }[];
};

/** A published tour as its own page shows it. */
export type TourWithCase = PublicTour &
  Pick<Tables<'virtual_tours'>, (typeof CASE_COLUMNS)[number]> & {
    /** The picture of shared links that the build made for the page. */
    share_picture?: string;
    /** Pictures of the scenes of a tour made here, by the id of the scene. */
    scene_pictures?: Readonly<Record<string, string>>;
  };

/** The `select` of every public list (PostgREST syntax). */
const CARD_SELECT = `${COLUMNS},virtual_tour_tags(tag_id)`;

/** The `select` of the page of a tour. */
export const PAGE_SELECT = `${CASE_COLUMNS},${CARD_SELECT}`;

/** A tour without what only its own page shows. */
export const toCard = (tour: TourWithCase): PublicTour => {
  const { virtual_tour_tags } = tour;
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, tour[column]]));
  return { ...(columns as Pick<PublicTour, (typeof COLUMNS)[number]>), virtual_tour_tags };
};

/** The `order` of every public list: newest first, then by id so that no row moves between two pages. */
export const NEWEST_FIRST = 'created_at.desc,id.asc';

/** Reads published tours as cards show them; each list adds its own filter and order. */
const readCards = (query: Record<string, string>, options: { signal?: AbortSignal; count?: boolean }) =>
  readRows<PublicTour>('virtual_tours', { select: CARD_SELECT, status: 'eq.published', ...query }, options);

/** The rows `from`–`to` of a list, both included (PostgREST syntax). */
export const rangeParameters = (from: number, to: number) => ({
  offset: `${from}`,
  limit: `${to - from + 1}`,
});

/** A tour with the tags that it shares with another. */
type Candidate = { id: string; shared: readonly { tag_id: string }[] };

/**
 * The ids of the tours that share the most tags with a tour, most first; among equals the order of the candidates is
 * kept. The tour itself and tours that share nothing are left out.
 */
export function mostSimilar(candidates: readonly Candidate[], self: string, limit: number): string[] {
  return candidates
    .filter(({ id, shared }) => id !== self && shared.length > 0)
    .sort((a, b) => b.shared.length - a.shared.length)
    .slice(0, limit)
    .map(({ id }) => id);
}

export const publicTours = {
  all: ['tours'] as const,

  /** The newest featured tours, published only. Silent on failure: the home page then shows its empty text. */
  featured: () =>
    queryOptions({
      queryKey: [...publicTours.all, 'featured'],
      queryFn: async ({ signal }) => {
        const query = { is_featured: 'eq.true', order: NEWEST_FIRST, limit: `${FEATURED_ON_HOME}` };
        return (await readCards(query, { signal })).rows;
      },
    }),

  /** The newest published tours, and how many there are in all. */
  first: () =>
    queryOptions({
      queryKey: [...publicTours.all, 'first'],
      queryFn: async ({ signal }) => {
        const { rows, count } = await readCards(
          { order: NEWEST_FIRST, ...rangeParameters(0, FIRST_PAGE - 1) },
          { signal, count: true },
        );
        return { tours: rows, count };
      },
    }),

  /** Every published tour, newest first, past the 1 000 rows of one answer. */
  published: () =>
    queryOptions({
      queryKey: [...publicTours.all, 'published'],
      queryFn: ({ signal }) =>
        readAll(
          async (from, to) =>
            (await readCards({ order: NEWEST_FIRST, ...rangeParameters(from, to) }, { signal })).rows,
        ),
    }),

  /** One published tour, or `null` when the slug is unknown or its tour is not published. */
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: [...publicTours.all, 'by-slug', slug],
      queryFn: async ({ signal }) => {
        const query = { select: PAGE_SELECT, status: 'eq.published', slug: `eq.${slug}` };
        return (await readRows<TourWithCase>('virtual_tours', query, { signal })).rows[0] ?? null;
      },
    }),

  /** At most three published tours that share the most tags with this one, newest first among equals. */
  similarTo: ({ id, virtual_tour_tags }: PublicTour) => {
    const tagIds = virtual_tour_tags.map((link) => link.tag_id).sort();
    return queryOptions({
      queryKey: [...publicTours.all, 'similar', id, tagIds],
      queryFn: async ({ signal }): Promise<PublicTour[]> => {
        if (tagIds.length === 0) return [];
        // Ids only: the portfolio may hold thousands of tours and three are shown.
        const candidates = await readAll(async (from, to) => {
          const query = {
            select: 'id,shared:virtual_tour_tags!inner(tag_id)',
            'shared.tag_id': `in.(${tagIds})`,
            status: 'eq.published',
            order: NEWEST_FIRST,
            ...rangeParameters(from, to),
          };
          return (await readRows<Candidate>('virtual_tours', query, { signal })).rows;
        });
        const ids = mostSimilar(candidates, id, SIMILAR_TOURS);
        if (ids.length === 0) return [];
        const { rows } = await readCards({ id: `in.(${ids})` }, { signal });
        return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      },
    });
  },
};

/**
 * Counts a view of a tour; the database counts one per visitor, tour and day, and ignores robots. Neither awaited nor
 * reported: a view that could not be counted must not disturb the visitor. The studio's own looks are none.
 */
export function countTourView(tour: Pick<PublicTour, 'id'>): void {
  if (isStudioBrowser()) return;
  rpc('count_tour_view', { tour_id: tour.id }).catch(() => {});
}
