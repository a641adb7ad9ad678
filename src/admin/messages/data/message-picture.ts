import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/kit/lib/bucket-upload';
import { decodePicture, drawPicture, PictureError, toJpeg } from '@/admin/kit/lib/picture';
import { failureText } from '@/shared/lib/failure';
import { api } from '@/shared/lib/site-config';

/**
 * The bucket of tours' pictures, which are public too; a picture named by a template or a campaign never counts as
 * unused.
 */
const BUCKET = 'tour-images';

/** Twice the width of a message, for high-density screens. */
const WIDEST = 1200;

/** Reduces a chosen picture to the width of a message. @throws PictureError */
async function reducedPicture(file: File): Promise<Blob> {
  const picture = await decodePicture(file);
  try {
    const { width, height } = picture;
    const share = Math.min(1, WIDEST / width);
    const size = { width: Math.round(width * share), height: Math.round(height * share) };
    return await toJpeg(drawPicture(picture, [0, 0, width, height], size), 0.85);
  } finally {
    picture.close();
  }
}

/** Uploads a picture for a message under a new name, and returns its public address. */
export const uploadMessagePicture = () =>
  mutationOptions({
    mutationFn: async (file: File): Promise<string> => {
      const name = `${crypto.randomUUID()}.jpg`;
      await uploadToBucket(BUCKET, name, await reducedPicture(file), {
        signal: new AbortController().signal,
      });
      return `${api.url}/storage/v1/object/public/${BUCKET}/${name}`;
    },
    meta: {
      silent: (error) => error instanceof PictureError,
      errorMessage: (error) => failureText('Impossible de téléverser l’image', error),
    },
  });
