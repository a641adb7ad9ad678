import { tablesOfMigrations } from '../fixtures/tables.ts';
import { type Engine, type EngineKind, NotShown } from './engine.ts';
import { send } from './http.ts';
import { ownerPool, sqlOf, withoutTriggers } from './owner-sql.ts';
import { signWith } from './postgrest.ts';
import { addressesOfPeople, type Project, requesterOf, signInPeople } from './project.ts';

/** A hosted project: what its settings page shows, and a connection string of `postgres`, direct or in session mode. */
export type HostedProject = Project & { databaseUrl: string; jwtSecret?: string | undefined };

/**
 * An engine over the network: a hosted project or the official CLI's stack, with people who sign up there and the
 * tokens that it signs. The checks delete everything in it.
 *
 * @throws when it holds business data, or migrations other than ours
 */
export function hosted(project: HostedProject, versions: string[]): EngineKind {
  const offers: EngineKind['offers'] = ['whole-stack', 'simultaneity'];
  return {
    name: new URL(project.url).host,
    offers,
    start: async () => {
      if (await servesFunctions(project)) offers.push('functions');
      const pool = ownerPool({ connectionString: project.databaseUrl });
      const close = () => pool.end();
      try {
        return await startOn(project, sqlOf(pool), versions, close);
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

/** Starts the hosted engine with another way to run SQL. */
export async function startOn(
  project: Omit<HostedProject, 'databaseUrl'>,
  sql: Engine['sql'],
  versions: string[],
  close: () => Promise<void>,
): Promise<Engine> {
  await refuseOtherMigrations(sql, versions);
  await refuseBusinessData(sql);
  await forgetPeople(sql);
  const people = await signInPeople(project, sql);
  const { jwtSecret } = project;
  return {
    people,
    request: requesterOf(project, people),
    sql,
    sqlWithoutTriggers: withoutTriggers(sql),
    calls: null,
    mint: (claims) => {
      if (!jwtSecret) throw new NotShown('tokens cannot be signed: SUPABASE_JWT_SECRET is not given');
      return signWith(jwtSecret, { role: 'authenticated', aud: 'authenticated', ...claims });
    },
    provider: null,
    reloadSchema: async () => {
      await sql("notify pgrst, 'reload schema'");
    },
    close: async () => {
      await forgetPeople(sql);
      await sql('drop schema if exists test_fixtures cascade');
      await close();
    },
  };
}

/** Functions are deployed apart from the database: a project may have none yet. */
async function servesFunctions({ url, publishableKey: apikey }: Project): Promise<boolean> {
  const path = '/functions/v1/dispatch-emails';
  const answer = await send(url + path, { method: 'POST', body: {}, headers: { apikey } });
  return answer.status === 401;
}

async function refuseOtherMigrations(sql: Engine['sql'], versions: string[]): Promise<void> {
  const applied = await sql<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  const found = applied.map(({ version }) => version);
  if (found.join() !== versions.join()) {
    throw new Error(
      `Its migrations are ${found.join(', ')}; those of this folder are ${versions.join(', ')}.`,
    );
  }
}

/** Refuses a project with any row of business data, because the checks delete every row. */
async function refuseBusinessData(sql: Engine['sql']): Promise<void> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private') order by 1`,
  );
  const addresses = addressesOfPeople.map((address) => `'${address}'`).join(', ');
  const ours = `(select id from auth.users where email in (${addresses}))`;
  const counts = [
    ...tables.map(({ name }) => {
      const condition = name === 'public.user_roles' ? `where user_id not in ${ours}` : '';
      return `select '${name}' as name, count(*)::integer as count from ${name} ${condition}`;
    }),
    `select 'auth.users', count(*)::integer from auth.users where id not in ${ours}`,
    "select 'storage.objects', count(*)::integer from storage.objects",
  ];
  const rows = await sql<{ name: string; count: number }>(counts.join(' union all '));
  const held = rows.filter(({ name, count }) => count > (tablesOfMigrations.includes(name) ? 1 : 0));
  if (held.length === 0) return;
  const list = held.map(({ name, count }) => `${name} ${count}`).join(', ');
  throw new Error(
    `This project is in use and is left alone: ${list}. Use a project of which nothing is kept.`,
  );
}

async function forgetPeople(sql: Engine['sql']): Promise<void> {
  await sql('delete from auth.users where email = any ($1)', [addressesOfPeople]);
}
