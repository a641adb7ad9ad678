import { request as requestPlain } from 'node:http';
import { request as requestSecured } from 'node:https';
import type { Answer, Call } from './engine.ts';

type Outgoing = Pick<Call, 'method' | 'body' | 'headers'> & { localAddress?: string };

const largeBody = 1024 * 1024;

/**
 * Sends one HTTP request. `fetch` would normalise `..` out of paths and hide the socket's address, and an attacker
 * chooses both.
 *
 * @returns the answer with its body as text and, where it is JSON, parsed; rejects when the connection breaks
 */
export function send(url: string, call: Outgoing): Promise<Answer> {
  const { origin } = new URL(url);
  const { hostname, port, protocol } = new URL(origin);
  const request = protocol === 'https:' ? requestSecured : requestPlain;
  const isBytes = call.body instanceof Uint8Array || typeof call.body === 'string';
  const payload = call.body === undefined ? undefined : isBytes ? call.body : JSON.stringify(call.body);
  const headers: Record<string, string> = { ...call.headers };
  if (payload !== undefined) {
    headers['content-type'] ??= 'application/json';
    headers['content-length'] = String(Buffer.byteLength(payload as string));
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        path: url.slice(origin.length),
        method: call.method ?? 'GET',
        headers,
        localAddress: call.localAddress,
        // A server may refuse a large body early and close the connection, so that its socket cannot be
        // reused.
        agent: Number(headers['content-length'] ?? 0) > largeBody ? false : undefined,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const received = new Headers();
          for (const [name, value] of Object.entries(incoming.headers)) received.set(name, String(value));
          resolve({ status: incoming.statusCode ?? 0, headers: received, body: parse(text), text });
        });
      },
    );
    outgoing.on('error', reject);
    // After the answer the rest of a refused body still fails to be written, and nobody else handles that
    // error.
    if (Number(headers['content-length'] ?? 0) > largeBody) {
      outgoing.on('socket', (socket) => socket.on('error', reject));
    }
    outgoing.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
