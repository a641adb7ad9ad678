import { queryOptions } from '@tanstack/react-query';
import { readAll } from '@/shared/lib/read-all';
import { readRows } from '@/shared/lib/rest';
import { api } from '@/shared/lib/site-config';
import type { FileAddress, PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { rangeParameters } from './tours';

type Row = { tour_id: string; document: PanoramaTour };

/** Address of a picture of a published tour, in the public bucket « panoramas ». */
export const panoramaAddress: FileAddress = (path) => `${api.url}/storage/v1/object/public/panoramas/${path}`;

/**
 * The scenes of a tour that the studio made itself, or `null`. Silent on failure: the page of the tour then shows the
 * rest of it.
 */
export const panoramaTourQuery = (tourId: string) =>
  queryOptions({
    queryKey: ['panorama-tours', tourId],
    queryFn: async ({ signal }) => {
      const query = { select: 'tour_id,document', tour_id: `eq.${tourId}` };
      return (await readRows<Row>('panorama_tours', query, { signal })).rows[0]?.document ?? null;
    },
  });

/**
 * The folder of the pictures that the build has drawn of a tour's first view; `null` where there is none, as for a tour that
 * is newer than the built site.
 */
export const tourPoster = (tourId: string) =>
  queryOptions({
    queryKey: ['tour-poster', tourId],
    queryFn: (): string | null => null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * A small copy of a scene's picture as an address that holds it, which the build writes into the page of a visit; `null` where
 * there is none, as for a tour that is newer than the built site.
 */
export const scenePreview = (folder: string) =>
  queryOptions({
    queryKey: ['scene-preview', folder],
    queryFn: (): string | null => null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Reads the scenes of every published tour that has some, by tour, for the build.
 *
 * @throws the error of the data API, or of the network
 */
export async function everyPanoramaTour(): Promise<Map<string, { tour: PanoramaTour; version: number }>> {
  const rows = await readAll(async (from, to) => {
    const query = { select: 'tour_id,document,version', order: 'tour_id.asc', ...rangeParameters(from, to) };
    return (await readRows<Row & { version: number }>('panorama_tours', query)).rows;
  });
  return new Map(rows.map(({ tour_id, document, version }) => [tour_id, { tour: document, version }]));
}
