import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { browserStore } from '@/admin/kit/lib/browser-store';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { createOutbox, type Kept } from '@/admin/kit/lib/outbox';
import { supabase } from '@/admin/kit/lib/supabase';
import { isDuplicate } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';

/** The private bucket of the photos of trips. */
export const TRIP_PHOTOS = 'trip-photos';

/** A photo taken at a stop: its id makes it one row and one file however often it is sent. */
export type TripPhotoFile = {
  id: string;
  trip_plan_id: string;
  contact_id: string;
  /** A timestamp: it may be sent hours later. */
  taken_at: string;
  file: Blob;
};

/** Time in ms after which a bad line counts as none: a photo of half a megabyte passes on a very slow one. */
const PATIENCE = 120_000;

export const tripPhotosKey = [...queryKeys.tripPlans, 'photos'] as const;

const store = browserStore<Kept<TripPhotoFile>>('photos-en-attente', 'photos');

/** Photos that were taken without a line, in this browser until the server has them. */
export const keptPhotos = createOutbox<TripPhotoFile>(
  'trip-photos',
  {
    read: async () =>
      (await store.entries()).map(([, photo]) => photo).sort((a, b) => a.taken_at.localeCompare(b.taken_at)),
    keep: (photo) => store.save([[photo.id, photo]]),
    remove: store.remove,
  },
  async ({ id, trip_plan_id, contact_id, taken_at, file }) => {
    const { uploadToBucket } = await import('@/admin/kit/lib/bucket-upload');
    const signal = AbortSignal.timeout(PATIENCE);
    await uploadToBucket(TRIP_PHOTOS, `${id}.jpg`, file, { signal });
    const row = { id, trip_plan_id, contact_id, taken_at, recorded_by: await currentUserId() };
    const { error } = await supabase.from('trip_photos').insert(row).abortSignal(signal);
    if (error && !isDuplicate(error)) throw error;
  },
);

/**
 * Sends the kept photos as soon as the line is back.
 *
 * @returns a function that stops it
 */
export const sendKeptPhotos = (client: QueryClient): (() => void) =>
  keptPhotos.start((sent) => {
    notify.success(`${counted(sent, 'photo envoyée', 'photos envoyées')}, au retour de la connexion`);
    return client.invalidateQueries({ queryKey: tripPhotosKey });
  });
