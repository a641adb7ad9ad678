import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { ORIGINALS, TILES } from '@/admin/tours/data/panorama-files';
import type { DraftTour } from '@/admin/tours/data/panorama-tour.schema';
import type { Scene } from '@/shared/panorama-tour/panorama-tour';

const filesOf = ({ sound, points }: Scene) => [
  ...(sound ? [sound] : []),
  ...points.flatMap((point) =>
    [point.picture, point.sound, point.document].filter((file) => file !== undefined),
  ),
];

export type StoredFile = { bucket: string; path: string };

/**
 * Lists the pictures of the studio's own tours: each original panorama, its first sphere where the original was not
 * kept, floor plans, and the pictures, sounds and documents of scenes and points. Tiles are left out, hundreds a scene: they can be cut again from an original.
 */
export async function panoramaFiles(signal: AbortSignal): Promise<StoredFile[]> {
  const drafts = await readAllRows<{ document: unknown }>(
    () => supabase.from('panorama_tour_drafts').select('document').order('tour_id'),
    signal,
  );
  const files = drafts.flatMap(({ document }) => {
    const { scenes, floors = [] } = document as DraftTour;
    return [
      ...scenes.map(({ original, picture }) =>
        original
          ? { bucket: ORIGINALS, path: original }
          : { bucket: TILES, path: `${picture.folder}/base.jpg` },
      ),
      ...[...floors, ...scenes.flatMap(filesOf)].map(({ path }) => ({ bucket: TILES, path })),
    ];
  });
  // A picture may be used by several points.
  return [...new Map(files.map((file) => [`${file.bucket}/${file.path}`, file])).values()];
}
