import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { EditGone } from '@/admin/kit/lib/edit-conflict';
import { supabase } from '@/admin/kit/lib/supabase';
import { alwaysStale } from '@/admin/today/data/dashboard';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { removeFolders } from './panorama-files';
import { type DraftTour, emptyDraft } from './panorama-tour.schema';
import { askForSite } from './publications';
import { asTourStatus } from './tour-labels';

/** Queries that a publication changes. */
const staleKeys = [
  queryKeys.panoramaTours,
  queryKeys.publications,
  queryKeys.today,
  [...queryKeys.tours, 'list'],
];

/** Reads and writes of the one « Publier » of a tour: its record, its scenes and the site. */
export const tourPublication = {
  /** Options to read what decides on the state of a tour; null when the tour does not exist. */
  of: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.panoramaTours, id, 'publication'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('virtual_tours')
          .select(
            'slug, url, status, updated_at, panorama_tour_drafts(document, updated_at), panorama_tours(document, published_at)',
          )
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        if (!data) return null;
        const { slug, panorama_tour_drafts: draft, panorama_tours: published } = data;
        const status = asTourStatus(data.status);
        return {
          ...{ slug, status, url: data.url, changedAt: data.updated_at },
          // The database checks each stored document (private.is_panorama_tour).
          draft: draft ? (draft.document as unknown as DraftTour) : emptyDraft,
          readAt: draft?.updated_at ?? null,
          published: published && {
            document: published.document as unknown as PanoramaTour,
            at: published.published_at,
          },
          wasPublic: status === 'published' || (await wasPublic(slug, signal)),
        };
      },
      ...alwaysStale,
      meta: { logMessage: 'The publication of a tour could not be read' },
    }),

  /**
   * « Publier »: the record, the scenes as they were read, and the site.
   *
   * @param replaced folders of published tiles that the draft no longer names: areas blurred since must not stay
   *   readable there
   */
  publish: () =>
    mutationOptions({
      mutationFn: async ({
        id,
        readAt,
        replaced,
      }: {
        id: string;
        readAt: string | null;
        replaced: string[];
      }) => {
        const { error } = await supabase.rpc('publish_tour', {
          tour_id: id,
          ...(readAt ? { read_at: readAt } : {}),
        });
        if (error?.code === 'PT404') throw new EditGone(error.message);
        if (error) throw rpcError(error, 'La visite n’a pas pu être publiée. Réessayez.');
        // The folders are removed here and not in the component, which may be unmounted before.
        await removeFolders(replaced);
        void askForSite();
      },
      meta: { invalidates: staleKeys, successMessage: 'Visite publiée' },
    }),

  /** « Retirer »: visitors no longer have the tour; « Annuler » gives them the same version again. */
  withdraw: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        await supabase.rpc('withdraw_tour', { tour_id: id }).throwOnError();
        void askForSite();
      },
      onSuccess: (_data, id, _result, { client }) => offerReturn(client, id),
      meta: { invalidates: staleKeys, errorMessage: 'La visite n’a pas pu être retirée. Réessayez.' },
    }),
};

function offerReturn(client: QueryClient, id: string) {
  const change = { kind: 'virtual_tours', given: 'draft', before: [{ id, status: 'published' }] };
  const undo = async () => {
    await supabase.rpc('undo_status', change).throwOnError();
    void askForSite();
  };
  offerUndo(client, 'Visite retirée du site', undo, staleKeys);
}

/** Tells whether an address of the site was a tour's, and no longer is. */
async function wasPublic(slug: string, signal: AbortSignal): Promise<boolean> {
  const { data } = await supabase.rpc('gone_tours', { of_slug: slug }).abortSignal(signal).throwOnError();
  return data !== null && typeof data === 'object' && slug in data;
}
