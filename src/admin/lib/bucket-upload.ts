import { api } from '@/shared/lib/site-config';
import { sessionForRequest } from './supabase';
import { upload } from './upload';

/**
 * Uploads a file, a JPEG by default, to a bucket of the storage service as the signed-in person, under a name that is
 * never used again.
 *
 * @throws UploadError, or an AbortError once `signal` aborts
 */
export async function uploadToBucket(
  bucket: string,
  path: string,
  body: Blob,
  {
    signal,
    type = 'image/jpeg',
    onProgress = () => {},
  }: { signal: AbortSignal; type?: string; onProgress?: (share: number) => void },
): Promise<void> {
  const session = await sessionForRequest();
  await upload(`${api.url}/storage/v1/object/${bucket}/${path}`, {
    body,
    headers: {
      apikey: api.key,
      authorization: `Bearer ${session?.access_token ?? ''}`,
      'content-type': type,
      // Never overwritten, so browsers may cache it for ever.
      'cache-control': 'max-age=31536000',
    },
    signal,
    onProgress,
  });
}
