/** Tells whether this is a CORS preflight. */
const isPreflight = (request: Request) =>
  request.method === 'OPTIONS' && request.headers.has('access-control-request-method');

/**
 * Answers the CORS preflight of a database function as PostgREST does (`Cors.hs`: before any routing); undefined for any
 * other request. The library looks for a GET route and answers 404, so a browser would refuse every call.
 */
export function rpcPreflight(request: Request): Response | undefined {
  if (!isPreflight(request) || !new URL(request.url).pathname.startsWith('/rest/v1/rpc/')) return undefined;
  const requestedHeaders = request.headers.get('access-control-request-headers');
  return new Response(null, {
    status: 200,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-allow-headers': [
        'Authorization',
        requestedHeaders,
        'Accept, Accept-Language, Content-Language',
      ]
        .filter(Boolean)
        .join(', '),
      'access-control-max-age': '86400',
    },
  });
}

/**
 * Adds CORS to the auth service as hosted has it (GoTrue, `internal/api`, with `apikey` added by the gateway): the
 * library sends none, so a browser would refuse every sign-in.
 *
 * @param answer calls the auth service.
 */
export async function withAuthCors(request: Request, answer: () => Promise<Response>): Promise<Response> {
  if (isPreflight(request)) {
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Accept, Authorization, Content-Type, X-Client-IP, X-Client-Info, X-Supabase-Api-Version, apikey',
        'access-control-max-age': '86400',
      },
    });
  }
  const response = await answer();
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', 'X-Total-Count, Link, X-Supabase-Api-Version');
  headers.delete('access-control-allow-credentials');
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Names the headers of an answer of the tables that a browser may read as PostgREST does (`Cors.hs`): the library leaves out
 * `Date`, by which the application knows the server's time.
 */
export function withRestCors(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(
    'access-control-expose-headers',
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit',
  );
  return new Response(response.body, { status: response.status, headers });
}
