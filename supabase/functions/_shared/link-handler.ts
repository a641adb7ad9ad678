import { z } from 'zod';
import { corsHeaders, preflightResponse } from './cors.ts';
import type { Handler } from './create-handler.ts';
import type { Dependencies } from './dependencies.ts';
import { toFunctionError } from './errors.ts';

/** Schema of the answer of a database function that serves a link: the status, and its data. */
export const outcomeSchema = z.looseObject({ status: z.number() });
export type Outcome = z.infer<typeof outcomeSchema>;

/** Tells whether a text has the format of the tokens of links. */
export const isToken = (token: string): boolean => /^[0-9a-f]{32}$/.test(token);

/** Converts an outcome to a response; one with a status of its own brings its `body`. */
export function outcomeResponse(
  { status, body, ...rest }: Outcome,
  headers: Record<string, string>,
): Response {
  return status === 204
    ? new Response(null, { status, headers })
    : Response.json(body ?? rest, { status, headers });
}

/**
 * Wraps a function that visitors call with the token of a link: the CORS preflight, answers that nobody caches, indexes or
 * sends on as a referrer, errors in French, the log of what failed.
 *
 * @param name as in the address, for the log
 * @param allow the methods it answers, as the `Allow` header lists them
 * @param answer returns nothing for another method
 */
export function createLinkHandler(
  name: string,
  allow: string,
  answer: (
    request: Request,
    dependencies: Dependencies,
    headers: Record<string, string>,
  ) => Promise<Response | undefined>,
): Handler {
  return async (request, dependencies) => {
    if (request.method === 'OPTIONS') return preflightResponse(request, dependencies.env);
    const headers: Record<string, string> = {
      ...corsHeaders(request, dependencies.env),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    };
    try {
      const response = await answer(request, dependencies, headers);
      return response ?? new Response(null, { status: 405, headers: { ...headers, allow } });
    } catch (thrown) {
      const requestId = crypto.randomUUID();
      const { status, code, detail, message } = toFunctionError(thrown, requestId);
      if (status >= 500) dependencies.log({ function: name, requestId, status, code, ms: 0, detail });
      return outcomeResponse({ status, code, message }, headers);
    }
  };
}
