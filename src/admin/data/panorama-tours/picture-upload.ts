import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/lib/bucket-upload';
import { readImageHeader } from '@/admin/lib/image-header';
import { TILES } from './panorama-files';

/** The longest side of a plan or of the picture of a point, in px. */
const LONGEST = 1800;

/** As many pixels as browsers agree to decode. */
const MAX_PIXELS = 100_000_000;

const UNREADABLE = 'L’image est illisible. Choisissez une image JPEG, PNG ou WebP.';

type StoredPicture = { path: string; width: number; height: number };

/** A picture made upright, small enough and JPEG, whatever it was; checked by its bytes before it is decoded. */
async function reduced(file: File): Promise<{ blob: Blob; width: number; height: number }> {
  const header = readImageHeader(new Uint8Array(await file.slice(0, 1024 * 1024).arrayBuffer()));
  if (!header) throw new Error(UNREADABLE);
  if (header.width * header.height > MAX_PIXELS)
    throw new Error('L’image est trop grande\u00a0: réduisez-la.');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(UNREADABLE);
  });
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error(UNREADABLE);
  // JPEG has no transparency: it would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { blob: await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.82 }), width, height };
}

/** Uploads the plan of a tour or the picture of a point, under a new name. */
export const uploadTourPicture = () =>
  mutationOptions({
    mutationFn: async ({ tourId, file }: { tourId: string; file: File }): Promise<StoredPicture> => {
      const { blob, width, height } = await reduced(file);
      const path = `${tourId}/${crypto.randomUUID()}/image.jpg`;
      try {
        await uploadToBucket(TILES, path, blob, { signal: new AbortController().signal });
      } catch (error) {
        throw new Error('Impossible de téléverser l’image. Vérifiez votre connexion, puis réessayez.', {
          cause: error,
        });
      }
      return { path, width, height };
    },
  });
