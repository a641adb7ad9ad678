import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '@/lib/database.types';
import { readAll } from '@/lib/read-all';
import { rest } from '@/lib/rest';
import { mostSimilar } from './similar-tours';

/** How many featured tours the home page shows. */
const FEATURED_ON_HOME = 3;

/** How many tours the portfolio shows first: what a prerendered page carries, whatever their number. */
const FIRST = 24;

/** How many similar tours the page of a tour shows. */
const SIMILAR = 3;

/** What a public card needs, in one place so that every public list asks for the same. */
const CARD_COLUMNS =
  'id, title, slug, description, location, url, image_url, panorama_url, virtual_tour_tags(tag_id)';

/** A published tour as the public lists give it. */
export type PublicTour = Pick<
  Tables<'virtual_tours'>,
  'id' | 'title' | 'slug' | 'description' | 'location' | 'url' | 'image_url' | 'panorama_url'
> & { virtual_tour_tags: { tag_id: string }[] };

/** What cards need of published tours; each list adds its own filter and order. */
const cards = (options?: { count: 'exact' }) =>
  rest.from('virtual_tours').select(CARD_COLUMNS, options).eq('status', 'published');

export const publicTours = {
  all: ['tours'] as const,

  /** The newest featured tours, published only. Silent on failure: the home page then shows its empty text. */
  featured: () =>
    queryOptions({
      queryKey: [...publicTours.all, 'featured'],
      queryFn: async ({ signal }): Promise<PublicTour[]> => {
        const { data } = await cards()
          .eq('is_featured', true)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(FEATURED_ON_HOME)
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
    }),

  /** The newest published tours, and how many there are in all. */
  first: () =>
    queryOptions({
      queryKey: [...publicTours.all, 'first'],
      queryFn: async ({ signal }): Promise<{ tours: PublicTour[]; count: number }> => {
        const { data, count } = await cards({ count: 'exact' })
          .order('created_at', { ascending: false })
          .order('id')
          .range(0, FIRST - 1)
          .abortSignal(signal)
          .throwOnError();
        return { tours: data, count: count ?? data.length };
      },
    }),

  /** Every published tour, newest first, read past the 1 000 rows that one answer carries. */
  published: () =>
    queryOptions({
      queryKey: [...publicTours.all, 'published'],
      queryFn: ({ signal }) =>
        readAll<PublicTour>(async (from, to) => {
          const { data } = await cards()
            .order('created_at', { ascending: false })
            .order('id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError();
          return data;
        }),
    }),

  /** One published tour, or `null` when no such slug exists, or none that is public. */
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: [...publicTours.all, 'by-slug', slug],
      queryFn: async ({ signal }): Promise<PublicTour | null> => {
        const { data } = await cards().eq('slug', slug).abortSignal(signal).maybeSingle().throwOnError();
        return data;
      },
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
          const { data } = await rest
            .from('virtual_tours')
            .select('id, shared:virtual_tour_tags!inner(tag_id)')
            .in('shared.tag_id', tagIds)
            .eq('status', 'published')
            .order('created_at', { ascending: false })
            .order('id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError();
          return data;
        });
        const ids = mostSimilar(candidates, id, SIMILAR);
        if (ids.length === 0) return [];
        const { data } = await cards().in('id', ids).abortSignal(signal).throwOnError();
        return data.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      },
    });
  },
};
