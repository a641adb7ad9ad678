/** Largest number of pieces: a person's content never comes in more, and each costs time, however small it is. */
export const MAX_CHUNKS = 50_000;

/** Thrown when more bytes arrive than the reader allows. */
export class SizeLimitExceeded extends Error {
  override readonly name = 'SizeLimitExceeded';
}

/**
 * Reads a stream of bytes and stops as soon as it passes the limit, whatever a Content-Length announced, or comes in
 * too many chunks. Rejects with SizeLimitExceeded, or with the stream's own error.
 */
export async function readLimited(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!stream) return new Uint8Array();
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes || chunks.length === MAX_CHUNKS) {
      reader.cancel().catch(() => undefined);
      throw new SizeLimitExceeded();
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
