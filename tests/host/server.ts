import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { readHeaderRules, readRedirects } from './rules.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
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

type Reply = { body: Buffer; type: string; brotli: boolean };

/** A running host. */
export type Host = { url: string; close: () => Promise<void> };

/**
 * Serves a built site as Netlify and Cloudflare Pages do: `/services` is services.html, a file that exists wins over
 * the rewrites of `_redirects`, anything else is 404.html with status 404; `_headers` everywhere; brotli at its best.
 */
export async function startHost(folder: string): Promise<Host> {
  const rule = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
  const headerRules = readHeaderRules(rule('_headers'));
  const redirects = readRedirects(rule('_redirects'));
  const cache = new Map<string, Reply>();

  const load = (file: string): Reply => {
    const known = cache.get(file);
    if (known) return known;
    const extension = extname(file);
    const brotli = COMPRESSED.has(extension);
    const bytes = readFileSync(file);
    const body = brotli
      ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      : bytes;
    const reply = { body, type: TYPES[extension] ?? 'application/octet-stream', brotli };
    cache.set(file, reply);
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

  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const rewrite = redirects.find(({ matches }) => matches(path));
    const file = fileOf(path) ?? (rewrite && fileOf(rewrite.to));
    const { body, type, brotli } = load(file ?? join(folder, '404.html'));
    for (const { matches, headers } of headerRules) {
      if (matches(path)) for (const [name, value] of headers) response.setHeader(name, value);
    }
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', body.length);
    if (brotli) response.setHeader('Content-Encoding', 'br');
    response.writeHead(file ? 200 : 404);
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
