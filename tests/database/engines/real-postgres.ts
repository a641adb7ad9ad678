import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { ownerPool, sqlOf } from './owner-sql.ts';
import { runSql, type Step, startPostgres, stopProcess, unprivilegedUser, urlOf } from './postgres-server.ts';
import { type Claims, sign, startPostgrest } from './postgrest.ts';

const supabaseDir = fileURLToPath(new URL('../../../supabase', import.meta.url));
const hostedStubs = fileURLToPath(new URL('./hosted-stubs.sql', import.meta.url));

const COUNTING = "alter database postgres set track_functions = 'all'";
/** PostgreSQL writes its statistics once a second unless it is asked to flush them. */
const countedRequests = { PGRST_DB_PRE_REQUEST: 'pg_catalog.pg_stat_force_next_flush' };

export type RealPostgres = {
  /** Connection string of the role that runs migrations on hosted projects (`postgres`, no superuser). */
  url: string;
  /** Runs one query, or several without parameters, as `postgres`; answers the rows of the last one. */
  sql: <Row = Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>;
  /**
   * Runs SQL without parameters on a connection of its own, without triggers or foreign key checks: changing
   * `session_replication_role` would discard the query plans of a shared connection.
   */
  sqlWithoutTriggers: (statements: string) => Promise<Record<string, unknown>[]>;
  /** Runs statements as the superuser, for what only the platform may do. */
  runAsPlatform: (text: string) => Promise<void>;
  /** Number of calls of each function so far, by its oid; only on a server that counts them. */
  calls: () => Promise<Map<number, number>>;
  /** Address of PostgREST: tables at `<apiUrl>/<table>`, without the `/rest/v1` of hosted projects. */
  apiUrl: string;
  /** A signed access token; role `authenticated` and one hour of life unless the claims say otherwise. */
  jwt: (claims?: Claims) => string;
  stop: () => Promise<void>;
};

/**
 * Starts a PostgreSQL 17 and a PostgREST 12 of its own on free ports in a temporary folder, with the hosted platform's
 * stubs and the project's migrations applied, as the proof that policies hold on the engines of the hosted service.
 * Nothing is shared with other runs; `stop` removes everything.
 *
 * @param folder of the SQL files to apply instead of the migrations
 * @param api false: without PostgREST (`apiUrl` is empty), for what only reads the catalogue
 * @param counts true: for `calls`
 * @param longestStatement in ms, after which a statement of `sql` is refused; requests always have the limits of hosted
 * projects
 * @throws when a binary is missing for this platform, or a migration fails (file name in the message)
 */
export async function startRealPostgres({
  folder = join(supabaseDir, 'migrations'),
  api = true,
  counts = false,
  longestStatement = 0,
}: {
  folder?: string;
  api?: boolean;
  counts?: boolean;
  longestStatement?: number;
} = {}): Promise<RealPostgres> {
  const user = await unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'territoire-postgres-'));
  const children: ChildProcess[] = [];
  // A run that ends without stop() leaves neither server nor files.
  const abandon = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', abandon);
  const pools: pg.Pool[] = [];
  const stop = async () => {
    for (const pool of pools) await pool.end().catch(() => {});
    for (const child of children.reverse()) await stopProcess(child);
    process.off('exit', abandon);
    await rm(home, { recursive: true, force: true });
  };

  try {
    if (user.uid !== undefined && user.gid !== undefined) await chown(home, user.uid, user.gid);
    const server = await startPostgres(home, user, await steps(folder));
    children.push(server.process);
    if (counts) await runSql(urlOf(server, 'supabase_admin'), COUNTING);
    const postgrest = api ? await startPostgrest(server.port, counts ? countedRequests : {}) : null;
    if (postgrest) children.push(postgrest.process);
    const url = urlOf(server, 'postgres');
    const pool = ownerPool({
      connectionString: url,
      ...(longestStatement ? { statement_timeout: longestStatement } : {}),
    });
    const replica = ownerPool({ connectionString: url, max: 1 });
    replica.on('connect', (client) => {
      client.query('set session_replication_role = replica').catch(() => {});
    });
    pools.push(pool, replica);
    return {
      url,
      sql: sqlOf(pool),
      sqlWithoutTriggers: sqlOf(replica),
      calls: () => callsOf(pool),
      runAsPlatform: (text) => runSql(urlOf(server, 'supabase_admin'), text),
      apiUrl: postgrest?.url ?? '',
      jwt: (claims = {}) => sign({ role: 'authenticated', aud: 'authenticated', ...claims }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function callsOf(pool: pg.Pool): Promise<Map<number, number>> {
  const clients = await Promise.all(
    Array.from({ length: Math.max(1, pool.idleCount) }, () => pool.connect()),
  );
  try {
    await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')));
    const counted = await clients[0]?.query<{ id: number; calls: number }>(
      'select funcid::integer as id, calls::integer as calls from pg_stat_user_functions',
    );
    return new Map(counted?.rows.map(({ id, calls }) => [id, calls]));
  } finally {
    for (const client of clients) client.release();
  }
}

/** Lists the SQL files to run: the platform's stubs, then the files of the folder in order. */
async function steps(folder: string): Promise<Step[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return [
    { file: hostedStubs, role: 'supabase_admin' },
    ...names.map((name): Step => ({ file: join(folder, name), role: 'postgres' })),
  ];
}
