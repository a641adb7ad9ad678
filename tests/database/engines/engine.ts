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

/** A whole backend as the browser meets it, with a superuser's look behind the scenes. */
export type Engine = {
  people: Record<'user' | 'reader' | 'admin' | 'admin2', Person>;
  request: (role: Role, call: Call) => Promise<Answer>;
  /** Runs as the owner of the tables, past grants and policies; answers the rows of the last statement. */
  sql: <T = Row>(query: string, params?: unknown[]) => Promise<T[]>;
  /** Runs SQL without parameters, where no trigger fires and no reference is checked. */
  sqlWithoutTriggers: (statements: string) => Promise<Row[]>;
  /** Number of calls of each function of the database so far, by its oid; null where they are not counted. */
  calls: (() => Promise<Map<number, number>>) | null;
  /** An access token with these claims, signed as the engine's own issuer signs. */
  mint: (claims: Row) => string;
  /** The paid provider that the functions would call; null where nobody watches it. */
  provider: { calls: unknown[] } | null;
  /** Tells the API of new tables and functions; null where it only looks when it starts. */
  reloadSchema: (() => Promise<void>) | null;
  close: () => Promise<void>;
};

/**
 * Parts that some proofs need and an engine may lack: sign-up, keys and storage; edge functions; edge functions with the
 * settings of the tests, whose outside calls are counted; requests that truly run at once; requests from any address (a
 * socket of this machine only has one of 127/8).
 */
export type Need = 'whole-stack' | 'functions' | 'watched-functions' | 'simultaneity' | 'chosen-address';

/** An engine that can be started, and what it offers. */
export type EngineKind = { name: string; offers: Need[]; start: () => Promise<Engine> };

/** Thrown by an engine that is asked for something its target does not give: the proof is neither held nor broken. */
export class NotShown extends Error {}

/** One named proof. `object` says which table or service it concerns, so that mutations run only what could notice. */
export type Check = {
  name: string;
  object: string;
  needs?: Need | undefined;
  run: (engine: Engine) => Promise<void>;
};

/** The checks that this kind of engine can run. */
export function runnable(checks: Check[], { offers }: EngineKind): Check[] {
  return checks.filter(({ needs }) => !needs || offers.includes(needs));
}
