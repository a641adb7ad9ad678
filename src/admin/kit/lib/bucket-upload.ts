import { errorStatus } from '@/shared/lib/errors';
import { api } from '@/shared/lib/site-config';
import { acrossCuts } from './connection';
import { sessionForRequest } from './supabase';
import { UploadError, upload } from './upload';

/** Larger files are sent in parts, so that a lost network costs one part. */
const WHOLE_BYTES = 6 * 1024 * 1024;

/** A file is never overwritten, so browsers may cache it for ever. */
const MAX_AGE = 31_536_000;

async function sessionHeaders() {
  const session = await sessionForRequest();
  if (!session) throw new UploadError(401, 'no session');
  return { apikey: api.key, authorization: `Bearer ${session.access_token}` };
}

/** Tells whether the service has a file of that name; hosted, it says so in a text, under the status 400. */
const isThere = (error: unknown) =>
  errorStatus(error) === 409 || (errorStatus(error) === 400 && /"Duplicate"/.test(String(error)));

/**
 * Uploads a file, a JPEG by default, to a bucket of the storage service as the signed-in person, under a name that is
 * never used for another file: one that is there was sent before its answer was lost. A file of more than 6 MB is sent in
 * parts, and only the missing ones when the same path is uploaded again.
 *
 * @throws UploadError, or an AbortError once `signal` aborts
 */
export async function uploadToBucket(...request: Parameters<typeof send>): Promise<void> {
  try {
    await send(...request);
  } catch (error) {
    if (!isThere(error)) throw error;
  }
}

async function send(
  bucket: string,
  path: string,
  body: Blob,
  {
    signal,
    type = 'image/jpeg',
    onProgress = () => {},
  }: { signal: AbortSignal; type?: string; onProgress?: (share: number) => void },
): Promise<void> {
  if (body.size > WHOLE_BYTES) {
    try {
      const { uploadResumably } = await import('./resumable-upload');
      const parts = {
        url: api.url,
        bucket,
        path,
        body,
        type,
        maxAge: MAX_AGE,
        authorize: sessionHeaders,
        signal,
        onProgress,
      };
      return await uploadResumably(parts);
    } catch (error) {
      // A service without resumable uploads has no such address.
      if (errorStatus(error) !== 404) throw error;
    }
  }
  await upload(`${api.url}/storage/v1/object/${bucket}/${path}`, {
    body,
    headers: { ...(await sessionHeaders()), 'content-type': type, 'cache-control': `max-age=${MAX_AGE}` },
    signal,
    onProgress,
  });
}

/**
 * Uploads a file of a long work as `uploadToBucket` does, and goes on by itself when the connection is back.
 *
 * @throws as `uploadToBucket`
 */
export const uploadAcrossCuts = (...request: Parameters<typeof uploadToBucket>): Promise<void> =>
  acrossCuts(() => uploadToBucket(...request), request[3]);
