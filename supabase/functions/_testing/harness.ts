import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Dependencies, type LogRecord, systemClock } from '../_shared/dependencies.ts';
import { systemNetwork } from '../_shared/network.ts';
import { type FakeLanguageModel, startFakeLanguageModel } from './fake-language-model.ts';
import {
  adminToken,
  type FakeSupabase,
  legacyAnonKey,
  publishableKey,
  secretKey,
  startFakeSupabase,
} from './fake-supabase.ts';

export type Handler = (request: Request, dependencies: Dependencies) => Promise<Response>;

interface CallResult {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface CallOptions {
  /** The administrator's unless told; null for none. */
  token?: string | null;
  method?: string;
  headers?: Record<string, string>;
  /** Sent as it is. */
  rawBody?: BodyInit;
  signal?: AbortSignal;
}

export interface Harness {
  supabase: FakeSupabase;
  model: FakeLanguageModel;
  dependencies: Dependencies;
  logs: LogRecord[];
  /** Replaces variables of the default environment for the current test. */
  setEnv: (changes: Record<string, string | undefined>) => void;
  /** Caps every timeout of the code for the current test. */
  shortenTimeouts: (ms: number) => void;
  /** Sends one JSON request to a handler, as supabase-js would. */
  call: (handler: Handler, body: unknown, options?: CallOptions) => Promise<CallResult>;
}

/** Reaches addresses as they are, those of the mail servers of tests; a test that needs a name brings its own. */
const namelessNetwork: Dependencies['net'] = Object.freeze({
  resolve: () => Promise.reject(new Error('no name is known')),
  connect: systemNetwork.connect,
});

export const site = 'https://visites.example.ca';

/**
 * Starts the two outside parties for a test file and gives fresh dependencies to each test: a real fetch and clock,
 * an environment of the test's own, a readable log.
 */
export function prepareHarness(): Harness {
  let env: Record<string, string | undefined> = {};
  let longest = Number.POSITIVE_INFINITY;
  const dependencies: Dependencies = {
    fetch: (url, init) => fetch(url, init),
    env: (name) => env[name],
    clock: { ...systemClock, timeout: (ms) => AbortSignal.timeout(Math.min(ms, longest)) },
    log: (record) => harness.logs.push(record),
    net: namelessNetwork,
    keepAlive: () => undefined,
  };
  const harness = {
    dependencies,
    logs: [],
    setEnv: (changes) => {
      Object.assign(env, changes);
    },
    shortenTimeouts: (ms) => {
      longest = ms;
    },
    call: async (handler, body, options) => {
      const response = await handler(jsonRequest(body, options), dependencies);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
    },
    // The two parties are started before the first test runs.
  } as Omit<Harness, 'supabase' | 'model'> as Harness;

  beforeAll(async () => {
    harness.supabase = await startFakeSupabase();
    harness.model = await startFakeLanguageModel();
  });
  afterAll(() => Promise.all([harness.supabase.close(), harness.model.close()]));
  beforeEach(() => {
    harness.supabase.reset();
    harness.model.reset();
    harness.logs = [];
    longest = Number.POSITIVE_INFINITY;
    env = {
      SITE_URL: `${site}, http://127.0.0.1:5173/`,
      SUPABASE_URL: `${harness.supabase.url}/`,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
      SUPABASE_ANON_KEY: legacyAnonKey,
      LLM_BASE_URL: `${harness.model.url}/v1`,
      LLM_API_KEY: 'sk-secret-key',
      LLM_MODEL: 'petit-modele',
    };
  });
  return harness;
}

function jsonRequest(
  body: unknown,
  { token = adminToken, method = 'POST', headers = {}, rawBody, signal }: CallOptions = {},
): Request {
  const bodyless = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const init = {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(bodyless ? {} : { body: rawBody ?? JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    // Node asks for it when the body is a stream; the DOM types do not know it.
    duplex: 'half',
  };
  return new Request('http://functions.test/name', init);
}
