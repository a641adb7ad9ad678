import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readable } from '../access/operations.ts';
import { matrix } from '../access/role-matrix.ts';
import { roleNames } from '../access/tables.ts';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { mustHoldNoRow, outsiders } from '../fixtures/answers.ts';
import { rowFactories, rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { arrangement, question, withRows } from '../fixtures/tables.ts';

const allRows = [0, 1, 2];
/** Tables of which a plain user reads nothing. */
const privateTables = rowFactories
  .filter(({ table }) => !matrix[table]?.user.select)
  .map(({ table }) => table);

/** The « Data » list of the threat model: what somebody tries to see. */
export function readingAttacks(): Check[] {
  return [
    ...embeddingAttacks(),
    ...privateTables.flatMap((table) => outsiders.map((role) => countAttack(table, role))),
    ...outsiders.map(drafts),
    rowLimit,
    otherFormats,
    otherSchemas,
  ];
}

/** Reading through a table that one may read into one that one may not, and filtering on it (an oracle). */
function embeddingAttacks(): Check[] {
  const links = rowFactoryOf('virtual_tour_tags');
  const published = ({ people }: Engine) => rowFactoryOf('virtual_tours').row(0, people).id;
  const through = 'virtual_tour_tags(virtual_tours(*))';
  const inner = 'virtual_tour_tags!inner(virtual_tours!inner(id,status))';
  const reading = outsiders.map(
    (role): Check => ({
      name: `attack · tags?select=*,${through} · ${roleNames[role]} · nothing but what is published`,
      object: 'virtual_tours',
      run: (engine) =>
        withRows(engine, links, allRows, async () => {
          const tours = async (as: Role) => {
            const answer = await engine.request(as, { path: `/rest/v1/tags?select=*,${through}` });
            equal((answer.body as Row[]).length, 3, answer.text);
            return JSON.stringify(answer.body)
              .match(/c0000000-0000-4000-8000-0000000020\d\d/g)
              ?.sort();
          };
          deepEqual(await tours(role), [published(engine)]);
          equal((await tours('admin'))?.length, 3);
        }),
    }),
  );
  const asking = outsiders.map(
    (role): Check => ({
      name: `attack · join filtered on the status of a draft · ${roleNames[role]} · no answer`,
      object: 'virtual_tours',
      run: (engine) =>
        withRows(engine, links, allRows, async () => {
          const path = `/rest/v1/tags?select=name,${inner}&virtual_tour_tags.virtual_tours.status=eq.draft`;
          equal((await engine.request(role, { path })).text, '[]');
          equal(((await engine.request('admin', { path })).body as Row[]).length, 1);
        }),
    }),
  );
  const trips = outsiders.map(
    (role): Check => ({
      name: `attack · tags?select=*,trip_plan_tags(trip_plans(*)) · ${roleNames[role]} · no trip`,
      object: 'trip_plans',
      run: (engine) =>
        withRows(engine, rowFactoryOf('trip_plan_tags'), allRows, async () => {
          const path = '/rest/v1/tags?select=*,trip_plan_tags(trip_plans(*))';
          const answer = await engine.request(role, { path });
          ok(!/Région|radius_km/.test(answer.text), answer.text);
          match((await engine.request('admin', { path })).text, /Région 1.*radius_km|radius_km.*Région 1/);
        }),
    }),
  );
  const sends: Check = {
    name: 'attack · campaigns joined to their messages and contacts · signed-in user · nothing',
    object: 'email_sends',
    run: (engine) =>
      withRows(engine, rowFactoryOf('email_sends'), allRows, async () => {
        const path = '/rest/v1/campaigns?select=*,email_sends(id,contacts(*),email_templates(*))';
        mustHoldNoRow(await engine.request('user', { path }), 'joined');
        match((await engine.request('admin', { path })).text, /contact1@exemple\.test/);
      }),
  };
  return [...reading, ...asking, ...trips, sends];
}

function countAttack(table: string, role: Role): Check {
  const factory = rowFactoryOf(table);
  return question(
    { name: `attack · count=exact on ${table} · ${roleNames[role]} · no number`, object: table },
    arrangement(factory, allRows),
    async (engine) => {
      const count = async (as: Role) => {
        const call = {
          method: 'HEAD' as const,
          path: `/rest/v1/${table}?select=${readable(engine, as, factory)}`,
          headers: { prefer: 'count=exact' },
        };
        return (await engine.request(as, call)).headers.get('content-range')?.split('/')[1];
      };
      ok(['0', '*', undefined].includes(await count(role)), `counted ${await count(role)}`);
      const reader = matrix[table]?.admin.select ? 'admin' : 'service';
      equal(await count(reader), String(table === 'user_roles' ? 1 : 3));
    },
  );
}

function drafts(role: Role): Check {
  const tours = rowFactoryOf('virtual_tours');
  return {
    name: `attack · tours status=eq.draft or archived · ${roleNames[role]} · empty`,
    object: 'virtual_tours',
    run: (engine) =>
      withRows(engine, tours, allRows, async () => {
        for (const filter of [
          'status=eq.draft',
          'status=eq.archived',
          'or=(status.eq.draft,slug.eq.visite-1)',
        ]) {
          equal((await engine.request(role, { path: `/rest/v1/virtual_tours?${filter}` })).text, '[]');
          ok(
            ((await engine.request('admin', { path: `/rest/v1/virtual_tours?${filter}` })).body as Row[])
              .length > 0,
          );
        }
      }),
  };
}

const rowLimit: Check = {
  name: 'attack · limit=1000000 · visitor and secret key · cut at 1 000 rows',
  object: 'tags',
  run: (engine) =>
    withRows(engine, rowFactoryOf('tags'), [], async () => {
      await engine.sql(
        "insert into public.tags (name, slug) select 'Étiquette ' || n, 'etiquette-' || n from generate_series(1, 1100) n",
      );
      const read = async (role: Role, query: string, headers?: Record<string, string>) =>
        ((await engine.request(role, { path: `/rest/v1/tags?select=id${query}`, headers })).body as Row[])
          .length;
      for (const role of ['visitor', 'service'] as const) {
        equal(await read(role, '&limit=1000000'), 1000);
        equal(await read(role, ''), 1000);
        equal(await read(role, '', { range: '0-4999', 'range-unit': 'items' }), 1000);
      }
      equal(await read('visitor', '&offset=1000'), 100);
    }),
};

const otherFormats: Check = {
  name: 'attack · CSV, single object and query plan of contacts · signed-in user and visitor · nothing',
  object: 'contacts',
  run: (engine) =>
    withRows(engine, rowFactoryOf('contacts'), allRows, async () => {
      const read = (role: Role, accept: string) =>
        engine.request(role, { path: '/rest/v1/contacts?select=*&name=eq.Nom%200', headers: { accept } });
      for (const accept of [
        ...[
          'text/csv',
          'application/vnd.pgrst.object+json',
          'application/vnd.pgrst.plan+json',
          'application/geo+json',
        ],
        ...['application/octet-stream', 'text/xml'],
      ]) {
        for (const role of outsiders) {
          const answer = await read(role, accept);
          ok(!/contact0@|Plan/.test(answer.text), `${accept}: ${answer.status} ${answer.text}`);
        }
      }
      match((await read('admin', 'text/csv')).text, /contact0@exemple\.test/);
    }),
};

const otherSchemas: Check = {
  name: 'attack · Accept-Profile to the catalogues and other schemas · everybody, secret key included · refused',
  object: 'tags',
  run: (engine) =>
    withRows(engine, rowFactoryOf('tags'), allRows, async () => {
      const targets = {
        pg_catalog: 'pg_roles',
        information_schema: 'tables',
        extensions: 'pg_stat_statements',
      };
      const more = {
        graphql_public: 'graphql',
        supabase_migrations: 'schema_migrations',
        net: 'http_request_queue',
      };
      for (const [profile, table] of Object.entries({ ...targets, ...more, ' public, auth': 'users' })) {
        for (const role of ['visitor', 'user', 'admin', 'service'] as const) {
          const headers = { 'accept-profile': profile };
          mustHoldNoRow(await engine.request(role, { path: `/rest/v1/${table}?select=*`, headers }), profile);
        }
      }
      const control = await engine.request('visitor', {
        path: '/rest/v1/tags',
        headers: { 'accept-profile': 'public' },
      });
      equal((control.body as Row[]).length, 3);
    }),
};
