import type { EnvLookup } from './dependencies.ts';
import { siteUrls } from './settings.ts';

/** What supabase-js and functions-js may send (their `cors` export, the region and the trace headers). */
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
 * The headers that let the site's own pages read an answer. SITE_URL holds the addresses of the site, separated by
 * commas; the origin must be exactly one of theirs. Any other origin gets `Vary` alone, and its browser refuses.
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

/** The answer to OPTIONS, asked by the browser without any credential. */
export function preflightResponse(request: Request, env: EnvLookup): Response {
  const headers = corsHeaders(request, env);
  if ('access-control-allow-origin' in headers) {
    headers['access-control-allow-methods'] = 'POST, OPTIONS';
    headers['access-control-allow-headers'] = allowedHeaders;
    headers['access-control-max-age'] = '3600';
  }
  return new Response(null, { status: 204, headers });
}

function siteOrigins(env: EnvLookup): string[] {
  return siteUrls(env)
    .filter((entry) => /^https?:/i.test(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).origin);
}
