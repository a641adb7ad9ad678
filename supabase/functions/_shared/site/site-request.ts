import type { Dependencies } from '../dependencies.ts';
import { readLimited, SizeLimitExceeded } from '../read-limited.ts';
import { siteUrls } from '../settings.ts';
import { type HttpResponse, ResponseReading } from './http-message.ts';
import { destinationOf, SiteFailure } from './site-address.ts';

export interface SiteAnswer {
  status: number;
  headers: Map<string, string>;
  /** Body, cut at the limit. */
  body: Uint8Array;
}

/** Our name in robots.txt and in the logs of a site. */
export const ROBOT_NAME = 'Territoire360';
const MAX_BYTES = 1024 * 1024;
const PAGE_MS = 8_000;

type Method = 'GET' | 'HEAD' | 'POST';

/** Headers of a request: the content that it carries, and the one that it accepts. */
export interface SiteBody {
  type: string;
  accept: string;
  bytes: Uint8Array;
}

/**
 * Sends one HTTP/1.1 request over a socket to the very address that was checked: `fetch` would resolve the name again
 * and follow it to another address. Redirects are handled by the caller (`redirection`). Rejects with SiteFailure.
 */
export async function requestSite(
  url: URL,
  dependencies: Pick<Dependencies, 'net' | 'env' | 'clock'>,
  signal: AbortSignal,
  method: Method = 'GET',
  sent?: SiteBody,
): Promise<SiteAnswer> {
  const destination = await destinationOf(url, dependencies);
  const limit = AbortSignal.any([signal, dependencies.clock.timeout(PAGE_MS)]);
  if (limit.aborted) throw new SiteFailure('timeout');
  const answer = await exchangeOnce({ method, sent }, url, destination, dependencies, limit);
  if (method === 'HEAD') return answer;
  return { status: answer.status, headers: answer.headers, body: await decompress(answer) };
}

/**
 * Returns the target of a redirect, without its fragment; undefined for another answer. Throws SiteFailure for an
 * invalid address.
 */
export function redirection({ status, headers }: SiteAnswer, from: URL): URL | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  if (!URL.canParse(location, from.href)) throw new SiteFailure('refused', 'location');
  const next = new URL(location, from.href);
  next.hash = '';
  return next;
}

async function exchangeOnce(
  { method, sent }: { method: Method; sent: SiteBody | undefined },
  url: URL,
  destination: Awaited<ReturnType<typeof destinationOf>>,
  { net, env }: Pick<Dependencies, 'net' | 'env'>,
  limit: AbortSignal,
): Promise<HttpResponse> {
  const socket = await withAbort(net.connect(destination), limit).catch((error: unknown) => {
    throw error instanceof SiteFailure ? error : new SiteFailure('unreachable', String(error));
  });
  try {
    return await new Promise((resolve, reject) => {
      const reading = new ResponseReading(method === 'HEAD');
      const settle = (chunk?: Uint8Array) => {
        try {
          if (chunk) reading.add(chunk);
          const answer = reading.soFar();
          if (!answer && !chunk) throw new Error('ended before its head');
          const isCut = reading.size > 2 * MAX_BYTES || (answer?.body.length ?? 0) >= MAX_BYTES;
          if (answer && (answer.isComplete || isCut || !chunk)) {
            resolve({ ...answer, body: answer.body.slice(0, MAX_BYTES) });
          }
        } catch (error) {
          reject(new SiteFailure('unreachable', String(error)));
          socket.destroy();
        }
      };
      limit.addEventListener('abort', () => reject(new SiteFailure('timeout')), { once: true });
      socket.on('data', settle);
      socket.on('error', (error: Error) => reject(new SiteFailure('unreachable', error.message)));
      socket.on('end', () => settle());
      socket.on('close', () => settle());
      socket.write(requestText(method, url, env, sent));
      if (sent) socket.write(sent.bytes);
    });
  } finally {
    socket.destroy();
  }
}

function requestText(method: Method, url: URL, env: Dependencies['env'], sent?: SiteBody): string {
  const [site] = siteUrls(env);
  return [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    `user-agent: ${ROBOT_NAME}/1.0${site ? ` (+${site})` : ''}`,
    `accept: ${sent?.accept ?? 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5'}`,
    ...(sent ? [`content-type: ${sent.type}`, `content-length: ${sent.bytes.length}`] : []),
    'accept-language: fr-CA,fr;q=0.9,en;q=0.5',
    'accept-encoding: identity',
    'connection: close',
    '\r\n',
  ].join('\r\n');
}

/** Some servers compress in spite of the request; a body that decompresses to too much is cut too. */
async function decompress({ headers, body }: HttpResponse): Promise<Uint8Array> {
  const coding = headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return body;
  if (coding !== 'gzip' && coding !== 'deflate') throw new SiteFailure('not_html', coding);
  const unpacked = new Blob([body as BlobPart]).stream().pipeThrough(new DecompressionStream(coding));
  try {
    return await readLimited(unpacked, MAX_BYTES);
  } catch (error) {
    throw new SiteFailure(
      'not_html',
      error instanceof SizeLimitExceeded ? 'unpacks to too much' : 'not packed',
    );
  }
}

/** Rejects as soon as time is up. A result that comes too late is closed. */
function withAbort<T extends { destroy: () => unknown }>(
  promise: Promise<T>,
  limit: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    limit.addEventListener(
      'abort',
      () => {
        isOver = true;
        reject(new SiteFailure('timeout'));
      },
      { once: true },
    );
    promise.then((value) => (isOver ? value.destroy() : resolve(value)), reject);
  });
}
