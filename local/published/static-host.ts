import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readHeaderRules, readRedirects } from './host-rules.ts';

const contentTypes: Record<string, string> = {
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
  '.pdf': 'application/pdf',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.xml', '.txt', '.svg']);

/** The decoded path of a request; one that cannot be read is the path of no file. */
function pathOf(url = '/'): string {
  try {
    return decodeURIComponent(new URL(`http://host${url}`).pathname);
  } catch {
    return url;
  }
}

type Reply = { body: Buffer; type: string; encoding: Encoding | undefined };
type Encoding = 'br' | 'gzip';

const compress: Record<Encoding, (bytes: Buffer, effort: number) => Buffer> = {
  br: (bytes, effort) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
};

/**
 * Serves a built site as Netlify and Cloudflare Pages do: `/services` is services.html; an existing file takes
 * precedence over `_redirects` unless the status is forced; its first matching line redirects or gives a file with a status;
 * anything else is 404.html with status 404; `_headers` apply everywhere; brotli is preferred to gzip.
 *
 * @param effort of brotli, 1 to 11
 */
export function staticHost(
  folder: string,
  effort = 11,
): (request: IncomingMessage, response: ServerResponse) => void {
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
    const body = encoding ? compress[encoding](bytes, effort) : bytes;
    const reply = { body, type: contentTypes[extension] ?? 'application/octet-stream', encoding };
    cache.set(`${encoding} ${file}`, reply);
    return reply;
  };
  /** Finds the file of a path, unless it is one of the host's own or outside the site. */
  const fileOf = (path: string): string | undefined => {
    const clean = normalize(path);
    if (clean.startsWith('/_') || clean.includes('..')) return undefined;
    const candidates = clean === '/' ? ['index.html'] : [clean, `${clean}.html`];
    return candidates
      .map((name) => join(folder, name))
      .find((file) => existsSync(file) && statSync(file).isFile());
  };

  return (request, response) => {
    const path = pathOf(request.url);
    const asked = fileOf(path);
    const rewrite = redirects.find(({ matches, isForced }) => matches(path) && (isForced || !asked));
    const own = rewrite ? undefined : asked;
    for (const { matches, headers } of headerRules) {
      if (matches(path)) for (const [name, value] of headers) response.appendHeader(name, value);
    }
    if (rewrite && rewrite.status >= 300 && rewrite.status < 400) {
      response.writeHead(rewrite.status, { Location: rewrite.to(path) }).end();
      return;
    }
    const file = own ?? (rewrite && fileOf(rewrite.to(path)));
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const { body, type, encoding } = load(file ?? join(folder, '404.html'), accepted);
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', body.length);
    if (COMPRESSED.has(extname(file ?? '.html'))) response.setHeader('Vary', 'Accept-Encoding');
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.writeHead(file ? (rewrite?.status ?? 200) : 404);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
