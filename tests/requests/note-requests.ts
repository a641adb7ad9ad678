import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

/**
 * A request of a page or function to the data API. This module is loaded into a local stack's process, and writes one a
 * line.
 */
export type NotedRequest = {
  method: string;
  /** Path and query below `/rest/v1/`. */
  path: string;
  headers: Partial<Record<(typeof HEADERS)[number], string>>;
  /** The bearer token, or the key where there is none. */
  bearer: string;
  body: string;
};

/** Headers that change the answer. */
const HEADERS = ['prefer', 'range', 'range-unit', 'accept', 'accept-profile', 'content-profile'] as const;

/** Matches the user agents whose requests are recorded: browsers and edge functions, but not the tests in Node. */
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
  // An event listener would start the stream before the server reads it.
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk) chunks.push(chunk);
    else noteRequest(request, path, Buffer.concat(chunks));
    return push(chunk, encoding);
  };
});

function noteRequest({ method = 'GET', headers }: IncomingMessage, path: string, body: Buffer): void {
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
