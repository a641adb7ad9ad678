import { corsHeaders, preflightResponse } from './cors.ts';
import type { Dependencies } from './dependencies.ts';
import { errorBody, FunctionError, toFunctionError } from './errors.ts';

export type Handler = (request: Request, dependencies: Dependencies) => Promise<Response>;

/**
 * Wraps the work of a function with the parts common to all: the CORS preflight, POST only, an uncached JSON answer,
 * errors in French with a reference, the log. Authorisation belongs to the work.
 *
 * @param name as in the address, for the log
 * @param work returns the JSON object of the 200 answer; throws FunctionError for anything else
 */
export function createHandler(
  name: string,
  work: (request: Request, dependencies: Dependencies, requestId: string) => Promise<object>,
): Handler {
  return async (request, dependencies) => {
    if (request.method === 'OPTIONS') return preflightResponse(request, dependencies.env);
    const started = dependencies.clock.now();
    const requestId = crypto.randomUUID();
    const headers: Record<string, string> = {
      ...corsHeaders(request, dependencies.env),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    };
    try {
      if (request.method !== 'POST') {
        throw new FunctionError(405, 'method_not_allowed', 'Méthode non permise\u00a0: utilisez POST.');
      }
      return Response.json(await work(request, dependencies, requestId), { headers });
    } catch (thrown) {
      const error = toFunctionError(thrown, requestId);
      const { status, code, detail } = error;
      if (status >= 500 || detail) {
        const ms = Math.round(dependencies.clock.now() - started);
        dependencies.log({ function: name, requestId, status, code, ms, detail });
      }
      if (status === 405) headers.allow = 'POST, OPTIONS';
      return Response.json(errorBody(error), { status, headers });
    }
  };
}
