import type { z } from 'zod';
import { type Administrator, requireAdmin } from './admin-guard.ts';
import { countCall } from './call-limit.ts';
import { createHandler, type Handler } from './create-handler.ts';
import type { Dependencies } from './dependencies.ts';
import { readJsonBody } from './json.ts';

interface FunctionContext<Body> {
  body: Body;
  admin: Administrator;
  dependencies: Dependencies;
  /** Id of the answer, for the log. */
  requestId: string;
  /** Aborts when the client disconnects: pass it to every call made for that person. */
  signal: AbortSignal;
}

export interface FunctionDefinition<Body> {
  /** Name of the function as in its address, for the log. */
  name: string;
  schema: z.ZodType<Body>;
  limits?: { bodyBytes?: number };
  /** True when a person may call it only so often: private.function_call_limit says how often. */
  rateLimited?: boolean;
  /** Returns the JSON object of the 200 answer; throws FunctionError for anything else. */
  handle: (context: FunctionContext<Body>) => Promise<object>;
}

const DEFAULT_BODY_BYTES = 64 * 1024;

/**
 * Makes the handler of an administrator's function, which checks the method, the administrator and the body before
 * `handle`: no provider is called or paid for anybody else.
 *
 * Hosted isolates share no memory, so the database counts the calls of `rateLimited`.
 */
export function createFunction<Body>(definition: FunctionDefinition<Body>): Handler {
  return createHandler(definition.name, (request, dependencies, requestId) =>
    run(definition, request, dependencies, requestId),
  );
}

async function run<Body>(
  { name, schema, limits, rateLimited, handle }: FunctionDefinition<Body>,
  request: Request,
  dependencies: Dependencies,
  requestId: string,
): Promise<object> {
  const admin = await requireAdmin(request, dependencies);
  const body = await readJsonBody(request, schema, limits?.bodyBytes ?? DEFAULT_BODY_BYTES);
  if (rateLimited) await countCall(dependencies, name, admin, request.signal);
  return handle({ body, admin, dependencies, requestId, signal: request.signal });
}
