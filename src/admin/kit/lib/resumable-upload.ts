import { DetailedError, Upload } from 'tus-js-client';
import { errorStatus } from '@/shared/lib/errors';
import { UploadError } from './upload';

/** The only size of a part that the storage service accepts, the last part apart. */
const PART_BYTES = 6 * 1024 * 1024;

/**
 * Uploads a file in parts by the TUS protocol. What has arrived is kept: after a lost network, or when the same path is
 * uploaded again, the rest follows.
 *
 * @param authorize returns the headers of a request, with a token that is still valid
 * @param waits times between the attempts for a part, in ms
 * @param partBytes another size of a part, for tests
 * @throws UploadError, with the status of the service's answer, or an AbortError once `signal` aborts
 */
export function uploadResumably({
  url,
  bucket,
  path,
  body,
  type,
  maxAge,
  authorize,
  signal,
  onProgress,
  waits = [1000, 3000],
  partBytes = PART_BYTES,
}: {
  url: string;
  bucket: string;
  path: string;
  body: Blob;
  type: string;
  /** Seconds for which browsers may keep the file. */
  maxAge: number;
  authorize: () => Promise<Record<string, string>>;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  waits?: number[];
  partBytes?: number;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandoned = () => new DOMException('Upload abandoned', 'AbortError');
    if (signal.aborted) return reject(abandoned());
    const upload = new Upload(body, {
      endpoint: `${url}/storage/v1/upload/resumable`,
      chunkSize: partBytes,
      retryDelays: waits,
      metadata: {
        bucketName: bucket,
        objectName: path,
        contentType: type,
        cacheControl: String(maxAge),
      },
      // A path is never used for another file.
      fingerprint: async () => `upload:${url}/${bucket}/${path}`,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: async (request) => {
        for (const [name, value] of Object.entries(await authorize())) request.setHeader(name, value);
      },
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onShouldRetry: (error) => {
        const status = statusOf(error);
        return status === 0 || status === 423 || status === 429 || status >= 500;
      },
      onSuccess: () => settle(resolve),
      onError: (error) => settle(() => reject(asUploadError(error))),
    });
    // The service keeps arrived parts for a day, so that the upload can be resumed.
    const abandon = () => settle(() => void upload.abort().finally(() => reject(abandoned())));
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', abandon);
      end();
    };
    signal.addEventListener('abort', abandon, { once: true });
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (signal.aborted) return;
        if (previous) upload.resumeFromPreviousUpload(previous);
        upload.start();
      })
      .catch(reject);
  });
}

/** Reads the status of an answer; 0 when none came, or when a part was of another place than the service expected. */
function statusOf(error: Error): number {
  if (!(error instanceof DetailedError)) return 0;
  // The request was not sent: its session could not be had.
  const unsent = errorStatus(error.causingError);
  if (unsent) return unsent;
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 409 && error.originalRequest?.getMethod() !== 'POST' ? 0 : status;
}

function asUploadError(error: Error): Error {
  const cause = error instanceof DetailedError ? error.causingError : undefined;
  if (errorStatus(cause)) return cause as Error;
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  return new UploadError(statusOf(error), body || error.message);
}
