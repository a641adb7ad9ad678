import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '@/shared/database.types';
import { readAll } from '@/shared/lib/read-all';
import { readRows } from '@/shared/lib/rest';
import { type Candidate, mostSimilar } from './similar-tours';

/** How many featured tours the home page shows. */
const FEATURED_ON_HOME = 3;

/** How many tours the portfolio shows first: what a prerendered page carries, whatever their number. */
const FIRST = 24;

/** How many similar tours the page of a tour shows. */
export const SIMILAR = 3;

/** What a public card needs of the table of tours. */
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

/** A published tour as the public lists give it. */
export type PublicTour = Pick<Tables<'virtual_tours'>, (typeof COLUMNS)[number]> & {
  virtual_tour_tags: { tag_id: string }[];
};

/** What every public list asks for, in PostgREST's words. */
export const CARD = `${COLUMNS},virtual_tour_tags(tag_id)`;

/** Order of every public list: newest first; the id keeps equals in place from one page of a list to the next. */
export const NEWEST_FIRST = 'created_at.desc,id.asc';

/** Published tours with what cards need of them; each list adds its own filter and order. */
const readCards = (query: Record<string, string>, options: { signal?: AbortSignal; count?: boolean }) =>
  readRows<PublicTour>('virtual_tours', { select: CARD, status: 'eq.published', ...query }, options);

/** The rows `from`–`to` of a list, in PostgREST's words. */
export const range = (from: number, to: number) => ({ offset: `${from}`, limit: `${to - from + 1}` });

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
          { order: NEWEST_FIRST, ...range(0, FIRST - 1) },
          { signal, count: true },
        );
        return { tours: rows, count };
      },
    }),

  /** Every published tour, newest first, read past the 1 000 rows that one answer carries. */
  published: () =>
    queryOptions({
      queryKey: [...publicTours.all, 'published'],
      queryFn: ({ signal }) =>
        readAll(
          async (from, to) => (await readCards({ order: NEWEST_FIRST, ...range(from, to) }, { signal })).rows,
        ),
    }),

  /** One published tour, or `null` when no such slug exists, or none that is public. */
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: [...publicTours.all, 'by-slug', slug],
      queryFn: async ({ signal }) => (await readCards({ slug: `eq.${slug}` }, { signal })).rows[0] ?? null,
    }),

  /** At most three published tours that share the most tags with this one, the newest first among equals. */
  similarTo: ({ id, virtual_tour_tags }: PublicTour) => {
    const tagIds = virtual_tour_tags.map((link) => link.tag_id).sort();
    return queryOptions({
      queryKey: [...publicTours.all, 'similar', id, tagIds],
      queryFn: async ({ signal }): Promise<PublicTour[]> => {
        if (tagIds.length === 0) return [];
        // Ids only: the portfolio may hold thousands of tours, and three are shown.
        const candidates = await readAll(async (from, to) => {
          const query = {
            select: 'id,shared:virtual_tour_tags!inner(tag_id)',
            'shared.tag_id': `in.(${tagIds})`,
            status: 'eq.published',
            order: NEWEST_FIRST,
            ...range(from, to),
          };
          return (await readRows<Candidate>('virtual_tours', query, { signal })).rows;
        });
        const ids = mostSimilar(candidates, id, SIMILAR);
        if (ids.length === 0) return [];
        const { rows } = await readCards({ id: `in.(${ids})` }, { signal });
        return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      },
    });
  },
};
