import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/kit/lib/bucket-upload';
import { PictureError, reducePicture } from '@/admin/kit/lib/picture';
import { failureText } from '@/shared/lib/failure';
import { api } from '@/shared/lib/site-config';

/**
 * The bucket of tours' pictures, which are public too; a picture named by a template or a campaign never counts as
 * unused.
 */
const BUCKET = 'tour-images';

/** Twice the width of a message, for high-density screens. */
const MAX_WIDTH = 1200;

/** Uploads a picture for a message under a new name, and returns its public address. */
export const uploadMessagePicture = () =>
  mutationOptions({
    mutationFn: async (file: File): Promise<string> => {
      const name = `${crypto.randomUUID()}.jpg`;
      const { blob } = await reducePicture(file, (width) => MAX_WIDTH / width, 0.85);
      await uploadToBucket(BUCKET, name, blob, { signal: new AbortController().signal });
      return `${api.url}/storage/v1/object/public/${BUCKET}/${name}`;
    },
    meta: {
      silent: (error) => error instanceof PictureError,
      errorMessage: (error) => failureText('Impossible de téléverser l’image', error),
    },
  });
