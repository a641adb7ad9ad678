import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { withRows } from '../fixtures/tables.ts';

const testimonials = rowFactoryOf('testimonials');

async function callFor(engine: Engine, name: string, role: Role = 'visitor') {
  const answer = await engine.request(role, { method: 'POST', path: `/rest/v1/rpc/${name}`, body: {} });
  equal(answer.status, 200, answer.text);
  return answer.body;
}

const profile = async (engine: Engine, role?: Role) => (await callFor(engine, 'public_profile', role)) as Row;

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · public profile · ${name}`,
    object: 'public_profile',
    // The settings begin as the migrations leave them.
    run: (engine) =>
      withRows(engine, testimonials, [0, 1, 2], async () => {
        for (const table of [
          'studio_profile',
          'retention_settings',
          'sending_settings',
          'embedding_settings',
          'estimate_settings',
          'studio',
        ])
          await engine.sql(`insert into public.${table} (id) values (1) on conflict (id) do nothing`);
        await run(engine);
      }),
  };
}

/** Attacks on the public profile: visitors learn what the studio shows, and nothing of what it keeps. */
export const attacksOnThePublicProfile: Check[] = [
  check(
    'the sites that may show a tour · told to visitors; a list that is not in use is kept',
    async (engine) => {
      deepEqual(await callFor(engine, 'embedding_rules'), { is_open: false, sites: [] });
      const sites = ['https://ville.exemple.test', 'https://*.mrc.exemple.test'];
      await engine.sql('update public.embedding_settings set sites = $1', [sites]);
      deepEqual(await callFor(engine, 'embedding_rules'), { is_open: false, sites });
      await engine.sql('update public.embedding_settings set is_open = true');
      deepEqual(await callFor(engine, 'embedding_rules'), { is_open: true, sites: [] });
      await engine.sql("update public.embedding_settings set is_open = false, sites = '{}'");
    },
  ),
  check('an insurance that has run out is not told, one of today is', async (engine) => {
    const until = (days: number) =>
      engine.sql(
        `update public.studio_profile set insurer = 'Assureur', insurance_number = 'P-1', insurance_amount_cents = 200000000,
           insurance_until = (now() at time zone 'America/Toronto')::date + $1::integer`,
        [days],
      );
    await until(0);
    const { insurance } = await profile(engine);
    const { insurer, number, amount_cents } = insurance as Row;
    deepEqual([insurer, number, Number(amount_cents)], ['Assureur', 'P-1', 200_000_000]);
    await until(-1);
    equal((await profile(engine)).insurance, null);
    await engine.sql("update public.studio_profile set insurance_until = null, insurer = 'Assureur'");
    equal((await profile(engine)).insurance, null);
  }),
  check('testimonials · those shown alone, in their order, the demo’s said to be', async (engine) => {
    const ids = [0, 1, 2].map((i) => String(testimonials.row(i, engine.people).id));
    const organizations = async () => {
      const { testimonials: shown } = (await profile(engine)) as { testimonials: Row[] };
      return shown.map(({ organization, is_demo }) => [organization, is_demo]);
    };
    deepEqual(await organizations(), [['Organisme 2', false]]);
    await engine.sql("insert into private.demo_rows (table_name, row_id) values ('testimonials', $1)", [
      ids[0],
    ]);
    await engine.sql('update public.testimonials set is_shown = true where id = $1', [ids[0]]);
    deepEqual(await organizations(), [
      ['Organisme 0', true],
      ['Organisme 2', false],
    ]);
  }),
  check('prices · only where the studio prints them, the lowest of a service', async (engine) => {
    await engine.sql(
      `insert into public.quote_services (name, unit, unit_price_cents, site_service)
       values ('A', 'km', 200, 'street-view'), ('B', 'jour', 100, 'street-view'), ('C', 'jour', 0, 'nature'), ('D', '', 50, null)`,
    );
    deepEqual((await profile(engine)).prices, []);
    await engine.sql('update public.studio_profile set shows_prices = true');
    deepEqual((await profile(engine)).prices, [{ service: 'street-view', cents: 100, unit: 'jour' }]);
  }),
  check('durations · each step tells its own, without the spaces around it', async (engine) => {
    await engine.sql(
      "update public.studio_profile set planning_time = ' 1 semaine ', capture_time = '2 jours', processing_time = '3 semaines'",
    );
    const { planning_time, capture_time, processing_time, publication_time } = await profile(engine);
    deepEqual(
      [planning_time, capture_time, processing_time, publication_time],
      ['1 semaine', '2 jours', '3 semaines', ''],
    );
  }),
  check(
    'the estimate · told once it is public, with its prices and the roads there and back',
    async (engine) => {
      await engine.sql(
        "update public.estimate_settings set is_public = false, city = 'Québec', region = 'Capitale-Nationale'",
      );
      await engine.sql(
        `insert into public.municipalities (code, kind, name, mrc_code, mrc_name, region, latitude, longitude, source)
       values ('15013', 'municipalité', 'La Malbaie', '150', 'Charlevoix-Est', 'Capitale-Nationale', 47.65, -70.15, 'Registre'),
         ('15035', 'municipalité', 'Saint-Siméon', '150', 'Charlevoix-Est', 'Capitale-Nationale', 47.84, -69.88, 'Registre'),
         ('23027', 'municipalité', 'Québec', null, null, 'Capitale-Nationale', 46.81, -71.21, 'Registre')`,
      );
      await engine.sql(
        `insert into public.quote_services (name, unit_price_cents, estimate_basis, estimate_kinds, estimate_margin)
       values ('Point', 6501, 'scene', '{visite-virtuelle}', 15), ('Route', 70, 'deplacement', '{visite-virtuelle}', 0),
         ('Secret', 777, null, '{visite-virtuelle}', 0), ('Sans genre', 888, 'projet', '{}', 0), ('Gratuit', 0, 'projet', '{autre}', 0)`,
      );
      equal(await callFor(engine, 'public_estimate'), null);
      equal(await callFor(engine, 'public_estimate', 'admin'), null);
      equal(JSON.stringify(await callFor(engine, 'estimate_preview', 'user')), 'null');
      const preview = (await callFor(engine, 'estimate_preview', 'reader')) as Row;
      await engine.sql('update public.estimate_settings set is_public = true');
      const estimate = (await callFor(engine, 'public_estimate')) as Row;
      deepEqual(estimate, preview);
      deepEqual(estimate.prices, [
        { name: 'Point', basis: 'scene', kinds: ['visite-virtuelle'], low_cents: 6501, high_cents: 7476 },
        { name: 'Route', basis: 'deplacement', kinds: ['visite-virtuelle'], low_cents: 70, high_cents: 70 },
      ]);
      deepEqual(
        (estimate.places as Row[]).map(({ code, low_km, high_km }) => [
          code,
          Number(low_km),
          Number(high_km),
        ]),
        [
          ['150', 320, 396],
          ['23', 0, 0],
        ],
      );
      equal(/777|Secret|888/.test(JSON.stringify(estimate)), false);
    },
  ),
  check('nothing else of the settings is told', async (engine) => {
    await engine.sql(
      "update public.sending_settings set verified_senders = array['cache@exemple.test'], daily_cap = 77",
    );
    for (const role of ['visitor', 'user', 'admin'] as const) {
      const text = JSON.stringify(await profile(engine, role));
      equal(/cache@|77|Organisme 0/.test(text), false, text);
    }
  }),
  check(
    'the map · published tours of towns that the register knows, at most three of a town',
    async (engine) => {
      await engine.sql(
        `insert into public.municipalities (code, kind, name, mrc_code, mrc_name, region, latitude, longitude, source)
       values ('15013', 'municipalité', 'La Malbaie', '150', 'Charlevoix-Est', 'Capitale-Nationale', 47.6, -70.1, 'Registre'),
         ('23027', 'municipalité', 'Québec', null, null, 'Capitale-Nationale', 46.8, -71.2, 'Registre')`,
      );
      await engine.sql(
        `insert into public.virtual_tours (title, slug, url, location, status)
       select 'Visite ' || n, 'visite-' || n, 'https://exemple.test/', place, state::public.tour_status from (values
         (1, 'La Malbaie, Capitale-Nationale', 'published'), (2, 'La Malbaie, Capitale-Nationale', 'published'),
         (3, 'La Malbaie, Capitale-Nationale', 'published'), (4, 'La Malbaie, Capitale-Nationale', 'published'),
         (5, 'Québec, Capitale-Nationale', 'published'), (6, 'Québec, Capitale-Nationale', 'draft'),
         (7, 'Ailleurs, Ontario', 'published'), (8, null, 'published')) as tours (n, place, state)`,
      );
      const places = (await callFor(engine, 'tour_places')) as Row[];
      deepEqual(
        places.map(({ town, mrc, mrc_name, count, tours }) => [
          town,
          mrc,
          mrc_name,
          count,
          (tours as Row[]).length,
        ]),
        [
          ['La Malbaie', '150', 'Charlevoix-Est', 4, 3],
          ['Québec', '23', 'Québec', 1, 1],
        ],
      );
      match(JSON.stringify(places), /visite-5/);
      equal(JSON.stringify(places).includes('visite-6'), false);
    },
  ),
];
