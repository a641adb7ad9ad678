import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2Session } from 'node:http2';
import { staticHost } from '../../local/published/static-host.ts';
import type { Certificate } from './certificate.ts';

/** A running host. */
export type Host = { url: string; close: () => Promise<void> };

/**
 * Listens on a free port of 127.0.0.1.
 *
 * @param certificate serves HTTP/2 over TLS, with HTTP/1.1 for clients without HTTP/2 (Node's fetch)
 */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  certificate?: Certificate,
  port = 0,
): Promise<Host> {
  const sessions = new Set<Http2Session>();
  const server = certificate
    ? createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) =>
        // The compatibility API of node:http2, whose used parts are the same.
        handle(request as unknown as IncomingMessage, response as unknown as ServerResponse),
      ).on('session', (session) => {
        sessions.add(session);
        session.once('close', () => sessions.delete(session));
      })
    : // A client that is late on a busy machine would ask through a connection that has just been closed.
      createServer({ keepAliveTimeout: 60_000 }, handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
        for (const session of sessions) session.destroy();
      }),
  };
}

/**
 * Serves a built site as its host does (local/published/static-host.ts).
 *
 * @param certificate serves HTTP/2 over TLS, as those hosts do; without it, plain HTTP/1.1
 */
export const startHost = (folder: string, certificate?: Certificate): Promise<Host> =>
  listen(staticHost(folder), certificate);

/**
 * Starts the host of the end-to-end tests on this port, over HTTP/1.1 and with light compression, since they measure no
 * sizes.
 */
export const startJourneyHost = (folder: string, port: number): Promise<Host> =>
  listen(staticHost(folder, 1), undefined, port);
