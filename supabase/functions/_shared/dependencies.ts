import { type Network, systemNetwork } from './network.ts';

/** One line of the function log. It never carries a token or a key. */
export interface LogRecord {
  function: string;
  requestId: string;
  status: number;
  code: string;
  ms: number;
  /** Words for the operator only, never in the answer. */
  detail?: string | undefined;
}

/** Reads one environment variable; undefined when absent. */
export type EnvLookup = (name: string) => string | undefined;

/** Every outside effect of a handler, so that a test in Node can inject its own. */
export interface Dependencies {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  env: EnvLookup;
  clock: {
    /** Milliseconds; only differences are used. May stand still while the machine sleeps. */
    now: () => number;
    /** Milliseconds since 1970; continues while the machine sleeps. */
    wallTime: () => number;
    /** Makes a signal that aborts with a TimeoutError after so many milliseconds. */
    timeout: (ms: number) => AbortSignal;
  };
  log: (record: LogRecord) => void;
  /** Sockets to addresses given from outside: the sites of organisations (site-address.ts checks them). */
  net: Network;
  /** Keeps work running although the client may have disconnected. */
  keepAlive: (work: Promise<unknown>) => void;
}

declare const EdgeRuntime: { waitUntil: (work: Promise<unknown>) => void } | undefined;

/** Waits so many milliseconds of the given clock. */
export function pause(clock: Dependencies['clock'], ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.timeout(Math.ceil(ms)).addEventListener('abort', () => resolve(), { once: true });
  });
}

export const systemClock: Dependencies['clock'] = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  timeout: (ms) => AbortSignal.timeout(ms),
};

/** The dependencies of a deployed function. Touches Deno only when called, so Node can load this file. */
export const realDependencies: Dependencies = {
  fetch: (url, init) => fetch(url, init),
  env: (name) => Deno.env.get(name),
  clock: systemClock,
  log: (record) => console.error(JSON.stringify(record)),
  net: systemNetwork,
  // Hosted, an isolate may end with its last answer.
  keepAlive: (work) => {
    if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work);
  },
};
