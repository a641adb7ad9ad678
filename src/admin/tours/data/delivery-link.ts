import { mutationOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { uploadAcrossCuts } from '@/admin/kit/lib/bucket-upload';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import { formatExcess, formatLimit, largestUpload } from '@/admin/kit/lib/upload-limit';
import { failureText } from '@/shared/lib/failure';
import { type DeliverySummary, deliveryFiles } from './delivery-files';
import type { DeliverableTour, TourDelivery } from './tour-delivery';

/** The private bucket of the copies that links open. */
const BUCKET = 'tour-deliveries';

/**
 * The largest copy, in bytes: 500 MB in its bucket (supabase/schemas/07_panorama_tours.sql), or what the project's plan
 * takes.
 */
export const LARGEST_COPY = largestUpload(500 * 1024 * 1024);

/** Returns the French reason why a delivery of this size can have no link; undefined when it can. */
export const refuseCopy = (bytes: number): string | undefined =>
  bytes > LARGEST_COPY
    ? `Le ZIP pèse ${formatExcess(bytes)}\u00a0: un lien en ouvre ${formatLimit(LARGEST_COPY)} au plus. Remettez plutôt au client le fichier enregistré lors de la préparation, sur une clé ou par un service de transfert.`
    : undefined;

/** Lifetimes of a link: days → French label. */
export const linkDays = { 7: '7 jours', 30: '30 jours', 90: '90 jours' } as const;

/** Progress of a copy: being made, then sent. */
export type LinkProgress = { step: 'making' | 'sending'; done: number; total: number };

type Creation = {
  tour: DeliverableTour;
  delivery: TourDelivery;
  days: number;
  signal: AbortSignal;
  onProgress: (progress: LinkProgress) => void;
};

/** Thrown when a link cannot open the delivered files; the message is for the person. */
export class LinkUnavailable extends Error {
  override readonly name = 'NoLink';
}

/** Makes the ZIP of a delivery again: the very files that its checksum names. */
async function copyOf({ tour, delivery, signal, onProgress }: Creation): Promise<Blob> {
  const again = 'Préparez une nouvelle livraison, puis donnez son lien.';
  if (tour.published?.version !== delivery.version) {
    throw new LinkUnavailable(`La visite a été publiée de nouveau depuis cette livraison. ${again}`);
  }
  const { makeZip } = await import('@/admin/kit/lib/make-zip');
  const { client, color } = delivery;
  let summary: DeliverySummary | undefined;
  const files = deliveryFiles({
    title: tour.title,
    client,
    color,
    tour: tour.published.tour,
    signal,
    onProgress: (progress) => onProgress({ step: 'making', ...progress }),
    onEnd: (end) => {
      summary = end;
    },
  });
  const zip = await new Response(makeZip(files)).blob();
  if (summary?.checksum !== delivery.checksum) {
    throw new LinkUnavailable(`Les fichiers ne sont plus ceux de cette livraison. ${again}`);
  }
  const refusal = refuseCopy(zip.size);
  if (refusal) throw new LinkUnavailable(refusal);
  return new Blob([zip], { type: 'application/zip' });
}

const keepLink = (id: string, link: Pick<TourDelivery, 'file_path' | 'link_expires_at'>) =>
  supabase.from('tour_deliveries').update(link).eq('id', id).select('id').single().throwOnError();

export const deliveryLink = {
  /** Uploads a copy of a delivery for a link, until its last day. */
  create: () =>
    mutationOptions({
      mutationFn: async (creation: Creation) => {
        const { delivery, days, signal, onProgress } = creation;
        const zip = await copyOf(creation);
        const file_path = `${crypto.randomUUID()}.zip`;
        const total = zip.size;
        await uploadAcrossCuts(BUCKET, file_path, zip, {
          signal,
          type: 'application/zip',
          onProgress: (share) => onProgress({ step: 'sending', done: Math.round(share * total), total }),
        });
        const link_expires_at = new Date(serverClock.now() + days * 86_400_000).toISOString();
        await keepLink(delivery.id, { file_path, link_expires_at });
      },
      meta: {
        // The button reports the failure itself.
        silent: (error: unknown) => error instanceof LinkUnavailable,
        invalidates: [queryKeys.tours],
        successMessage: 'Lien prêt',
        errorMessage: (error) => failureText('Le lien n’a pas pu être créé', error),
      },
    }),

  /** Returns the signed address for the client, valid as long as the link. */
  address: () =>
    mutationOptions({
      mutationFn: async ({ tour, delivery }: Pick<Creation, 'tour' | 'delivery'>): Promise<string> => {
        const seconds = Math.floor((Date.parse(delivery.link_expires_at ?? '') - serverClock.now()) / 1_000);
        const { storage } = await fullClient();
        const { data, error } = await storage
          .from(BUCKET)
          .createSignedUrl(delivery.file_path ?? '', seconds, { download: `${tour.slug}.zip` });
        if (error) throw error;
        return data.signedUrl;
      },
      meta: { errorMessage: 'Le lien n’a pas pu être lu' },
    }),

  /** Ends a link now: without its file no address works. */
  withdraw: () =>
    mutationOptions({
      mutationFn: async ({ id, file_path }: Pick<TourDelivery, 'id' | 'file_path'>) => {
        const { storage } = await fullClient();
        const { error } = await storage.from(BUCKET).remove([file_path ?? '']);
        if (error) throw error;
        await keepLink(id, { file_path: null, link_expires_at: null });
      },
      meta: {
        invalidates: [queryKeys.tours],
        successMessage: 'Lien retiré',
        errorMessage: 'Le lien n’a pas pu être retiré',
      },
    }),
};
