import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { compressResponse } from './compression.ts';
import { overwriteForwardedHeaders } from './forwarded-headers.ts';

/**
 * The API gateway: sets the forwarded headers from the socket, then routes functions, services and the health check;
 * any other path is 404.
 *
 * @param onWrite is called when somebody asks for what may write: not our own functions, at their own work
 */
export function createGateway({
  services,
  functions,
  isHealthy,
  onWrite = () => undefined,
}: {
  services: (request: Request, peerAddress: string) => Promise<Response>;
  functions: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  isHealthy: () => Promise<boolean>;
  onWrite?: (() => void) | undefined;
}): Server {
  const serve = getRequestListener(
    async (request, { incoming }) =>
      compressResponse(request, await services(request, incoming.socket?.remoteAddress ?? '')),
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        console.error('API :', error);
        return Response.json({ message: 'Internal server error' }, { status: 500 });
      },
    },
  );
  return createServer((incoming, outgoing) => {
    overwriteForwardedHeaders(incoming);
    if (mayWrite(incoming)) onWrite();
    const path = incoming.url ?? '/';
    if (/^\/functions\/v1(\/|\?|$)/.test(path)) functions(incoming, outgoing);
    else if (/^\/(rest|auth|storage)\/v1(\/|\?|$)/.test(path)) void serve(incoming, outgoing);
    else if (/^\/health\/?(\?|$)/.test(path)) {
      isHealthy().then(
        (healthy) => answer(outgoing, healthy ? 200 : 503, { status: healthy ? 'ok' : 'down' }),
        () => answer(outgoing, 503, { status: 'down' }),
      );
    } else answer(outgoing, 404, { message: 'no Route matched with those values' });
  });
}

function answer(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  outgoing.end(JSON.stringify(body));
}

/** Tells whether a person or a service of others asks for what may write; our functions run under Deno, and the scheduler has its own header. */
function mayWrite({ method = 'GET', headers }: IncomingMessage): boolean {
  const isOurs = headers['x-dispatch-secret'] !== undefined || /^Deno\//.test(headers['user-agent'] ?? '');
  return !isOurs && !['GET', 'HEAD', 'OPTIONS'].includes(method);
}
