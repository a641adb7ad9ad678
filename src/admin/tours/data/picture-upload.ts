import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/kit/lib/bucket-upload';
import { decodePicture, drawPicture, toJpeg } from '@/admin/kit/lib/picture';
import { failureText } from '@/shared/lib/failure';
import { TILES } from './panorama-files';

/** The longest side of a plan or of the picture of a point, in px. */
const LONGEST = 1800;

type StoredPicture = { path: string; width: number; height: number };

/** Converts a picture to an upright JPEG of limited size. */
async function reducedPicture(file: File): Promise<{ blob: Blob; width: number; height: number }> {
  const bitmap = await decodePicture(file);
  try {
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) =>
      Math.max(1, Math.round(side * scale)),
    ) as [number, number];
    const canvas = drawPicture(bitmap, [0, 0, bitmap.width, bitmap.height], { width, height });
    return { blob: await toJpeg(canvas, 0.82), width, height };
  } finally {
    bitmap.close();
  }
}

/** Uploads the plan of a tour or the picture of a point, under a new name. */
export const uploadTourPicture = () =>
  mutationOptions({
    mutationFn: async ({ tourId, file }: { tourId: string; file: File }): Promise<StoredPicture> => {
      const { blob, width, height } = await reducedPicture(file);
      const path = `${tourId}/${crypto.randomUUID()}/image.jpg`;
      try {
        await uploadToBucket(TILES, path, blob, { signal: new AbortController().signal });
      } catch (error) {
        throw new Error(failureText('Impossible de téléverser l’image', error), { cause: error });
      }
      return { path, width, height };
    },
  });
