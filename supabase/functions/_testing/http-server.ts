import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer {
  url: string;
  close: () => Promise<void>;
}

/** A real HTTP server on a free loopback port. */
export async function startServer(
  respond: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<TestServer> {
  // Longer than any test: a client that is late would ask through a connection that has just been closed.
  const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    respond(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Answers JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
