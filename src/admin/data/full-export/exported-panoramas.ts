import { ORIGINALS, TILES } from '@/admin/data/panorama-tours/panorama-files';
import type { DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';

export type StoredFile = { bucket: string; path: string };

/**
 * Lists the pictures of the studio's own tours: each original panorama, its first sphere where the original was not
 * kept, plans and pictures of points. Tiles are left out, hundreds a scene: they can be cut again from an original.
 */
export async function panoramaFiles(signal: AbortSignal): Promise<StoredFile[]> {
  const drafts = await readAllRows<{ document: unknown }>(
    () => supabase.from('panorama_tour_drafts').select('document').order('tour_id'),
    signal,
  );
  const files = drafts.flatMap(({ document }) => {
    const { scenes, plan } = document as DraftTour;
    return [
      ...scenes.map(({ original, picture }) =>
        original
          ? { bucket: ORIGINALS, path: original }
          : { bucket: TILES, path: `${picture.folder}/base.jpg` },
      ),
      ...scenes.flatMap(({ points }) =>
        points.flatMap(({ picture }) => (picture ? { bucket: TILES, path: picture.path } : [])),
      ),
      ...(plan ? [{ bucket: TILES, path: plan.path }] : []),
    ];
  });
  // A picture may be used by several points.
  return [...new Map(files.map((file) => [`${file.bucket}/${file.path}`, file])).values()];
}
