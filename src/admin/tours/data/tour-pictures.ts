import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/kit/lib/bucket-upload';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import { failureText } from '@/shared/lib/failure';
import { api } from '@/shared/lib/site-config';
import { smallPictureSrc } from '@/shared/lib/text';

const BUCKET = 'tour-images';

/**
 * Makes the address of a new file of the bucket, under a random name, so that nothing is ever overwritten. The suffix
 * declares a small rendition beside it (`smallPictureSrc`).
 */
export function newPictureAddress(): string {
  return `${api.url}/storage/v1/object/public/${BUCKET}/${crypto.randomUUID()}-800.jpg`;
}

/** Returns the file's name in the bucket, or `undefined` for a picture elsewhere. */
function nameOf(address: string | null | undefined): string | undefined {
  return /\/tour-images\/([a-z0-9-]+\.jpg)(?:[?#]|$)/.exec(address ?? '')?.[1];
}

type UploadRequest = {
  /** JPEG, 3 MB at most: the bucket refuses anything else. */
  picture: Promise<Blob>;
  /** The picture for small screens. */
  small: Promise<Blob>;
  /** Address made by `newPictureAddress`. */
  address: string;
  signal: AbortSignal;
  /** Receives the share that was sent, 0 to 1. */
  onProgress: (share: number) => void;
};

async function uploadPicture({ picture, small, address, signal, onProgress }: UploadRequest): Promise<void> {
  await uploadToBucket(BUCKET, String(nameOf(smallPictureSrc(address))), await small, { signal });
  await uploadToBucket(BUCKET, String(nameOf(address)), await picture, { signal, onProgress });
}

export const tourPictures = {
  /** Uploads a cropped picture, its small rendition first, so that the large one never exists alone. */
  upload: () =>
    mutationOptions({
      mutationFn: uploadPicture,
      meta: {
        successMessage: 'Image téléversée',
        errorMessage: (error) => failureText('Impossible de téléverser l’image', error),
      },
    }),

  /** Uploads a proposed picture; a failure is only shown beside the picture, since nobody asked for the upload. */
  propose: () => mutationOptions({ mutationFn: uploadPicture, meta: { silent: true } }),
};

/**
 * Deletes from the bucket those of these pictures that nothing shows, and files older than a day left by a closed
 * tab. It never fails: files that remain are deleted another day.
 */
export async function removeUnusedPictures(addresses: readonly (string | null)[]): Promise<void> {
  try {
    const candidates = addresses
      .flatMap((address) => [nameOf(address), nameOf(smallPictureSrc(address))])
      .filter((name) => name !== undefined);
    const { data } = await supabase.rpc('unused_tour_images', { candidates }).throwOnError();
    if (data.length === 0) return;
    // Through the storage service: SQL would delete the row of the file, and leave the file.
    const { storage } = await fullClient();
    const { error } = await storage.from(BUCKET).remove(data);
    if (error) throw error;
  } catch (error) {
    console.warn('Images inutilisées non supprimées', error);
  }
}
