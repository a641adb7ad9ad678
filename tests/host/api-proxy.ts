import { request as send } from 'node:http';
import { constants } from 'node:http2';
import type { Certificate } from './certificate.ts';
import { type Host, listen } from './server.ts';

/** Hop-by-hop headers, which HTTP/2 refuses (RFC 9113, 8.2.2). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection'];

/** Serves the API of a local stack over HTTP/2 and TLS, as the hosted project is served. */
export function startApiProxy(apiUrl: string, certificate: Certificate): Promise<Host> {
  const { hostname, port } = new URL(apiUrl);
  return listen((request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
    );
    const forwarded = send(
      {
        hostname,
        port,
        path: request.url,
        method: request.method,
        headers: { ...headers, host: `${hostname}:${port}` },
      },
      (answer) => {
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !OF_CONNECTION.includes(name)) response.setHeader(name, value);
        }
        response.writeHead(answer.statusCode ?? constants.HTTP_STATUS_BAD_GATEWAY);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  }, certificate);
}
