import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerStatusUndo } from '@/admin/kit/data/undo-status';
import type { Version } from '@/admin/kit/lib/edit-conflict';
import { changeRows, type ProgressiveList, readFirstThenRest } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { Tables } from '@/shared/database.types';
import { counted } from '@/shared/lib/numbers';
import { isUuid } from '@/shared/lib/uuid';
import type { DraftTour } from './panorama-tour.schema';
import type { TourStatus } from './tour-labels';
import { type TourFormValues, tourRow } from './tours.schema';

type TourRow = Tables<'virtual_tours'>;

/** A tour as the admin lists it. */
export type ListedTour = Pick<
  TourRow,
  'id' | 'title' | 'slug' | 'location' | 'status' | 'is_featured' | 'view_count' | 'image_url'
> & { virtual_tour_tags: { tag_id: string }[] };

/** A tour as the form edits it. */
export type EditedTour = {
  id: string;
  /** True when it has scenes of our own panoramas, so that it needs no address. */
  hasScenes: boolean;
} & Version<TourFormValues>;

const listKey = [...queryKeys.tours, 'list'] as const;

const bulkMessages: Record<TourStatus | 'deleted', (n: number) => string> = {
  published: (n) => (n === 1 ? 'Visite publiée' : counted(n, 'visite publiée', 'visites publiées')),
  draft: (n) =>
    n === 1
      ? 'Visite remise en brouillon'
      : counted(n, 'visite remise en brouillon', 'visites remises en brouillon'),
  archived: (n) => (n === 1 ? 'Visite archivée' : counted(n, 'visite archivée', 'visites archivées')),
  deleted: (n) => (n === 1 ? 'Visite supprimée' : counted(n, 'visite supprimée', 'visites supprimées')),
};

export const tours = {
  all: queryKeys.tours,

  listKey,

  /** Options to read every tour, whatever its status, newest first: its first rows at once, then all of them. */
  list: () =>
    queryOptions({
      queryKey: listKey,
      queryFn: (context): Promise<ProgressiveList<ListedTour>> =>
        readFirstThenRest(context, {
          query: (count) =>
            supabase
              .from('virtual_tours')
              .select(
                'id, title, slug, location, status, is_featured, view_count, image_url, virtual_tour_tags(tag_id)',
                count && { count },
              )
              .order('created_at', { ascending: false })
              .order('id'),
          toRow: (tour) => tour,
          keyOf: ({ id }) => id,
        }),
      meta: { errorMessage: 'Impossible de charger les visites' },
    }),

  /**
   * Options to read one tour for the form, or `null` when it does not exist. Read again each time the form opens, and
   * never while it is open: a refetch must not change what is being typed, and a save must send back the version it
   * began with.
   */
  edited: (id: string) =>
    queryOptions({
      queryKey: [...tours.all, 'edited', id],
      queryFn: async ({ signal }): Promise<EditedTour | null> => {
        if (!isUuid(id)) return null;
        const { data } = await supabase
          .from('virtual_tours')
          .select('*, virtual_tour_tags(tag_id), panorama_tour_drafts(document)')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        if (!data) return null;
        const tag_ids = data.virtual_tour_tags.map((link) => link.tag_id).sort();
        // The embedded stack reads no path into the JSON of a joined table.
        const document = data.panorama_tour_drafts?.document as Pick<DraftTour, 'scenes'> | undefined;
        const hasScenes = (document?.scenes.length ?? 0) > 0;
        return { id, hasScenes, ...toVersion(tourRow, { ...data, tag_ids }) };
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { errorMessage: 'Impossible de charger la visite' },
    }),

  /** Features a tour, or stops featuring it: at once on the screen, reverted if the server refuses. */
  feature: () =>
    mutationOptions({
      mutationFn: async ({ id, is_featured }: Pick<TourRow, 'id' | 'is_featured'>) => {
        await supabase
          .from('virtual_tours')
          .update({ is_featured })
          .eq('id', id)
          .select('id')
          .single()
          .throwOnError();
      },
      onMutate: async ({ id, is_featured }, { client }) => {
        await client.cancelQueries({ queryKey: listKey });
        showFeatured(client, id, is_featured);
      },
      onError: (_error, { id, is_featured }, _result, { client }) => showFeatured(client, id, !is_featured),
      meta: { errorMessage: 'Impossible de modifier la visite', invalidates: [listKey] },
    }),

  /** Gives the same status to many tours, in one statement. */
  setStatus: (status: TourStatus) =>
    mutationOptions({
      mutationFn: async (ids: string[]) => {
        await supabase.rpc('set_tours_status', { ids, status }).throwOnError();
      },
      onMutate: async (ids, { client }) => {
        await client.cancelQueries({ queryKey: listKey });
        const chosen = new Set(ids);
        const { rows = [] } = client.getQueryData(tours.list().queryKey) ?? {};
        changeRows<ListedTour>(client, listKey, (list) =>
          list.map((tour) => (chosen.has(tour.id) ? { ...tour, status } : tour)),
        );
        return rows.filter(({ id }) => chosen.has(id));
      },
      onError: (_error, _ids, before, { client }) => {
        const byId = new Map(before?.map((tour) => [tour.id, tour]));
        changeRows<ListedTour>(client, listKey, (list) => list.map((tour) => byId.get(tour.id) ?? tour));
      },
      onSuccess: (_data, _ids, before, { client }) => {
        const change = { kind: 'virtual_tours', given: status } as const;
        offerStatusUndo(client, bulkMessages[status](before.length), change, before, [listKey]);
      },
      meta: {
        invalidates: [listKey],
        errorMessage: 'Impossible de modifier les visites',
      },
    }),

  /** Deletes tours; their pictures stay while the trash has them. */
  remove: () =>
    moveToTrash<Pick<ListedTour, 'id'>>({
      kind: 'virtual_tours',
      successText: (gone) => bulkMessages.deleted(gone.length),
      errorMessage: 'Impossible de supprimer la visite',
      invalidates: [listKey],
    }),
};

function showFeatured(client: QueryClient, id: string, is_featured: boolean) {
  changeRows<ListedTour>(client, listKey, (rows) =>
    rows.map((tour) => (tour.id === id ? { ...tour, is_featured } : tour)),
  );
}
