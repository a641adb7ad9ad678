import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/kit/lib/bucket-upload';
import { reducePicture } from '@/admin/kit/lib/picture';
import { failureText } from '@/shared/lib/failure';
import { TILES } from './panorama-files';

/** The longest side of a plan or of the picture of a point, in px. */
const MAX_SIDE = 1800;

type StoredPicture = { path: string; width: number; height: number };

/** Uploads the plan of a tour or the picture of a point, under a new name. */
export const uploadTourPicture = () =>
  mutationOptions({
    mutationFn: async ({ tourId, file }: { tourId: string; file: File }): Promise<StoredPicture> => {
      const { blob, width, height } = await reducePicture(
        file,
        (wide, high) => MAX_SIDE / Math.max(wide, high),
        0.82,
      );
      const path = `${tourId}/${crypto.randomUUID()}/image.jpg`;
      try {
        await uploadToBucket(TILES, path, blob, { signal: new AbortController().signal });
      } catch (error) {
        throw new Error(failureText('Impossible de téléverser l’image', error), { cause: error });
      }
      return { path, width, height };
    },
  });
