import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { byFormerValue, offerUndo } from '@/admin/kit/data/undo-change';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { changeRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { counted } from '@/shared/lib/numbers';
import { type ListedTour, tours } from './tours';

const staleKeys = [queryKeys.tours];

const cachedTours = (client: QueryClient, ids: ReadonlySet<string>) =>
  (client.getQueryData(tours.list().queryKey)?.rows ?? []).filter(({ id }) => ids.has(id));

const updateCachedTours = (client: QueryClient, change: (tour: ListedTour) => ListedTour) =>
  changeRows<ListedTour>(client, tours.listKey, (rows) => rows.map(change));

const setFeatured = (ids: readonly string[], is_featured: boolean) =>
  inBatches(ids, (some) =>
    supabase.from('virtual_tours').update({ is_featured }).in('id', some).throwOnError(),
  );

type TagLinks = { added: TagLink[]; removed: TagLink[] };
type TagLink = { tour_id: string; tag_id: string };

async function linkTags({ added, removed }: TagLinks) {
  if (added.length > 0) {
    await supabase.from('virtual_tour_tags').upsert(added, { ignoreDuplicates: true }).throwOnError();
  }
  for (const tag_id of new Set(removed.map((link) => link.tag_id))) {
    const ids = removed.filter((link) => link.tag_id === tag_id).map((link) => link.tour_id);
    await inBatches(ids, (some) =>
      supabase.from('virtual_tour_tags').delete().eq('tag_id', tag_id).in('tour_id', some).throwOnError(),
    );
  }
}

/** Options for changes of one or many tours in the list, shown at once and reverted by « Annuler ». */
export const tourChanges = {
  /** Features tours, or stops featuring them. */
  feature: () =>
    mutationOptions({
      mutationFn: ({ ids, is_featured }: { ids: string[]; is_featured: boolean }) =>
        setFeatured(ids, is_featured),
      onMutate: async ({ ids, is_featured }, { client }) => {
        await client.cancelQueries({ queryKey: tours.listKey });
        const chosen = new Set(ids);
        const before = cachedTours(client, chosen);
        updateCachedTours(client, (tour) => (chosen.has(tour.id) ? { ...tour, is_featured } : tour));
        return before;
      },
      onError: (_error, _change, before, { client }) => putBack(client, before),
      onSuccess: (_data, { is_featured }, before, { client }) => {
        const count = before.length;
        const what = is_featured
          ? counted(count, 'visite mise en coup de cœur', 'visites mises en coup de cœur')
          : counted(count, 'visite retirée des coups de cœur', 'visites retirées des coups de cœur');
        const changed = byFormerValue(before, (tour) => tour.is_featured, is_featured);
        offerUndo(
          client,
          what,
          () => Promise.all(changed.map(([former, ids]) => setFeatured(ids, former))),
          staleKeys,
        );
      },
      meta: { errorMessage: 'Impossible de modifier les visites', invalidates: staleKeys },
    }),

  /** Adds categories to tours and removes others. */
  categorise: () =>
    mutationOptions({
      mutationFn: (links: TagLinks) => linkTags(links),
      onMutate: async ({ added, removed }, { client }) => {
        await client.cancelQueries({ queryKey: tours.listKey });
        const affectedIds = new Set([...added, ...removed].map(({ tour_id }) => tour_id));
        const before = cachedTours(client, affectedIds);
        const taken = new Set(removed.map(({ tour_id, tag_id }) => `${tour_id} ${tag_id}`));
        updateCachedTours(client, (tour) => {
          if (!affectedIds.has(tour.id)) return tour;
          const kept = tour.virtual_tour_tags.filter(({ tag_id }) => !taken.has(`${tour.id} ${tag_id}`));
          const more = added.filter(({ tour_id }) => tour_id === tour.id).map(({ tag_id }) => ({ tag_id }));
          return { ...tour, virtual_tour_tags: [...kept, ...more] };
        });
        return before;
      },
      onError: (_error, _links, before, { client }) => putBack(client, before),
      onSuccess: (_data, { added, removed }, before, { client }) => {
        const text = `Catégories de ${counted(before.length, 'visite')} mises à jour`;
        offerUndo(client, text, () => linkTags({ added: removed, removed: added }), staleKeys);
      },
      meta: { errorMessage: 'Impossible de modifier les catégories', invalidates: staleKeys },
    }),
};

/** Restores the rows when the server refused. */
function putBack(client: QueryClient, before: readonly ListedTour[] | undefined) {
  const byId = new Map((before ?? []).map((tour) => [tour.id, tour]));
  updateCachedTours(client, (tour) => byId.get(tour.id) ?? tour);
}

/** Computes the changes that give each tour these categories, and only these among the offered ones. */
export function tagLinks(
  list: readonly Pick<ListedTour, 'id' | 'virtual_tour_tags'>[],
  wanted: readonly string[],
): TagLinks {
  const links: TagLinks = { added: [], removed: [] };
  for (const { id, virtual_tour_tags } of list) {
    const has = new Set(virtual_tour_tags.map(({ tag_id }) => tag_id));
    for (const tag_id of wanted) if (!has.has(tag_id)) links.added.push({ tour_id: id, tag_id });
    for (const tag_id of has) if (!wanted.includes(tag_id)) links.removed.push({ tour_id: id, tag_id });
  }
  return links;
}
