/**
 * Runs under Deno, started by deno-process.ts: serves the unchanged `supabase/functions/<name>/index.ts` files in one
 * process. Each of them calls `Deno.serve`, which here registers its handler instead of opening a port.
 * Arguments: the functions' folder, then the names. READY_MARKER, from the environment, starts the line that says ready.
 */

type Handler = (request: Request, info: unknown) => Response | Promise<Response>;

interface DenoRuntime {
  args: string[];
  env: { get(name: string): string | undefined; delete(name: string): void };
  exit(code: number): never;
  stdin: { readable: ReadableStream<Uint8Array> };
  serve: unknown;
}

const deno = (globalThis as unknown as { Deno: DenoRuntime }).Deno;
const listen = deno.serve as (
  options: { hostname: string; port: number; onListen: (address: { port: number }) => void },
  handler: Handler,
) => { shutdown(): Promise<void> };

const [directory = '', ...names] = deno.args;
const readyMarker = deno.env.get('READY_MARKER') ?? '';
deno.env.delete('READY_MARKER');

/** Lets a browser read the error of a function that is not there. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
};

const handlers = new Map<string, Handler>();
const loadFailures: Record<string, string> = {};
for (const name of names) {
  try {
    handlers.set(name, await loadHandler(name));
  } catch (error) {
    loadFailures[name] = error instanceof Error ? error.message : String(error);
  }
}

// On the hosted platform an unhandled rejection kills one function's isolate; here it must not stop the
// others.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('Promesse rejetée sans être attendue :', (event as PromiseRejectionEvent).reason);
});
addEventListener('error', (event) => {
  event.preventDefault();
  console.error('Erreur non rattrapée :', (event as ErrorEvent).error);
});

const server = listen(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`${readyMarker}${JSON.stringify({ port, failures: loadFailures })}`),
  },
  async (request, info) => {
    const name = new URL(request.url).pathname.split('/')[1] ?? '';
    const handler = handlers.get(name);
    if (handler) return run(name, handler, request, info);
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
    return name in loadFailures
      ? answer(503, 'BOOT_ERROR', `La fonction « ${name} » n'a pas pu démarrer : voyez le terminal.`)
      : answer(404, 'NOT_FOUND', 'Requested function was not found');
  },
);

// The parent process holds the other end of stdin, so this process ends with it, even when it is killed.
const input = deno.stdin.readable.getReader();
while (!(await input.read()).done);
await Promise.race([server.shutdown(), new Promise((resolve) => setTimeout(resolve, 2_000))]);
deno.exit(0);

async function loadHandler(name: string): Promise<Handler> {
  let captured: Handler | undefined;
  deno.serve = (...call: unknown[]) => {
    const options = call.find((argument) => typeof argument === 'object') as
      | { handler?: Handler }
      | undefined;
    captured =
      (call.find((argument) => typeof argument === 'function') as Handler | undefined) ?? options?.handler;
    return { finished: new Promise(() => undefined), shutdown: async () => undefined };
  };
  await import(`${directory}/${name}/index.ts`);
  if (!captured) throw new Error("index.ts n'appelle pas Deno.serve");
  return captured;
}

async function run(name: string, handler: Handler, request: Request, info: unknown): Promise<Response> {
  try {
    return await handler(request, info);
  } catch (error) {
    console.error(`La fonction « ${name} » a échoué :`, error);
    return answer(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  }
}

function answer(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: corsHeaders });
}
