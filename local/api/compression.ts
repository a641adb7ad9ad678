import { promisify } from 'node:util';
import { constants, brotliCompress as withCallback } from 'node:zlib';

const brotliCompress = promisify(withCallback);

/** Size in bytes up to which an answer fits into one packet uncompressed. */
const ONE_PACKET = 1400;

/**
 * Compresses a JSON answer with Brotli where the client accepts it, as the network in front of a hosted project does
 * (Cloudflare, « Content compression »): without it a list would be several times as large here as there.
 */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
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
