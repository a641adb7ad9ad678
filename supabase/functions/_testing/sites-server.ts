import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Network } from '../_shared/network.ts';
import { startServer, type TestServer } from './http-server.ts';

const root = join(import.meta.dirname, 'sites');

export interface ExpectedSite {
  company: string;
  email: string | null;
  phone: string | null;
  noSolicitation: boolean;
}

/** Contact details that a person reads on each of the sites of `sites/`. */
export const expectedSites: Record<string, ExpectedSite> = JSON.parse(
  readFileSync(join(root, 'expected.json'), 'utf8'),
);

export const pageCount = Object.keys(expectedSites).flatMap((name) => readdirSync(join(root, name))).length;

export interface SitesServer extends TestServer {
  port: number;
  /** « name.test/path », in order. */
  asked: string[];
}

/** The invented sites of `sites/`, each under its own name (`<folder>.test`), from one server on loopback. */
export async function startSites(): Promise<SitesServer> {
  const asked: string[] = [];
  const server = await startServer((request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    const { pathname } = new URL(request.url ?? '/', 'http://fake');
    asked.push(host + pathname);
    const name = pathname === '/' ? 'index' : pathname.replace(/^\/|\/$|\.html$/g, '').replaceAll('/', '-');
    const file = join(root, host.replace(/\.test$/, ''), `${name}.html`);
    if (!/^[a-z0-9-]+$/.test(name) || !existsSync(file)) return response.writeHead(404).end('<h1>404</h1>');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(file));
  });
  return { ...server, port: Number(new URL(server.url).port), asked };
}

/** Resolves every name to loopback; with SITE_READER_ALLOWED naming its port, that is the only reachable place. */
export const loopbackNetwork: Network = {
  resolve: async () => ['127.0.0.1'],
  connect: ({ address, port }) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: address, port }, () => resolve(socket));
      socket.once('error', reject);
    }),
};
