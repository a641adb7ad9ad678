import { AsyncLocalStorage } from 'node:async_hooks';

/** The HTTP request being answered, as SQL and the auth mailer need it. */
export interface RequestContext {
  method: string;
  /** Path below the service, as PostgREST shows it: `/quote_requests`, `/rpc/name`. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Final destination of an auth e-mail's link, as the client asked (`redirect_to`). */
  redirectTo: string | undefined;
  /** The last error of a statement of this request. */
  sqlError?: unknown;
}

/**
 * Carries the request through @supabase/lite, which hands its headers only to `rpc` calls and drops
 * `redirect_to` altogether.
 */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** The context of a request whose headers were already replaced (forwarded-headers.ts). */
export function contextOf(request: Request): RequestContext {
  const url = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return {
    method: request.method,
    path: url.pathname.replace(/^\/(rest|storage|auth)\/v1(?=\/|$)/, '') || '/',
    headers,
    redirectTo: url.searchParams.get('redirect_to') ?? headers.redirect_to,
  };
}
