/**
 * Roles that call: the columns of the role matrix (a reader has « lecture seule »), a second administrator, and our own
 * server (the secret key).
 */
export type Role = 'visitor' | 'user' | 'reader' | 'admin' | 'admin2' | 'service';

/** A row of any table, as JSON. */
export type Row = Record<string, unknown>;

export type Person = { id: string; email: string; token: string };

export type Call = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query as on a hosted project: `/rest/v1/…`, `/auth/v1/…`, `/storage/v1/…`, `/functions/v1/…`. */
  path: string;
  /** An object or array is sent as JSON; bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Another access token than the role's own, or null for none. */
  token?: string | null;
  /** Address the request comes from, as the outermost proxy sees it. */
  address?: string;
  /** The machine before the API: by default the hosted edge; a `proxy` only appends to `x-forwarded-for`. */
  behind?: 'edge' | 'proxy' | 'nothing';
};

export type Answer = { status: number; headers: Headers; body: unknown; text: string };

/** A whole backend as a browser meets it, with SQL access as a superuser for assertions. */
export type Engine = {
  people: Record<'user' | 'reader' | 'admin' | 'admin2', Person>;
  request: (role: Role, call: Call) => Promise<Answer>;
  /** Runs as the owner of the tables, past grants and policies; answers the rows of the last statement. */
  sql: <T = Row>(query: string, params?: unknown[]) => Promise<T[]>;
  /** Runs SQL without parameters, where no trigger fires and no reference is checked. */
  sqlWithoutTriggers: (statements: string) => Promise<Row[]>;
  /** Number of calls of each database function so far, by oid; null where the engine does not count them. */
  calls: (() => Promise<Map<number, number>>) | null;
  /** Signs an access token with these claims as the engine's own issuer does. */
  mint: (claims: Row) => string;
  /** The fake paid provider that edge functions call; null where the engine has none. */
  provider: { calls: unknown[] } | null;
  /** Tells the API of new tables and functions; null where it only looks when it starts. */
  reloadSchema: (() => Promise<void>) | null;
  close: () => Promise<void>;
};

/**
 * Features that some checks need and an engine may lack: sign-up, keys and storage; edge functions; edge functions
 * whose outside calls are counted; truly simultaneous requests; requests from any address (a socket of this machine has
 * only 127/8).
 */
export type Need = 'whole-stack' | 'functions' | 'watched-functions' | 'simultaneity' | 'chosen-address';

/** An engine that can be started, and what it offers. */
export type EngineKind = { name: string; offers: Need[]; start: () => Promise<Engine> };

/** Thrown when a target lacks something that a check needs: the check then neither passes nor fails. */
export class NotShown extends Error {}

/** Rows that are inserted into an empty database before a check, and removed after it. */
export type Arrangement = {
  /** Two arrangements with the same name insert the same rows. */
  name: string;
  /** Returns the content of the table that the check is about. */
  plant: (engine: Engine) => Promise<Row[]>;
  clear: (engine: Engine) => Promise<void>;
};

/**
 * One named check. `object` is the table or service that it is about, so that a mutation only runs the checks that
 * could notice it.
 */
export type Check = {
  name: string;
  object: string;
  needs?: Need | undefined;
  run: (engine: Engine) => Promise<void>;
  /** A check that changes nothing: `run` in two parts, so that several checks can share one arrangement. */
  question?: { of: Arrangement; ask: (engine: Engine, before: Row[]) => Promise<void> };
};

/** The checks that this kind of engine can run. */
export function runnable(checks: Check[], { offers }: EngineKind): Check[] {
  return checks.filter(({ needs }) => !needs || offers.includes(needs));
}
