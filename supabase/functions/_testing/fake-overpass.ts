import type { ServerResponse } from 'node:http';
import { sendJson, startServer, type TestServer } from './http-server.ts';

export type OverpassReply = (response: ServerResponse) => void;

export interface FakeOverpass extends TestServer {
  /** Queries in Overpass QL, in order. */
  queries: string[];
  userAgents: (string | undefined)[];
  /** Largest number of simultaneous calls. */
  mostAtOnce: number;
  /** Sets one reply a query; the last one repeats. */
  reset: (...replies: OverpassReply[]) => void;
}

/**
 * Starts a server that behaves like the public query servers: 406 without an identifying User-Agent, the query in the
 * field `data`.
 */
export async function startFakeOverpass(): Promise<FakeOverpass> {
  const state = {
    queries: [] as string[],
    userAgents: [] as (string | undefined)[],
    mostAtOnce: 0,
    replies: [elementsReply()] as OverpassReply[],
  };
  let open = 0;
  const server = await startServer((request, response, body) => {
    state.mostAtOnce = Math.max(state.mostAtOnce, ++open);
    response.on('close', () => open--);
    const agent = request.headers['user-agent'];
    state.userAgents.push(agent);
    if (!agent || /^(node|deno|undici)/i.test(agent)) return response.writeHead(406).end('Not Acceptable');
    state.queries.push(new URLSearchParams(body).get('data') ?? '');
    state.replies[Math.min(state.queries.length, state.replies.length) - 1]?.(response);
  });
  return Object.assign(state, server, {
    reset: (...replies: OverpassReply[]) =>
      Object.assign(state, { queries: [], userAgents: [], mostAtOnce: 0, replies }),
  });
}

/** A whole answer with these elements. */
export function elementsReply(...elements: object[]): OverpassReply {
  return (response) => sendJson(response, 200, { version: 0.6, elements });
}

/** Makes the answer of a server out of time: 200, partial data, and a remark. */
export function partialReply(...elements: object[]): OverpassReply {
  const remark = 'runtime error: Query timed out in "query" at line 1 after 41 seconds.';
  return (response) => sendJson(response, 200, { version: 0.6, elements, remark });
}

export const answers =
  (status: number, text = '<html>error</html>'): OverpassReply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(text);

/** Sends half of an answer, then closes the connection. */
export const brokenReply: OverpassReply = (response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end('{"version":0.6,"elements":[{"type":"no');

export const hangingReply: OverpassReply = () => undefined;

/** Makes a named hotel a few kilometres from La Malbaie, with the additional tags of `more`. */
export function hotel(
  id: number,
  name: string,
  tags: Record<string, string> = {},
  more: object = {},
): object {
  const place = { lat: 47.66 + (id % 10) / 1000, lon: -70.15 };
  return { type: 'node', id, ...place, tags: { name, tourism: 'hotel', ...tags }, ...more };
}
