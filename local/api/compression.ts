import { promisify } from 'node:util';
import { constants, brotliCompress as withCallback } from 'node:zlib';

const brotliCompress = promisify(withCallback);

/** Below this, in bytes, an answer fits into one packet as it is. */
const ONE_PACKET = 1400;

/**
 * An answer as the hosted project sends it: its network compresses JSON for who accepts it (Cloudflare, « Content
 * compression »). Without this a list would cross a slow line several times as big here as there.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.includes('json');
  const accepts = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
  if (!isJson || !accepts || !response.body || response.headers.has('content-encoding')) return response;
  const body = await response.arrayBuffer();
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.append('vary', 'Accept-Encoding');
  if (body.byteLength < ONE_PACKET) return new Response(body, { status, statusText, headers });
  headers.delete('content-length');
  headers.set('content-encoding', 'br');
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  return new Response(await brotliCompress(body, { params }), { status, statusText, headers });
}
