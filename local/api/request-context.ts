import { AsyncLocalStorage } from 'node:async_hooks';

/** The HTTP request being answered, as SQL and the auth mailer need to see it. */
export interface RequestScope {
  method: string;
  /** Path below the service, as PostgREST shows it: `/quote_requests`, `/rpc/name`. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Where the person must land after following the link of an auth e-mail, as the product asked. */
  redirectTo: string | undefined;
  /** What a statement of this request last failed with. */
  sqlError?: unknown;
}

/**
 * Carries the request through @supabase/lite, which hands its headers only to `rpc` calls and drops
 * `redirect_to` altogether.
 */
export const requestScope = new AsyncLocalStorage<RequestScope>();

/** The scope of a request whose headers have already been made trustworthy (see forwarding.ts). */
export function scopeOf(request: Request): RequestScope {
  const url = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return {
    method: request.method,
    path: url.pathname.replace(/^\/(rest|storage|auth)\/v1(?=\/|$)/, '') || '/',
    headers,
    redirectTo: url.searchParams.get('redirect_to') ?? headers.redirect_to,
  };
}
