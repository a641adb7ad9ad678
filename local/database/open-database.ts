import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgliteConnection, PGlite, type PgliteConnection } from '@supabase/lite/pglite';
import { requestContext } from '../api/request-context.ts';
import { Mutex } from './mutex.ts';

/** The role and claims that @supabase/lite opens a request's transaction with. */
interface SessionVariables {
  auth?: { role?: string | null; jwt?: Record<string, unknown> | null };
  storage?: { operation?: string | null };
}

/** Parts of PgliteConnection that are private in its types, and replaced below. */
interface ConnectionInternals {
  ensureRlsContext(): Promise<boolean>;
  applyJwtSessionContext(transaction: unknown, variables: SessionVariables): Promise<void>;
}

export interface Database {
  connection: PgliteConnection;
  /** Runs one statement as superuser. */
  query<Row = Record<string, unknown>>(
    sql: string,
    parameters?: unknown[],
  ): Promise<{ rows: Row[]; affectedRows?: number }>;
  /** Statements without parameters, as superuser, in one transaction: all of them or none. */
  transaction(
    job: (run: (sql: string, parameters?: unknown[]) => Promise<unknown>) => Promise<void>,
  ): Promise<void>;
  /** Writes the whole database into a tar archive. */
  image(): Promise<Blob>;
  close(): Promise<void>;
}

// PGlite's own start parameters (`-F`: it has no fsync to call anyway), with the search path and the number format of
// hosted projects.
const startParams = [
  ...PGlite.defaultStartParams.map((parameter) =>
    parameter === 'search_path=public' ? 'search_path="$user",public,extensions' : parameter,
  ),
  '-c',
  'extra_float_digits=0',
];

/** PostgREST writes timestamps as ISO 8601; the library passes PostgreSQL's own text on, which Safari cannot read. */
const isoTimestamps = {
  1114: (text: string) => text.replace(' ', 'T'),
  1184: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
};

/** The roles that PostgREST's login role may switch to; any other role in a token is refused, whoever signed it. */
const apiRoles = ['anon', 'authenticated', 'service_role'];

const sessionSettings = `select
  set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('request.cookies', $6, true),
  set_config('search_path', $7, true), set_config('storage.operation', $8, true)`;

/**
 * Opens PostgreSQL inside this process, and makes @supabase/lite 0.10 behave as the hosted service
 * (docs/decisions/0010-embedded-stack.md): transactions of different requests cannot mix, nothing is granted but what
 * migrations grant, and SQL sees the request.
 *
 * @param directory the data folder, made when absent; undefined for a database in memory.
 * @param image a database that `image()` wrote, to begin with instead of an empty one.
 * @param searchPath of API requests, as `db-extra-search-path` of PostgREST.
 * @param onFatal called once when the engine itself broke (not for an error of SQL): nothing can be trusted after.
 */
export async function openDatabase({
  directory,
  image,
  searchPath,
  onFatal,
}: {
  directory: string | undefined;
  image?: Blob | undefined;
  searchPath: string[];
  onFatal: (error: Error) => void;
}): Promise<Database> {
  const connection = await createPgliteConnection({
    ...(directory ? { url: directory } : {}),
    pgliteOptions: {
      relaxedDurability: false,
      startParams,
      parsers: isoTimestamps,
      extensions: { pg_trgm, unaccent },
      ...(image && { loadDataDir: image }),
    },
  });
  const { driver } = connection;
  await driver.waitReady;
  const mutex = new Mutex();
  const rawQuery = driver.query.bind(driver);
  const rawExec = driver.exec.bind(driver);
  const failure = watchEngine(driver);
  const guarded = <T>(job: () => Promise<T>) =>
    mutex.run(async () => {
      try {
        if (failure.error) throw failure.error;
        const result = await job();
        if (failure.error) throw failure.error;
        return result;
      } catch (error) {
        const context = requestContext.getStore();
        if (context) context.sqlError = error;
        const fatal = failure.error ?? (isStorageFailure(error) ? error : undefined);
        if (fatal) onFatal(fatal);
        throw fatal ?? error;
      }
    });

  Object.assign(driver, {
    query: (...call: Parameters<typeof rawQuery>) => guarded(() => rawQuery(...call)),
    exec: (...call: Parameters<typeof rawExec>) => guarded(() => rawExec(...call)),
  });
  oneTransactionAtATime(connection, mutex);
  constraintsOnly(connection);
  hostedSession(connection, async (variables) => {
    await rawQuery(sessionSettings, sessionValues(variables, searchPath));
  });

  const query: Database['query'] = (sql, parameters) => guarded(() => rawQuery(sql, parameters));
  return {
    connection,
    query,
    transaction: (job) =>
      guarded(async () => {
        await rawExec('begin');
        try {
          await job((sql, parameters) => (parameters ? rawQuery(sql, parameters) : rawExec(sql)));
          await rawExec('commit');
        } catch (error) {
          if (!failure.error) await rawExec('rollback');
          throw error;
        } finally {
          // A migration may have changed them for its own needs ("set search_path = …", "set role …").
          if (!failure.error) await rawExec('reset all; reset role');
        }
      }),
    image: () => mutex.run(() => driver.dumpDataDir('none')),
    // A broken engine must not write a last checkpoint: the next start recovers from the write-ahead log instead.
    close: () => mutex.run(async () => (failure.error ? undefined : connection.close())),
  };
}

/**
 * The library begins a transaction, sets the role and queries on one shared connection without a queue: two
 * requests at once run in each other's transaction, with each other's role. Here a mutex serialises them.
 */
function oneTransactionAtATime(connection: PgliteConnection, mutex: Mutex): void {
  const withContext = connection.withContext.bind(connection);
  const runInTransaction = connection.runInTransaction.bind(connection);
  Object.assign(connection, {
    withContext: (...call: Parameters<typeof withContext>) => mutex.run(() => withContext(...call)),
    runInTransaction: (...call: Parameters<typeof runInTransaction>) =>
      mutex.run(() => runInTransaction(...call)),
  });
}

/**
 * PostgREST takes linked rows for a single one where a constraint allows one. The library also goes by unique indexes,
 * those that hold for a part of the rows among them.
 */
function constraintsOnly(connection: PgliteConnection): void {
  const introspect = connection.introspect.bind(connection);
  Object.assign(connection, {
    introspect: async (...call: Parameters<typeof introspect>) => ({
      ...(await introspect(...call)),
      indexes: [],
    }),
  });
}

/**
 * On its first request the library grants ALL on every table of every schema that has row-level security to anon,
 * authenticated and service_role. Hosted grants nothing but what migrations grant. It also shows request headers
 * to `rpc` calls only; PostgREST shows them to every statement.
 */
function hostedSession(
  connection: PgliteConnection,
  apply: (variables: SessionVariables) => Promise<void>,
): void {
  const internals = connection as unknown as ConnectionInternals;
  if (
    typeof internals.ensureRlsContext !== 'function' ||
    typeof internals.applyJwtSessionContext !== 'function'
  ) {
    throw new Error(
      '@supabase/lite a changé : local/database/open-database.ts ne peut plus garantir les droits des rôles.',
    );
  }
  internals.ensureRlsContext = async () => true;
  internals.applyJwtSessionContext = async (_transaction, variables) => apply(variables);
}

function sessionValues({ auth, storage }: SessionVariables, searchPath: string[]): string[] {
  const context = requestContext.getStore();
  const role = auth?.role || 'anon';
  if (!apiRoles.includes(role)) {
    throw Object.assign(new Error(`permission denied to set role "${role}"`), { code: '42501' });
  }
  return [
    role,
    JSON.stringify(auth?.jwt ?? { role }),
    context?.method ?? '',
    context?.path ?? '',
    JSON.stringify(context?.headers ?? {}),
    JSON.stringify(parseCookies(context?.headers.cookie)),
    searchPath.map((schema) => `"${schema.replaceAll('"', '""')}"`).join(', '),
    storage?.operation ?? '',
  ];
}

function parseCookies(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s));
  return Object.fromEntries(pairs.filter(([name]) => name).map(([name, value]) => [name, value ?? '']));
}

/**
 * PGlite swallows whatever stops its WebAssembly engine (a trap, a stack overflow) and from then on answers queries
 * with empty results. So the engine is watched where it throws.
 */
function watchEngine(driver: PGlite): { error?: Error } {
  const seen: { error?: Error } = {};
  const engine = driver as unknown as {
    Module: { _PostgresMainLoopOnce: () => void };
    /** Thrown when a statement fails in SQL, which is no failure of the engine. */
    POSTGRES_MAIN_LONGJMP: number;
  };
  const step = engine.Module._PostgresMainLoopOnce;
  engine.Module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (thrown) {
      if ((thrown as { status?: unknown }).status !== engine.POSTGRES_MAIN_LONGJMP) {
        seen.error ??= new Error(`le moteur PostgreSQL s'est arrêté (${String(thrown)})`, { cause: thrown });
      }
      throw thrown;
    }
  };
  return seen;
}

/** Full disk, folder removed, corrupt page: codes of class 58 (system), XX (internal) and 57P (shutdown). */
function isStorageFailure(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(58|XX|57P)/.test(String(error.code));
}
