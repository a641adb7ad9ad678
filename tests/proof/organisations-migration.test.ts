// The migration that gives every contact its organisation, on what a studio may hold: the demo, and 10 000 random contacts.
// `CONTACTS=500 npx vitest run --project proof organisations-migration` for a quick look.
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProjectConfig } from '../../local/api/project-config.ts';
import { applyMigrations } from '../../local/database/migrations.ts';
import { openDatabase } from '../../local/database/open-database.ts';
import { applySystemSchema } from '../../local/database/system-schema.ts';
import { startRealPostgres } from '../database/engines/real-postgres.ts';
import { createSeededRandom } from '../database/fixtures/seeded-random.ts';

const supabase = fileURLToPath(new URL('../../supabase/', import.meta.url));
const migration = '20261124020000_organisations.sql';
const number = Number(process.env.CONTACTS ?? 10_000);

type Studio = { sql: <Row>(query: string) => Promise<Row[]>; close: () => Promise<unknown> };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'before-organisations-'));
  for (const name of await readdir(join(supabase, 'migrations')))
    if (name < migration) await cp(join(supabase, 'migrations', name), join(folder, name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A studio of before, on each engine. */
const engines: Record<string, () => Promise<Studio>> = {
  'PostgreSQL 17': async () => {
    const { sql, stop } = await startRealPostgres({ folder, api: false });
    return { sql, close: stop };
  },
  'embedded stack': async () => {
    const { api } = readProjectConfig(supabase);
    const fail = (error: Error) => console.error(error);
    const database = await openDatabase({ directory: undefined, searchPath: ['public'], onFatal: fail });
    await applySystemSchema(database, api);
    await applyMigrations(database, folder);
    return {
      sql: async <Row>(query: string) => {
        const answers = (await database.connection.driver.exec(query)) as unknown as { rows: Row[] }[];
        return answers.at(-1)?.rows ?? [];
      },
      close: database.close,
    };
  },
};

/** The demo of then: today's names columns that came later, and so does the register. */
async function seed({ sql }: Studio): Promise<void> {
  const demo = new URL('../fixtures/demo-before-organisations.sql', import.meta.url);
  await sql(await readFile(demo, 'utf8'));
  const register = await readFile(join(supabase, 'seed/municipalities.sql'), 'utf8');
  await sql(`alter table public.municipalities add column address text;
    ${register}
    alter table public.municipalities drop column address`);
}

/** People of towns, MRCs, hotels and of nothing in particular, with some of what happens to people. */
async function crowd({ sql }: Studio): Promise<void> {
  const random = createSeededRandom(18);
  const towns = await sql<{ name: string; region: string }>(
    "select name, region from public.municipalities where kind = 'municipalité' order by code limit 300",
  );
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const rows = Array.from({ length: number }, (_, index) => {
    const { name, region } = random.pick(towns);
    const sector = random.pick([
      'municipalité',
      'mrc',
      'tourisme',
      'hôtellerie',
      'organisme-public',
      'autre',
    ]);
    const company = random
      .pick([
        ...[
          `Ville de ${name}`,
          `VILLE DE ${name.toUpperCase()}`,
          `Mairie`,
          `MRC ${name}`,
          'Hôtel du Quai',
          'hotel du quai',
        ],
        `Entreprise ${Math.floor(random.next() * 400)}`,
      ])
      .slice(0, 100);
    const domain = random.pick([
      'gmail.com',
      'videotron.ca',
      `org${Math.floor(random.next() * 300)}.example`,
    ]);
    const email = random.chance(0.85) ? text(`p${index}@${domain}`) : 'null';
    const status = random.pick(['nouveau', 'contacté', 'intéressé', 'refusé', 'partenaire']);
    return `(${text(`Personne ${index}`)}, ${text(company)}, ${email}, ${text(random.chance(0.1) ? 'Ailleurs' : name)}, ${text(region)}, '${sector}', '${status}', '2026-01-01'::timestamptz + interval '${index} minutes')`;
  });
  for (let start = 0; start < rows.length; start += 1000) {
    await sql(`insert into public.contacts (name, company, email, city, region, sector, status, created_at)
      values ${rows.slice(start, start + 1000)}`);
  }
  await sql(`
    insert into public.consent_events (contact_id, email, basis, occurred_at)
    select id, email, 'express', created_at from public.contacts where email is not null and name ~ '[0-6]$';
    insert into public.suppressions (email_hash, reason)
    select private.email_hash(email), 'unsubscribed' from public.contacts where email is not null and name ~ '3$';
    insert into public.campaigns (name) values ('Ancienne');
    insert into public.email_sends (campaign_id, contact_id, subject, body, status, recipient_email)
    select k.id, c.id, 'Sujet', 'Corps', 'envoyé', c.email from public.contacts c, public.campaigns k
    where k.name = 'Ancienne' and c.email is not null and c.name ~ '[1-4]$';
    insert into public.next_actions (contact_id, title, due_on)
    select id, 'Rappeler', '2031-01-01' from public.contacts where name ~ '7$';`);
}

/** Every row of every table as it said before, the answer to « may they be written to? », and the history of some. */
async function everything({ sql }: Studio, tables: string[]): Promise<Record<string, string>> {
  const parts = tables.map(
    (table) => `select '${table}' as what, md5(coalesce(string_agg(
      (to_jsonb(t) - '{organisation_id, function_kind, function_title}'::text[])::text, E'\\n'
      order by (to_jsonb(t) - '{organisation_id, function_kind, function_title}'::text[])::text), '')) || ' ' || count(*) as said
      from ${table} t`,
  );
  const rows = await sql<{ what: string; said: string }>(`${parts.join(' union all ')}
    union all select 'may be e-mailed', md5(string_agg(contact_id || coalesce(reason, ''), ',' order by contact_id)) || ' ' || count(*) filter (where reason is null)
      from private.email_refusals(null, now())
    union all select 'histories', md5(string_agg(h.history::text, ',' order by c.id)) from (
      select * from public.contacts order by created_at desc, id limit 300
    ) c cross join lateral (
      select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) as history from public.contact_timeline(c.id) t
    ) h`);
  return Object.fromEntries(rows.map(({ what, said }) => [what, said]));
}

/** Which contacts are together, told by the first of each: the same on every engine. */
const together = (studio: Studio) =>
  studio.sql<{ name: string; first: string; code: string | null }>(
    `select c.name, min(c.name) over (partition by c.organisation_id) as first, o.register_code as code
     from public.contacts c join public.organisations o on o.id = c.organisation_id order by c.created_at, c.email, c.name`,
  );

describe.each([
  ['the demo', seed],
  [
    `${number} random contacts`,
    async (studio: Studio) => {
      await seed(studio);
      return crowd(studio);
    },
  ],
])('%s', (_name, fill) => {
  const groups: unknown[] = [];
  test.each(Object.keys(engines))('%s · nothing is lost, everybody has an organisation', async (engine) => {
    const studio = await (engines[engine] as () => Promise<Studio>)();
    try {
      await fill(studio);
      const tables = await studio.sql<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables
         where schemaname in ('public', 'private') and tablename <> 'demo_rows' order by 1`,
      );
      const names = tables.map(({ name }) => name);
      const before = await everything(studio, names);
      const begun = performance.now();
      await studio.sql(await readFile(join(supabase, 'migrations', migration), 'utf8'));
      const took = Math.round(performance.now() - begun);
      expect(await everything(studio, names)).toEqual(before);
      const group = await together(studio);
      const [count] = await studio.sql<{ contacts: number; organisations: number }>(
        `select (select count(*)::int from public.contacts) as contacts, (select count(*)::int from public.organisations) as organisations`,
      );
      expect(group.length).toBe(count?.contacts);
      groups.push(group);
      expect(group).toEqual(groups[0]);
      console.log(`${engine}: ${JSON.stringify({ ...count, took })}`);
    } finally {
      await studio.close();
    }
  });
});
