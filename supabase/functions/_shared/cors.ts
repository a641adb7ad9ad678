import type { EnvLookup } from './dependencies.ts';
import { siteUrls } from './settings.ts';

/** Headers that supabase-js and functions-js may send (their `cors` export, the region and the trace headers). */
const allowedHeaders = [
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-region',
  'x-retry-count',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ');

/**
 * Returns the CORS headers for the pages of the site: the origin must be exactly that of an address in SITE_URL. Any
 * other origin gets `Vary` only, and its browser refuses the answer.
 */
export function corsHeaders(request: Request, env: EnvLookup): Record<string, string> {
  const origin = request.headers.get('origin');
  if (!origin || !siteOrigins(env).includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id',
  };
}

/** The answer to a CORS preflight, which browsers send without credentials. */
export function preflightResponse(request: Request, env: EnvLookup): Response {
  const headers = corsHeaders(request, env);
  if ('access-control-allow-origin' in headers) {
    headers['access-control-allow-methods'] = 'POST, OPTIONS';
    headers['access-control-allow-headers'] = allowedHeaders;
    headers['access-control-max-age'] = '3600';
  }
  return new Response(null, { status: 204, headers });
}

/** Lists the origins of the site's pages. */
export function siteOrigins(env: EnvLookup): string[] {
  return siteUrls(env)
    .filter((entry) => /^https?:/i.test(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).origin);
}
