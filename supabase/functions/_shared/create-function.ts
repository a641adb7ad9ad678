import type { z } from 'zod';
import { type Administrator, requireAdmin } from './admin-guard.ts';
import { countCall } from './call-limit.ts';
import { corsHeaders, preflightResponse } from './cors.ts';
import type { Dependencies } from './dependencies.ts';
import { errorBody, FunctionError, toFunctionError } from './errors.ts';
import { readJsonBody } from './json-body.ts';

interface FunctionContext<Body> {
  body: Body;
  admin: Administrator;
  dependencies: Dependencies;
  /** Aborts when the caller goes away: give it to every call made on that person's behalf. */
  signal: AbortSignal;
}

export interface FunctionDefinition<Body> {
  /** As in the address, for the log. */
  name: string;
  schema: z.ZodType<Body>;
  limits?: { bodyBytes?: number };
  /** Whether a person may call it only so often: private.function_call_limit says how often. */
  rateLimited?: boolean;
  /** Returns the JSON object of the 200 answer; throws FunctionError for anything else. */
  handle: (context: FunctionContext<Body>) => Promise<object>;
}

const DEFAULT_BODY_BYTES = 64 * 1024;

/**
 * An administrator's function over POST, in the one order that is safe: method, administrator, body, work. Nobody
 * reaches `handle` (and so no provider is called or paid) before the role is known and the body checked.
 *
 * Hosted isolates share no memory: what `rateLimited` counts, the database counts.
 */
export function createFunction<Body>(
  definition: FunctionDefinition<Body>,
): (request: Request, dependencies: Dependencies) => Promise<Response> {
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
      return Response.json(await run(definition, request, dependencies), { headers });
    } catch (thrown) {
      const error = toFunctionError(thrown, requestId);
      const { status, code, detail } = error;
      if (status >= 500 || detail) {
        const ms = Math.round(dependencies.clock.now() - started);
        dependencies.log({ function: definition.name, requestId, status, code, ms, detail });
      }
      if (status === 405) headers.allow = 'POST, OPTIONS';
      return Response.json(errorBody(error), { status, headers });
    }
  };
}

async function run<Body>(
  { name, schema, limits, rateLimited, handle }: FunctionDefinition<Body>,
  request: Request,
  dependencies: Dependencies,
): Promise<object> {
  if (request.method !== 'POST') {
    throw new FunctionError(405, 'method_not_allowed', 'Méthode non permise\u00a0: utilisez POST.');
  }
  const admin = await requireAdmin(request, dependencies);
  const body = await readJsonBody(request, schema, limits?.bodyBytes ?? DEFAULT_BODY_BYTES);
  if (rateLimited) await countCall(dependencies, name, admin, request.signal);
  return handle({ body, admin, dependencies, signal: request.signal });
}
