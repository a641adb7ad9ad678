import type { ServerResponse } from 'node:http';
import { sendJson, startServer, type TestServer } from './http-server.ts';

export const publishableKey = 'sb_publishable_visitor';
export const secretKey = 'sb_secret_server';
export const legacyAnonKey = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl';
export const adminToken = 'header.admin.signature';
export const plainUserToken = 'header.plain.signature';

/** The id is no RFC 4122 version on purpose: PostgreSQL and seeds take any. */
export const adminId = '00000000-0000-0000-0000-00000000000a';

/** E-mail of both accounts. */
export const accountEmail = 'personne@example.com';

const users: Record<string, { id: string; role?: string }> = {
  [adminToken]: { id: adminId, role: 'admin' },
  [plainUserToken]: { id: '00000000-0000-0000-0000-00000000000b' },
};

/** Answers of a database that is no copy when it counts its messages (send-mark.ts), unless a test sets others. */
const sendMark: Record<string, unknown> = {
  '/storage/v1/object/send-mark/number.txt': 1,
  '/storage/v1/object/send-mark/refusals.txt': '',
  '/storage/v1/object/send-mark/document-numbers.txt': '',
  '/rest/v1/rpc/compare_send_mark': { held: false, number: 1, refusals: null, numbers: null },
  '/rest/v1/rpc/next_send_mark': 2,
};

/** Replaces the service's proper answer. */
type Misbehaviour = (response: ServerResponse) => void;

export interface FakeSupabase extends TestServer {
  /** Paths asked for, in order. */
  calls: string[];
  /** Misbehaviour of one of the services; a test sets it to break that service. */
  auth: Misbehaviour | undefined;
  roles: Misbehaviour | undefined;
  counter: Misbehaviour | undefined;
  /** Names of the functions whose calls were counted. */
  counted: string[];
  /** Answers a call of the data API with the secret key; undefined where it has no answer. */
  data: ((url: string, body: string) => unknown) | undefined;
  /** Misbehaviour of the data API for the secret key. */
  failData: Misbehaviour | undefined;
  /** Rows inserted with the secret key, by table. */
  written: Record<string, Record<string, unknown>[]>;
  reset: () => void;
}

/**
 * The one fake backend of these tests, over real HTTP: the queries of the admin guard, with its checks of key, token
 * and filters, the counter of calls, and the data API with the secret key, whose answers a test sets by `data`.
 */
export async function startFakeSupabase(): Promise<FakeSupabase> {
  const fresh = (): Omit<FakeSupabase, 'reset' | keyof TestServer> => ({
    calls: [],
    written: {},
    data: undefined,
    failData: undefined,
    auth: undefined,
    roles: undefined,
    counter: undefined,
    counted: [],
  });
  const state = fresh();
  const server = await startServer((request, response, text) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    if (request.headers.apikey === secretKey) {
      if (state.failData) return state.failData(response);
      const served = state.data?.(request.url ?? '/', text);
      if (served !== undefined) return sendJson(response, 200, served);
      const marked = sendMark[url.pathname];
      if (marked !== undefined) return sendJson(response, 200, marked);
    }
    const [, table] = /^\/rest\/v1\/(\w+)$/.exec(url.pathname) ?? [];
    if (request.headers.apikey === secretKey && request.method === 'POST' && table) {
      state.written[table] = [...(state.written[table] ?? []), JSON.parse(text)];
      return response.writeHead(201).end();
    }
    state.calls.push(url.pathname);
    const user = users[request.headers.authorization?.replace('Bearer ', '') ?? ''];
    if (request.headers.apikey !== publishableKey)
      return sendJson(response, 401, { message: 'Invalid API key' });

    if (url.pathname === '/auth/v1/user') {
      if (state.auth) return state.auth(response);
      if (!user) return sendJson(response, 403, { code: 'bad_jwt' });
      return sendJson(response, 200, {
        id: user.id,
        email: accountEmail,
        user_metadata: { role: 'admin' },
      });
    }
    if (url.pathname === '/rest/v1/user_roles') {
      if (state.roles) return state.roles(response);
      const asked = url.searchParams;
      // Row-level security shows users their own row only.
      const visible =
        user?.role && asked.get('user_id') === `eq.${user.id}` && asked.get('role') === `eq.${user.role}`;
      return sendJson(response, 200, visible ? [{ role: user.role }] : []);
    }
    if (url.pathname === '/rest/v1/rpc/count_function_call') {
      if (state.counter) return state.counter(response);
      if (!user?.role) return sendJson(response, 403, { code: '42501' });
      state.counted.push(JSON.parse(text).function_name);
      return response.writeHead(204).end();
    }
    sendJson(response, 404, {});
  });
  return Object.assign(state, server, { reset: () => Object.assign(state, fresh()) });
}
