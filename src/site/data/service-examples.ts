import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '@/shared/database.types';
import { paths } from '@/shared/lib/paths';
import { readRows, rpc } from '@/shared/lib/rest';
import type { Service } from '@/site/lib/services';
import { services } from '@/site/lib/services';
import type { ListedStreet } from './streets';

/** A page of the site that shows what a service gives: a tour, or a street at two dates. */
export type ServiceExample = { kind: 'tour' | 'street'; title: string; href: string; picture: string | null };

type Candidate = Pick<Tables<'virtual_tours'>, 'slug' | 'title' | 'image_url'> & {
  virtual_tour_tags: { tag_id: string }[];
};

/** Number of tours among which examples are looked for: the featured ones, then the newest. */
const MOST_CANDIDATES = 100;

/** The services that a street at two dates shows better than a tour. */
const ofStreets: readonly string[] = ['street-view', 'deneigement'];

/**
 * Gives each service the first tour that has its tag, and no tour to two services: those with the fewest tours choose
 * first.
 */
export function chooseExamples<Tour>(
  of: readonly Pick<Service, 'id' | 'tag'>[],
  tours: readonly Tour[],
  hasTag: (tour: Tour, tag: string) => boolean,
): Map<string, Tour> {
  const chosen = new Map<string, Tour>();
  const taken = new Set<Tour>();
  const wishes = of.map(({ id, tag }) => ({ id, among: tours.filter((tour) => hasTag(tour, tag)) }));
  for (const { id, among } of wishes.sort((a, b) => a.among.length - b.among.length)) {
    const free = among.find((tour) => !taken.has(tour));
    if (!free) continue;
    taken.add(free);
    chosen.set(id, free);
  }
  return chosen;
}

/** Options to read an example of each service, by its id. Silent on failure: a service without one is told all the same. */
export const serviceExamples = () =>
  queryOptions({
    queryKey: ['service-examples'],
    queryFn: async ({ signal }): Promise<Partial<Record<string, ServiceExample>>> => {
      const [tags, tours, streets] = await Promise.all([
        readRows<Pick<Tables<'tags'>, 'id' | 'slug'>>('tags', { select: 'id,slug' }, { signal }),
        readRows<Candidate>(
          'virtual_tours',
          {
            select: 'slug,title,image_url,virtual_tour_tags(tag_id)',
            status: 'eq.published',
            order: 'is_featured.desc,created_at.desc,id.asc',
            limit: `${MOST_CANDIDATES}`,
          },
          { signal },
        ),
        rpc('published_streets', {}) as Promise<ListedStreet[] | undefined>,
      ]);
      const idOf = new Map(tags.rows.map(({ id, slug }) => [slug, id]));
      const chosen = chooseExamples(services, tours.rows, ({ virtual_tour_tags }, tag) =>
        virtual_tour_tags.some(({ tag_id }) => tag_id === idOf.get(tag)),
      );
      const examples: Record<string, ServiceExample> = {};
      for (const [id, { slug, title, image_url }] of chosen)
        examples[id] = { kind: 'tour', title, href: paths.tour.href(slug), picture: image_url };
      const [street] = streets ?? [];
      if (street)
        for (const id of ofStreets)
          examples[id] = {
            kind: 'street',
            title: street.name,
            href: paths.street.href(street.slug),
            picture: null,
          };
      return examples;
    },
    staleTime: 600_000,
  });
