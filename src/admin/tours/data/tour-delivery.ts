import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import type { FileJob } from '@/admin/kit/lib/use-saved-file';
import type { Tables } from '@/shared/database.types';
import { isUuid } from '@/shared/lib/uuid';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { type DeliveryProgress, type DeliverySummary, deliveryFiles } from './delivery-files';
import type { DeliveryValues } from './tour-delivery.schema';

export type TourDelivery = Tables<'tour_deliveries'>;

/** A tour with its deliverable part: the published version of its scenes. */
export type DeliverableTour = {
  id: string;
  title: string;
  slug: string;
  status: Tables<'virtual_tours'>['status'];
  published: { tour: PanoramaTour; version: number } | null;
  /** Deliveries, the newest first. */
  deliveries: TourDelivery[];
};

/** Returns the full width of a tour's largest panorama, in pixels. */
export const widestPicture = ({ scenes }: PanoramaTour) =>
  Math.max(...scenes.map(({ picture }) => picture.width));

/** Returns the total size of a tour's pictures, in bytes. */
export const bytesOf = ({ scenes }: PanoramaTour) =>
  scenes.reduce((sum, { picture }) => sum + picture.bytes, 0);

/** One delivery, with the destination of its ZIP. */
type DeliveryRun = FileJob<DeliveryProgress> & { tour: DeliverableTour; values: DeliveryValues };

const keyOf = (id: string) => [...queryKeys.tours, 'delivery', id];

export const tourDelivery = {
  /** A tour for its delivery, or `null` when it does not exist. */
  ofTour: (id: string) =>
    queryOptions({
      queryKey: keyOf(id),
      queryFn: async ({ signal }): Promise<DeliverableTour | null> => {
        if (!isUuid(id)) return null;
        const { data } = await supabase
          .from('virtual_tours')
          .select('id, title, slug, status, panorama_tours(document, version), tour_deliveries(*)')
          .eq('id', id)
          .order('created_at', { referencedTable: 'tour_deliveries', ascending: false })
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        if (!data) return null;
        const { panorama_tours: found, tour_deliveries: deliveries, ...tour } = data;
        const published = found && {
          tour: found.document as unknown as PanoramaTour,
          version: found.version,
        };
        return { ...tour, published, deliveries };
      },
      meta: { errorMessage: 'Impossible de charger la livraison' },
    }),

  /** Copies the published version into a ZIP as it is read, then records the delivery. */
  make: () =>
    mutationOptions({
      mutationFn: async ({ tour, values, signal, onProgress, save }: DeliveryRun) => {
        if (!tour.published) throw new Error('Cette visite n’est pas publiée');
        const { tour: panoramas, version } = tour.published;
        let summary: DeliverySummary | undefined;
        try {
          const { makeZip } = await import('@/admin/kit/lib/make-zip');
          const onEnd = (end: DeliverySummary) => {
            summary = end;
          };
          const { client, color } = values;
          const content = { title: tour.title, client, color, tour: panoramas };
          await save(makeZip(deliveryFiles({ ...content, signal, onProgress, onEnd })));
        } catch (error) {
          // Whatever error the stream raises, a cancelled copy has not failed.
          signal.throwIfAborted();
          throw error;
        }
        if (!summary) throw new Error('Le ZIP est incomplet');
        await supabase
          .from('tour_deliveries')
          .insert({
            tour_id: tour.id,
            version,
            ...values,
            ...summary,
            panoramas: panoramas.scenes.length,
            width: widestPicture(panoramas),
          })
          .throwOnError();
      },
      meta: {
        invalidates: [queryKeys.tours],
        successMessage: 'Livraison prête et inscrite',
        errorMessage: 'La livraison n’a pas pu être terminée',
      },
    }),
};
