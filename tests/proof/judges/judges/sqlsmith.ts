import pg from 'pg';
import type { Engine } from '../../../database/engines/engine.ts';
import { type RealPostgres, startRealPostgres } from '../../../database/engines/real-postgres.ts';
import { plantEveryTable, reset } from '../../../database/fixtures/tables.ts';
import type { Finding, Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

/** Queries of a role, and the time that they may take. */
const QUERIES = 600;
const SECONDS_EACH = 15;
const LONGEST_MS = 500;
/** Rows of a query that are looked at. */
const LOOKED_AT = 50;

/** What PostgreSQL says of functions and types of its own that are asked by hand for what no column holds: the file it stands in, and the message. */
const ITS_OWN = /^parse_\w+\.c|invalid INTERVAL typmod|cache lookup failed for/;

/** What a server that fell or lost its way says: an internal error, a shut-down, a crash. */
const FALLEN = /^(?:XX|57P0[1-3]|08|58)/;

const person = (index: number) => `a0000000-0000-4000-8000-00000000000${index}`;
const people: Engine['people'] = {
  user: { id: person(1), email: 'simple@exemple.test', token: '' },
  admin: { id: person(2), email: 'admin@exemple.test', token: '' },
  admin2: { id: person(3), email: 'admin2@exemple.test', token: '' },
  reader: { id: person(4), email: 'lecture@exemple.test', token: '' },
};

/** Those who ask, as PostgREST lets them: a role of the database, and whose token it is. */
const ASKERS = [
  { name: 'a visitor', role: 'anon', claims: { role: 'anon' } },
  ...(['user', 'reader', 'admin'] as const).map((who) => ({
    name: `the ${who}`,
    role: 'authenticated',
    claims: { sub: people[who].id, email: people[who].email, role: 'authenticated', aud: 'authenticated' },
  })),
  { name: 'our own server', role: 'service_role', claims: { role: 'service_role' } },
];

/** A PostgreSQL with three rows in every table, and somebody of each role. */
async function filledDatabase(): Promise<RealPostgres> {
  const server = await startRealPostgres({ api: false });
  for (const { id, email } of Object.values(people))
    await server.sql(
      "insert into auth.users (id, email, aud, role, email_confirmed_at) values ($1, $2, 'authenticated', 'authenticated', now())",
      [id, email],
    );
  await reset({ ...server, people });
  await plantEveryTable({ ...server, people }, { without: ['user_roles'] });
  await server.sql(
    "insert into public.user_roles (user_id, role) values ($1, 'admin'), ($2, 'admin'), ($3, 'reader') on conflict do nothing",
    [people.admin.id, people.admin2.id, people.reader.id],
  );
  return server;
}

/** Texts in a value, however deep, that are too particular to be anywhere by chance. */
function textsIn(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === 'string') {
    if (value.length >= 16 || value.includes('@')) into.add(value);
  } else if (Array.isArray(value)) for (const one of value) textsIn(one, into);
  else if (value && typeof value === 'object' && !(value instanceof Date))
    for (const one of Object.values(value)) textsIn(one, into);
  return into;
}

type Column = { table: string; column: string };

/** Texts of every row and column that somebody sees by asking the tables themselves. */
async function textsOf(client: pg.Client, columns: readonly Column[]): Promise<Set<string>> {
  const texts = new Set<string>();
  const byTable: Record<string, string[]> = {};
  for (const { table, column } of columns) byTable[table] = [...(byTable[table] ?? []), column];
  for (const [table, names] of Object.entries(byTable)) {
    const pairs = names.map((name) => `'${name}', "${name}"`).join(', ');
    const { rows } = await client.query(`select jsonb_build_object(${pairs}) as row from ${table}`);
    textsIn(rows, texts);
  }
  return texts;
}

const COLUMNS = `
  select format('%I.%I', n.nspname, c.relname) as table, a.attname as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth', 'storage') and a.attnum > 0
    and not a.attisdropped and has_schema_privilege(n.oid, 'usage') and has_column_privilege(c.oid, a.attnum, 'select')`;

/** A client with the rights of somebody, and the limits of a request. */
async function clientAs({ port }: { port: number }, asker?: (typeof ASKERS)[number]): Promise<pg.Client> {
  const user = asker ? 'authenticator' : 'postgres';
  const client = new pg.Client({ host: '127.0.0.1', port, user, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  if (!asker) return client;
  await client.query(`set role ${asker.role}; set statement_timeout = ${LONGEST_MS}`);
  await client.query("select set_config('request.jwt.claims', $1, false)", [JSON.stringify(asker.claims)]);
  return client;
}

type Told = { findings: Finding[]; queries: number; rows: number };

/** Asks what sqlsmith thought of, as somebody, and takes each query back. */
async function ask(
  server: { port: number },
  asker: (typeof ASKERS)[number],
  queries: readonly string[],
  hidden: ReadonlySet<string>,
): Promise<Told> {
  const told: Told = { findings: [], queries: 0, rows: 0 };
  const until = performance.now() + SECONDS_EACH * 1000;
  let client = await clientAs(server, asker);
  for (const query of queries) {
    if (performance.now() > until) break;
    told.queries++;
    try {
      await client.query('begin');
      const isSelect = /^\s*(?:select|with|values)\b/i.test(query);
      if (isSelect) await client.query(`declare found cursor for ${query}`);
      const { rows } = await client.query(isSelect ? `fetch ${LOOKED_AT} from found` : query);
      told.rows += rows.length;
      for (const text of textsIn(rows, new Set()))
        if (hidden.has(text))
          told.findings.push({
            rule: 'a row across roles',
            where: asker.name,
            message: `${text} by ${query}`,
          });
    } catch (error) {
      const { code = '', file = '', message } = error as { code?: string; file?: string; message: string };
      const isLost = code === '';
      if ((FALLEN.test(code) && !ITS_OWN.test(`${file} ${message}`)) || isLost)
        told.findings.push({
          rule: code || 'connection lost',
          where: asker.name,
          message: `${message} by ${query}`,
        });
      if (isLost) client = await clientAs(server, asker);
    }
    await client.query('rollback').catch(() => undefined);
  }
  await client.end();
  return told;
}

/** A writer of SQL that nobody would write, for a database that it reads the catalogue of. */
export const sqlsmith: Judge = {
  name: 'SQLsmith',
  question:
    'Asked what it writes at random over all tables and functions, a minute in all, as a visitor, a signed-in person, a reader, an administrator and our own server: does PostgreSQL 17 fall or fail inside, and does anybody read a text of a row that the tables themselves keep from them?',
  version: () => versionOf('sqlsmith', '--version'),
  ask: async () => {
    const server = await filledDatabase();
    const port = Number(new URL(server.url).port);
    const all: Told = { findings: [], queries: 0, rows: 0 };
    try {
      const owner = await clientAs({ port });
      const { rows: columns } = await owner.query<Column>(COLUMNS);
      const everything = await textsOf(owner, columns);
      await owner.end();
      for (const [seed, asker] of ASKERS.entries()) {
        const client = await clientAs({ port }, asker);
        await client.query('set statement_timeout = 0');
        const { rows: own } = await client.query<Column>(COLUMNS);
        const seen = await textsOf(client, own);
        await client.end();
        const target = `host=127.0.0.1 port=${port} user=authenticator dbname=postgres options='-c role=${asker.role}'`;
        const written = [
          `--target=${target}`,
          '--dry-run',
          `--max-queries=${QUERIES / 2}`,
          `--seed=${seed + 1}`,
        ];
        const { stdout, stderr } = await run('sqlsmith', written);
        const { stdout: ofOurs } = await run('sqlsmith', [...written, '--exclude-catalog']);
        const queries = `${stdout}\n${ofOurs}`.split(/;\s*\n/).filter((query) => query.trim());
        if (queries.length < QUERIES)
          all.findings.push({ rule: 'run', where: asker.name, message: stderr.slice(-300) });
        const hidden = new Set([...everything].filter((text) => !seen.has(text)));
        const told = await ask({ port }, asker, queries, hidden);
        all.findings.push(...told.findings);
        all.queries += told.queries;
        all.rows += told.rows;
      }
      await server.sql('select 1');
    } finally {
      await server.stop();
    }
    return {
      judged: { people: ASKERS.length, queries: all.queries, rows: all.rows },
      findings: all.findings,
    };
  },
};
