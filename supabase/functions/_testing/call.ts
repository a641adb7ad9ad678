import type { Dependencies, LogRecord } from '../_shared/dependencies.ts';

export type Handler = (request: Request, dependencies: Dependencies) => Promise<Response>;

export interface CallResult {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Dependencies with a real fetch and clock, the given variables, and a log to look into. */
export function testDependencies(
  env: Record<string, string | undefined>,
): Dependencies & { logs: LogRecord[]; shortenTimeouts: (ms: number) => void } {
  const logs: LogRecord[] = [];
  let longest = Number.POSITIVE_INFINITY;
  return {
    fetch: (url, init) => fetch(url, init),
    env: (name) => env[name],
    clock: { now: () => performance.now(), timeout: (ms) => AbortSignal.timeout(Math.min(ms, longest)) },
    log: (record) => logs.push(record),
    logs,
    shortenTimeouts: (ms) => {
      longest = ms;
    },
  };
}

export interface CallOptions {
  token?: string | undefined;
  method?: string;
  headers?: Record<string, string>;
  /** Sent as it is. */
  rawBody?: BodyInit;
  signal?: AbortSignal;
}

/** Sends one JSON request to a handler, as supabase-js would. */
export async function call(
  handler: Handler,
  dependencies: Dependencies,
  body: unknown,
  { token, method = 'POST', headers = {}, rawBody, signal }: CallOptions = {},
): Promise<CallResult> {
  const bodyless = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const request = new Request('http://functions.test/name', {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(bodyless ? {} : { body: rawBody ?? JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    // Node asks for it when the body is a stream.
    ...{ duplex: 'half' },
  });
  const response = await handler(request, dependencies);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}
