import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { bearerToken, verifyAccessToken } from '../api/access-token.ts';
import type { ProjectKeys } from '../api/keys.ts';
import type { ProjectConfig } from '../api/project-config.ts';
import { HOST } from '../process/settings.ts';

/** A hosted function that sends nothing for so long is ended (150 s on the free plan). */
const IDLE_TIMEOUT_MS = 150_000;
const BODY_LIMIT = 10 * 1024 * 1024;
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Proxies `/functions/v1/<name>` as the hosted gateway does: the function sees the path from its own name on, its answer
 * is streamed, a client that disconnects aborts it, and HTML in answer to a GET arrives as plain text.
 *
 * @param port of the Deno process, undefined while there is none.
 */
export function createFunctionProxy({
  port,
  functions,
  keys,
}: {
  port: () => number | undefined;
  functions: ProjectConfig['functions'];
  keys: ProjectKeys;
}): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/^\/functions\/v1/, '') || '/';
    const name = /^\/([^/?#]+)/.exec(path)?.[1] ?? '';
    const target = port();
    if (!target && incoming.method === 'OPTIONS') return answerPreflight(outgoing);
    if (!target) return refuse(outgoing, 503, 'BOOT_ERROR', 'Les fonctions ne sont pas démarrées.');
    const settings = functions[name];
    if (settings?.enabled === false)
      return refuse(outgoing, 404, 'NOT_FOUND', 'Requested function was not found');
    if ((settings?.verifyJwt ?? true) && incoming.method !== 'OPTIONS') {
      const problem = tokenProblem(incoming, keys);
      if (problem) return refuse(outgoing, 401, 'UNAUTHORIZED', problem);
    }
    if (Number(incoming.headers['content-length']) > BODY_LIMIT) {
      return refuse(outgoing, 413, 'PAYLOAD_TOO_LARGE', 'La requête est trop volumineuse.');
    }
    forward(incoming, outgoing, target, path);
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, path: string): void {
  const upstream = httpRequest({
    host: HOST,
    port,
    path,
    method: incoming.method,
    headers: withoutHopByHop(incoming.rawHeaders),
  });
  let timedOut = false;
  upstream.setTimeout(IDLE_TIMEOUT_MS, () => {
    timedOut = true;
    upstream.destroy();
  });
  upstream.on('response', (answer) => {
    outgoing.writeHead(
      answer.statusCode ?? 502,
      asPlainText(incoming.method, withoutHopByHop(answer.rawHeaders)),
    );
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  upstream.on('error', () => {
    if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
    else if (timedOut) refuse(outgoing, 504, 'IDLE_TIMEOUT', "La fonction n'a pas répondu à temps.");
    else refuse(outgoing, 502, 'BAD_GATEWAY', "La fonction s'est interrompue avant de répondre.");
  });
  outgoing.on('close', () => upstream.destroy());
  let received = 0;
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > BODY_LIMIT) upstream.destroy();
  });
  incoming.pipe(upstream);
}

function tokenProblem(incoming: IncomingMessage, keys: ProjectKeys): string | undefined {
  const apiKey = incoming.headers.apikey;
  if (apiKey === keys.publishableKey || apiKey === keys.secretKey) return undefined;
  const token = bearerToken(incoming.headers.authorization);
  if (!token) return 'Missing authorization header';
  return verifyAccessToken(token, keys.jwtSecret) ? undefined : 'Invalid JWT';
}

function withoutHopByHop(rawHeaders: string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!hopByHop.has(name.toLowerCase())) kept.push(name, rawHeaders[index + 1] ?? '');
  }
  return kept;
}

/** Without a custom domain the hosted platform serves the HTML of a function as plain text. */
function asPlainText(method: string | undefined, rawHeaders: string[]): string[] {
  if (method !== 'GET') return rawHeaders;
  return rawHeaders.map((value, index) =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'content-type'
      ? value.replace(/^text\/html/i, 'text/plain')
      : value,
  );
}

/** Lets a browser read the error while no process serves the functions. */
function answerPreflight(outgoing: ServerResponse): void {
  outgoing.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, authorization',
    'access-control-allow-methods': '*',
  });
  outgoing.end();
}

function refuse(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  outgoing.end(JSON.stringify({ code, message }));
}
