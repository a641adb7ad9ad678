import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { onEmptyDatabase, plant, plantEveryTable } from '../fixtures/tables.ts';

const tours = rowFactoryOf('virtual_tours');
const functions = ['dashboard_stats', 'views_by_month'];

const call = (engine: Engine, name: string, role: Role = 'admin') =>
  engine.request(role, { method: 'POST', path: `/rest/v1/rpc/${name}`, body: {} });

async function read(engine: Engine, name: string, role: Role = 'admin'): Promise<Row[]> {
  const { status, body, text } = await call(engine, name, role);
  equal(status, 200, text);
  return body as Row[];
}

const stats = async (engine: Engine) => (await read(engine, 'dashboard_stats'))[0] ?? {};

/** Asserts only the given keys of the figures; other checks assert the rest. */
async function expectStats(engine: Engine, expected: Row): Promise<void> {
  const all = await stats(engine);
  deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, all[key]])), expected);
}

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · dashboard · ${name}`,
    object: 'dashboard',
    run: (engine) => onEmptyDatabase(engine, () => run(engine)),
  };
}

const plantAll = (engine: Engine) => plantEveryTable(engine, { without: ['user_roles'] });

/** A trip of the administrator whose days are counted from today on the studio's clock. */
const trip = (engine: Engine, city: string, days: number, status = 'planifié') =>
  engine.sql(
    `insert into public.trip_plans (user_id, city, region, start_date, end_date, status)
     select $1::uuid, $2, 'Gaspésie', day, day, $4
       from (select (now() at time zone 'America/Toronto')::date + $3::int as day) as chosen`,
    [engine.people.admin.id, city, days, status],
  );

/** Figures of the whole business in one call: nobody else may read them, and they must be right. */
export const attacksOnDashboard: Check[] = [
  check(
    'visitor and secret key · refused; signed-in user · nothing; administrator · one row',
    async (engine) => {
      await plantAll(engine);
      for (const name of functions) {
        equal((await call(engine, name, 'visitor')).status, 401);
        equal((await call(engine, name, 'service')).status, 403);
        deepEqual(await read(engine, name, 'user'), []);
        for (const role of ['admin', 'admin2'] as const)
          equal((await read(engine, name, role)).length, name === 'dashboard_stats' ? 1 : 12);
      }
      await engine.sql('delete from public.user_roles where user_id = $1', [engine.people.admin.id]);
      for (const name of functions) deepEqual(await read(engine, name), []);
    },
  ),
  check('an empty database · zeros, no next trip', async (engine) => {
    const { next_trip_id, next_trip_city, next_trip_start, ...counts } = await stats(engine);
    deepEqual([next_trip_id, next_trip_city, next_trip_start], [null, null, null]);
    deepEqual(new Set(Object.values(counts)), new Set([0]));
    const months = await read(engine, 'views_by_month');
    deepEqual(
      months.map(({ views }) => views),
      Array(12).fill(0),
    );
  }),
  check(
    'three rows in each table · each count, archives included, drafts of campaigns apart',
    async (engine) => {
      await plantAll(engine);
      await expectStats(engine, {
        ...{ tours: 3, featured_tours: 1, tags: 3, views: 6, trips: 3, upcoming_trips: 3 },
        ...{ contacts: 3, new_contacts: 1, interested_contacts: 1, templates: 3, campaigns: 2 },
        ...{ sent_emails: 1, new_quotes: 1 },
        ...{ next_trip_city: 'Ville 0', next_trip_start: '2031-02-10' },
      });
    },
  ),
  check(
    'yesterday, today, tomorrow, cancelled · upcoming from today, the next one is not cancelled',
    async (engine) => {
      await trip(engine, 'Hier', -1);
      await expectStats(engine, { trips: 1, upcoming_trips: 0, next_trip_city: null });
      await trip(engine, 'Annulé', 0, 'annulé');
      await trip(engine, 'Demain', 1);
      await expectStats(engine, { trips: 3, upcoming_trips: 2, next_trip_city: 'Demain' });
      await trip(engine, 'Aujourd’hui', 0, 'confirmé');
      await expectStats(engine, { trips: 4, upcoming_trips: 3, next_trip_city: 'Aujourd’hui' });
    },
  ),
  check('1 002 rows of each kind · counted past the cut at 1 000', async (engine) => {
    await engine.sql(`
      insert into public.virtual_tours (title, slug, url, is_featured, view_count)
        select 'V', 'v-' || n, 'https://exemple.test', n % 2 = 0, n from generate_series(1, 1002) n;
      insert into public.tags (name, slug) select 'T', 't-' || n from generate_series(1, 1002) n;
      insert into public.contacts (user_id, name, company, city, region, status)
        select '${engine.people.admin.id}', 'N', 'E', 'V', 'R', (case when n % 3 = 0 then 'intéressé' else 'nouveau' end)::public.contact_status
          from generate_series(1, 1002) n;
      insert into public.quote_requests
          (organization_name, contact_name, email, organization_type, service_type)
        select 'Ville', 'Ève', 'v' || n || '@exemple.test', 'ville', 'autre' from generate_series(1, 1002) n;
      insert into public.tour_views (tour_id, day, views)
        select id, (now() at time zone 'America/Toronto')::date, 2 from public.virtual_tours;
    `);
    await expectStats(engine, {
      ...{ tours: 1002, featured_tours: 501, views: (1002 * 1003) / 2, tags: 1002 },
      ...{ contacts: 1002, new_contacts: 668, interested_contacts: 334, new_quotes: 1002 },
    });
    equal((await read(engine, 'views_by_month')).at(-1)?.views, 2 * 1002);
  }),
  check(
    'views by month · from the first to the last day of each, twelve months, not one more',
    async (engine) => {
      await plant(engine, tours, tours.row(0, engine.people));
      await engine.sql(`
      insert into public.tour_views (tour_id, day, views)
      select tour.id, edge.day::date, edge.views
        from public.virtual_tours tour,
             (select date_trunc('month', now() at time zone 'America/Toronto') as first) as clock,
             lateral (values
               (first - interval '11 months' - interval '1 day', 1),
               (first - interval '11 months', 10),
               (first - interval '1 month', 100),
               (first - interval '1 day', 200),
               (first, 1000),
               (first + interval '1 month' - interval '1 day', 2000)
             ) as edge (day, views)
    `);
      const months = await read(engine, 'views_by_month');
      deepEqual(
        months.map(({ views }) => views),
        [10, ...Array(9).fill(0), 300, 3000],
      );
      const [clock] = await engine.sql<{ months: string[] }>(
        `select array_agg(to_char(first - make_interval(months => 11 - n), 'YYYY-MM-DD') order by n) as months
         from (select date_trunc('month', now() at time zone 'America/Toronto') as first) as clock,
              generate_series(0, 11) n`,
        [],
      );
      deepEqual(
        months.map(({ month }) => month),
        clock?.months,
      );
    },
  ),
  check('views of past months · added up by month, the chart the same, recent days kept', async (engine) => {
    await plant(engine, tours, tours.row(0, engine.people));
    await plant(engine, tours, tours.row(1, engine.people));
    await engine.sql(`
      insert into public.tour_views (tour_id, day, views)
      select tour.id, day::date, 1
        from public.virtual_tours tour,
             (select date_trunc('month', now() at time zone 'America/Toronto') as first) as clock,
             generate_series(first - interval '4 months', first, interval '1 day') as day
    `);
    const chart = await read(engine, 'views_by_month');
    const days = async () =>
      (
        await engine.sql<{ n: number }>(
          `select count(*)::int as n from public.tour_views, lateral (
             select date_trunc('month', now() at time zone 'America/Toronto') - interval '1 month' as kept) as clock
           group by day >= kept order by day >= kept`,
          [],
        )
      ).map(({ n }) => n);
    const [, recent] = await days();
    await call(engine, 'apply_retention', 'service');
    // Tour views: three months of two tours.
    deepEqual(await days(), [6, recent]);
    deepEqual(await read(engine, 'views_by_month'), chart);
    await engine.sql("update public.privacy_register set created_at = now() - interval '1 day'");
    await call(engine, 'apply_retention', 'service');
    deepEqual([await days(), await read(engine, 'views_by_month')], [[6, recent], chart]);
  }),
];
