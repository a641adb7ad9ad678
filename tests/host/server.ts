import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2Session } from 'node:http2';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Certificate } from './certificate.ts';
import { readHeaderRules, readRedirects } from './rules.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.xml', '.txt', '.svg']);

type Reply = { body: Buffer; type: string; encoding: Encoding | undefined };
type Encoding = 'br' | 'gzip';

const compress: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
};

/** A running host. */
export type Host = { url: string; close: () => Promise<void> };

/**
 * Listens on a free port of 127.0.0.1.
 *
 * @param certificate with it: HTTP/2 over TLS, and HTTP/1.1 for clients that know nothing else (Node's fetch)
 */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  certificate?: Certificate,
): Promise<Host> {
  const sessions = new Set<Http2Session>();
  const server = certificate
    ? createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) =>
        // The compatibility API of node:http2: what is used here of both is the same.
        handle(request as unknown as IncomingMessage, response as unknown as ServerResponse),
      ).on('session', (session) => {
        sessions.add(session);
        session.once('close', () => sessions.delete(session));
      })
    : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
 * Serves a built site as Netlify and Cloudflare Pages do: `/services` is services.html, a file that exists wins over
 * the rewrites of `_redirects`, anything else is 404.html with status 404; `_headers` everywhere; brotli at its best,
 * gzip for who does not read it.
 *
 * @param certificate serves HTTP/2 over TLS, as those hosts do; without it, HTTP/1.1 in the clear
 */
export function startHost(folder: string, certificate?: Certificate): Promise<Host> {
  const rule = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
  const headerRules = readHeaderRules(rule('_headers'));
  const redirects = readRedirects(rule('_redirects'));
  const cache = new Map<string, Reply>();

  const load = (file: string, accepted: string): Reply => {
    const extension = extname(file);
    const encoding = COMPRESSED.has(extension)
      ? (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted))
      : undefined;
    const known = cache.get(`${encoding} ${file}`);
    if (known) return known;
    const bytes = readFileSync(file);
    const body = encoding ? compress[encoding](bytes) : bytes;
    const reply = { body, type: TYPES[extension] ?? 'application/octet-stream', encoding };
    cache.set(`${encoding} ${file}`, reply);
    return reply;
  };
  /** The file of a path, unless it is one of the host's own or outside the site. */
  const fileOf = (path: string): string | undefined => {
    const clean = normalize(path);
    if (clean.startsWith('/_') || clean.includes('..')) return undefined;
    const candidates = clean === '/' ? ['index.html'] : [clean, `${clean}.html`];
    return candidates
      .map((name) => join(folder, name))
      .find((file) => existsSync(file) && statSync(file).isFile());
  };

  return listen((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const rewrite = redirects.find(({ matches }) => matches(path));
    const file = fileOf(path) ?? (rewrite && fileOf(rewrite.to));
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const { body, type, encoding } = load(file ?? join(folder, '404.html'), accepted);
    for (const { matches, headers } of headerRules) {
      if (matches(path)) for (const [name, value] of headers) response.appendHeader(name, value);
    }
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', body.length);
    if (COMPRESSED.has(extname(file ?? '.html'))) response.setHeader('Vary', 'Accept-Encoding');
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.writeHead(file ? 200 : 404);
    response.end(request.method === 'HEAD' ? undefined : body);
  }, certificate);
}
