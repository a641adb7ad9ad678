import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { EditConflict, EditGone, isReportedByForm } from '@/admin/kit/lib/edit-conflict';
import { deletePendingFiles, keepFilesOfCreatedTour } from '@/admin/kit/lib/pending-files';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Json } from '@/shared/database.types';
import { failureText } from '@/shared/lib/failure';
import { isUuid } from '@/shared/lib/uuid';
import { HEADER_BYTES } from './check-panorama';
import { readOriginalStart } from './panorama-files';
import { readSphere } from './panorama-sphere';
import { type DraftScene, type DraftTour, emptyDraft } from './panorama-tour.schema';

/** A tour being made here. */
export type EditedPanoramaTour = {
  id: string;
  title: string;
  slug: string;
  document: DraftTour;
  /** Null while there is no draft. */
  readAt: string | null;
};

const notSaved = (error: unknown) =>
  `${failureText('La visite n’a pas pu être enregistrée', error)} Votre travail est conservé.`;

const roundToTenth = (degrees: number) => Math.round(degrees * 10) / 10;

/** Options to read how the camera of an original says that it leaned, to a tenth of a degree. */
export const cameraTilt = (original: string) =>
  queryOptions({
    queryKey: [...queryKeys.panoramaTours, 'tilt', original],
    queryFn: async ({ signal }) => {
      const { tilt } = readSphere(await readOriginalStart(original, HEADER_BYTES, signal));
      return { roll: roundToTenth(tilt.roll), pitch: roundToTenth(tilt.pitch) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads and writes of the tours made of the studio's own panoramas. */
export const panoramaTours = {
  all: queryKeys.panoramaTours,

  /**
   * Options to read the draft of a tour, empty when none was begun; null when the tour does not exist. Not read again
   * while it is edited.
   */
  edited: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.panoramaTours, id],
      queryFn: async ({ signal }): Promise<EditedPanoramaTour | null> => {
        if (!isUuid(id)) return null;
        const { data } = await supabase
          .from('virtual_tours')
          .select('id, title, slug, panorama_tour_drafts(document, updated_at)')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        if (!data) return null;
        const { panorama_tour_drafts: draft, ...tour } = data;
        return {
          ...tour,
          // The database checks each stored document (private.is_panorama_tour).
          document: draft ? (draft.document as unknown as DraftTour) : emptyDraft,
          readAt: draft?.updated_at ?? null,
        };
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { errorMessage: 'Impossible de charger la visite' },
    }),

  /**
   * Saves the draft over the version that was read, and returns the new version's moment.
   *
   * @throws EditConflict with the present draft, EditGone, or an error whose French message tells what to do
   */
  save: () =>
    mutationOptions({
      mutationFn: async ({
        id,
        document,
        readAt,
      }: {
        id: string;
        document: DraftTour;
        readAt: string | null;
      }) => {
        const { data, error, status } = await supabase.rpc('save_panorama_tour_draft', {
          tour_id: id,
          document: document as unknown as Json,
          ...(readAt ? { read_at: readAt } : {}),
        });
        if (!error) return data;
        if (error.code === 'PT404') throw new EditGone(error.message);
        if (error.code === 'PT409') {
          const theirs = JSON.parse(error.details) as {
            document: DraftTour | null;
            updated_at: string | null;
          };
          throw new EditConflict<DraftTour>({
            values: theirs.document ?? emptyDraft,
            readAt: theirs.updated_at ?? '',
          });
        }
        throw rpcError(error, notSaved({ ...error, status }));
      },
      meta: { silent: isReportedByForm },
    }),

  /**
   * Begins the draft of a tour that was just created with the scenes that are ready. It never fails: the panoramas that
   * are not, or that could not be saved, follow in its editor.
   */
  begin: () =>
    mutationOptions({
      mutationFn: async ({ id, scenes }: { id: string; scenes: DraftScene[] }) => {
        if (scenes.length > 0) {
          const document = { scenes } as unknown as Json;
          const { error } = await supabase.rpc('save_panorama_tour_draft', { tour_id: id, document });
          if (error) console.warn('Scènes non enregistrées', error);
          else await deletePendingFiles(scenes.map((scene) => scene.id));
        }
        await keepFilesOfCreatedTour(id);
      },
    }),
};
