/**
 * Answers the question that a browser of another origin asks before it calls a database function, as PostgREST does
 * (`Cors.hs`: before any routing). The library looks for a GET route and answers 404, so every call would be refused.
 *
 * @returns nothing for any other request
 */
export function rpcPreflight(request: Request): Response | undefined {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined;
  if (!new URL(request.url).pathname.startsWith('/rest/v1/rpc/')) return undefined;
  const asked = request.headers.get('access-control-request-headers');
  return new Response(null, {
    status: 200,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-allow-headers': ['Authorization', asked, 'Accept, Accept-Language, Content-Language']
        .filter(Boolean)
        .join(', '),
      'access-control-max-age': '86400',
    },
  });
}
