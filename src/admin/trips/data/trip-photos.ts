import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { PictureError, reducePicture } from '@/admin/kit/lib/picture';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import { failureText } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { keptPhotos, TRIP_PHOTOS, tripPhotosKey } from './kept-photos';

/** The longest side of a photo, in px: a plate stays legible. */
const LONGEST = 1800;

export const tripPhotos = {
  /** Options to read the photos of a trip, each with the name of its stop, in the order in which they were taken. */
  ofTrip: (tripId: string) =>
    queryOptions({
      queryKey: [...tripPhotosKey, tripId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('trip_photos')
          .select('id, contact_id, taken_at, contacts(name, company)')
          .eq('trip_plan_id', tripId)
          .order('taken_at')
          .order('id')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les photos du déplacement' },
    }),

  /** Options to read the file of a photo: it is private, and never changes. */
  file: (id: string) =>
    queryOptions({
      queryKey: ['trip-photo', id],
      queryFn: async (): Promise<Blob> => {
        const { storage } = await fullClient();
        const { data, error } = await storage.from(TRIP_PHOTOS).download(`${id}.jpg`);
        if (error) throw error;
        return data;
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 120_000,
    }),

  /** Records a photo taken at a stop, on a bad line too: smaller, and without the place that a camera writes in it. */
  take: (tripId: string, contactId: string) =>
    mutationOptions({
      mutationFn: async (taken: File) => {
        const { blob: file } = await reducePicture(
          taken,
          (wide, high) => LONGEST / Math.max(wide, high),
          0.82,
        );
        return keptPhotos.record({
          ...{ id: crypto.randomUUID(), trip_plan_id: tripId, contact_id: contactId },
          ...{ taken_at: serverNow().toISOString(), file },
        });
      },
      onSuccess: async (recorded, _taken, _result, { client }) => {
        if (recorded === 'kept') {
          notify.info('La photo est gardée sur cet appareil\u00a0: elle partira au retour de la connexion.');
        } else if (recorded === 'on this page') {
          notify.warning(
            'La photo partira au retour de la connexion. Ne fermez pas cette page avant.',
            'Mémoire pleine',
          );
        } else {
          await client.invalidateQueries({ queryKey: tripPhotosKey });
          notify.success('Photo enregistrée');
        }
      },
      meta: {
        errorMessage: (error) =>
          error instanceof PictureError
            ? error.message
            : failureText('La photo n’est pas enregistrée', error),
      },
    }),

  /** Deletes a photo for good; the server deletes its file. */
  remove: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        await supabase.from('trip_photos').delete().eq('id', id).throwOnError();
      },
      meta: {
        invalidates: [tripPhotosKey],
        successMessage: 'Photo supprimée',
        errorMessage: 'Impossible de supprimer la photo',
      },
    }),
};
