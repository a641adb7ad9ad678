/** A refused upload, with the HTTP status of the answer; 0 when none came. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly status: number;

  constructor(status: number, answer: string) {
    super(`Upload answered ${status}: ${answer.slice(0, 200)}`);
    this.status = status;
  }
}

/**
 * Uploads a file with POST and reports its progress, which `fetch` cannot.
 *
 * @param onProgress receives the share that was sent, 0 to 1
 * @throws UploadError, or an AbortError once `signal` aborts
 */
export function upload(
  url: string,
  {
    body,
    headers,
    signal,
    onProgress,
  }: {
    body: Blob;
    headers: Record<string, string>;
    signal: AbortSignal;
    onProgress: (share: number) => void;
  },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abandon = () => {
      request.abort();
      reject(new DOMException('Upload abandoned', 'AbortError'));
    };
    if (signal.aborted) return abandon();
    signal.addEventListener('abort', abandon, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new UploadError(request.status, request.responseText));
    request.onerror = () => reject(new UploadError(0, 'no answer'));
    request.onloadend = () => signal.removeEventListener('abort', abandon);
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}
