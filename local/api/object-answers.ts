const OBJECT_PATH = /^\/storage\/v1\/object\/(?!list\/|info\/|upload\/|move$|copy$)[^/]+\/./;

/**
 * Gives the answer to a GET or HEAD of an object what the hosted storage service adds: parts of a file (206), « not
 * modified » (304), the name under which a browser saves it, no type or length of its own for HEAD, and a refusal for a
 * signed address that is not valid.
 */
export async function asHostedObject(request: Request, response: Response): Promise<Response> {
  const url = new URL(request.url);
  if (!/^(GET|HEAD)$/.test(request.method) || !OBJECT_PATH.test(url.pathname)) return response;
  if (url.pathname.startsWith('/storage/v1/object/sign/') && response.status !== 200) {
    return refusedSignature(response);
  }
  if (response.status !== 200) return response;

  const headers = new Headers(response.headers);
  const download = url.searchParams.get('download');
  if (download !== null) headers.set('content-disposition', dispositionOf(download));
  const tag = headers.get('etag');
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  const known = request.headers.get('if-none-match');
  const isSame = known ? known === tag : Date.parse(headers.get('last-modified') ?? '') <= since;
  if (tag && isSame) {
    headers.delete('content-length');
    return new Response(null, { status: 304, headers });
  }
  const range = request.headers.get('range');
  return range === null ? new Response(response.body, { headers }) : partOf(response, headers, range);
}

/** Cuts the part that a `Range` header asks for. Like the hosted service it serves one part, not several. */
async function partOf(response: Response, headers: Headers, range: string): Promise<Response> {
  const body = await response.arrayBuffer();
  const size = body.byteLength;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from + to === '' || start > end) {
    return storageError(416, 'invalid_range', 'invalid range provided', 416);
  }
  headers.set('content-range', `bytes ${start}-${end}/${size}`);
  headers.set('content-length', String(end - start + 1));
  return new Response(body.slice(start, end + 1), { status: 206, headers });
}

function dispositionOf(name: string): string {
  const encoded = encodeURIComponent(name);
  return name === '' ? 'attachment;' : `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

/** The library answers 500, or a body of its own, to a token that is missing, false, out of date or another object's. */
async function refusedSignature(response: Response): Promise<Response> {
  const { error = '' } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { error?: string };
  if (response.status === 403) return storageError(400, 'InvalidSignature', 'Invalid signature');
  if (response.status === 500) return storageError(400, 'InvalidJWT', 'Invalid JWT');
  return error === 'Missing token'
    ? storageError(400, 'Error', "querystring must have required property 'token'")
    : response;
}

/** An error as the hosted storage service writes it: mostly HTTP 400, with the true status in the body. */
export function storageError(statusCode: number, error: string, message: string, status = 400): Response {
  return Response.json(
    { statusCode: String(statusCode), error, message },
    { status, headers: { 'access-control-allow-origin': '*' } },
  );
}
