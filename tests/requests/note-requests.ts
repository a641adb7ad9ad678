import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

/** Loaded into the process of a local stack: notes, one a line, what pages and functions ask of the data API. */
export type NotedRequest = {
  method: string;
  /** Path and query below `/rest/v1/`. */
  path: string;
  headers: Partial<Record<(typeof HEADERS)[number], string>>;
  /** The bearer, or the key where there is none. */
  bearer: string;
  body: string;
};

/** The headers that change what is answered. */
const HEADERS = ['prefer', 'range', 'range-unit', 'accept', 'accept-profile', 'content-profile'] as const;

/** Matches the programs whose requests are noted: browsers, and our functions. Tests ask through Node. */
const APPLICATION = /^(Mozilla|Deno)\//;

const LARGEST = 1024 * 1024;

const file = process.env.NOTED_REQUESTS;
if (!file) throw new Error('NOTED_REQUESTS names no file');

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  const [, path] = request.url?.match(/^\/rest\/v1\/(.+)/) ?? [];
  const isNoted =
    path && request.method !== 'OPTIONS' && APPLICATION.test(request.headers['user-agent'] ?? '');
  if (!isNoted) return;
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  // Listening would begin to read before the server does.
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk) chunks.push(chunk);
    else note(request, path, Buffer.concat(chunks));
    return push(chunk, encoding);
  };
});

function note({ method = 'GET', headers }: IncomingMessage, path: string, body: Buffer): void {
  if (body.byteLength > LARGEST) return;
  const noted: NotedRequest = {
    method,
    path,
    headers: Object.fromEntries(HEADERS.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
    bearer: (headers.authorization ?? `Bearer ${headers.apikey}`).replace(/^Bearer /, ''),
    body: body.toString('utf8'),
  };
  appendFileSync(String(file), `${JSON.stringify(noted)}\n`);
}
