import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { mustHoldNoRow } from '../fixtures/answers.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const table = rowFactoryOf('municipalities');

const town = (code: string, name: string, more: Row = {}): Row => ({
  ...{ code, kind: 'municipalité', name, region: 'Capitale-Nationale', latitude: null, longitude: null },
  ...more,
});
const malbaie = town('15013', 'La Malbaie', { mrc_code: '150', latitude: 47.652, longitude: -70.149 });
const clermont = town('15035', 'Clermont', { mrc_code: '150', latitude: 47.688, longitude: -70.229 });
const gaspe = town('03005', 'Gaspé', { latitude: 48.825, longitude: -64.476 });
const charlevoixEst = town('150', 'Charlevoix-Est', { kind: 'mrc' });
const charlevoix: Row[] = [malbaie, clermont, gaspe, charlevoixEst];

function send(
  engine: Engine,
  places: Row[],
  role: Role = 'admin',
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const body = { places, source: 'Registre', source_date: '2031-01-02', ...more };
  return engine.request(role, { method: 'POST', path: '/rest/v1/rpc/import_municipalities', body });
}

async function counts(answer: Promise<Answer>): Promise<unknown> {
  const { status, text, body } = await answer;
  equal(status, 200, text);
  const [row] = body as Row[];
  return [row?.added, row?.changed, row?.unchanged, row?.missing];
}

async function within(engine: Engine, radius_km: number, role: Role = 'service'): Promise<Answer> {
  const body = { latitude: 47.652, longitude: -70.149, radius_km };
  return engine.request(role, { method: 'POST', path: '/rest/v1/rpc/places_within', body });
}

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · municipalities · ${name}`,
    object: 'municipalities',
    run: (engine) => withRows(engine, table, [], () => run(engine)),
  };
}

/** Published great-circle distances in kilometres; airports by their published coordinates. */
const publishedDistances: [string, [number, number, number, number], number][] = [
  ['Montréal (YUL) – Québec (YQB)', [45.4706, -73.7408, 46.7911, -71.3933], 233],
  ['Montréal (YUL) – Toronto (YYZ)', [45.4706, -73.7408, 43.6772, -79.6306], 506],
  ['Montréal (YUL) – Vancouver (YVR)', [45.4706, -73.7408, 49.1939, -123.1844], 3684],
  ['Nashville (BNA) – Los Angeles (LAX)', [36.12, -86.67, 33.94, -118.4], 2886.4],
  ['Paris (CDG) – New York (JFK)', [49.0097, 2.5478, 40.6398, -73.7789], 5833],
  ['un degré de latitude', [46, -71, 47, -71], 111.195],
  ['sur place', [46.8, -71.2, 46.8, -71.2], 0],
  ['aux antipodes', [46, -71, -46, 109], 20015.1],
];

/** Every engine and mutant measures the distances; they are reported once. */
let isReported = false;

/** The register of municipalities: who writes it, all or nothing, and what stands around a point. */
export const attacksOnMunicipalities: Check[] = [
  check('import by a visitor or a signed-in user · refused, nothing enters', async (engine) => {
    await counts(send(engine, [malbaie]));
    const before = await snapshot(engine, table);
    for (const role of ['visitor', 'user'] as const) {
      for (const dry_run of [true, false]) {
        const answer = await send(engine, charlevoix, role, { dry_run });
        equal((answer.body as Row).code, '42501', answer.text);
        mustHoldNoRow(answer, role);
      }
      deepEqual(await snapshot(engine, table), before);
    }
    deepEqual(await counts(send(engine, charlevoix, 'service')), [3, 0, 1, 0]);
    equal((await snapshot(engine, table)).length, 4);
  }),
  check('import twice · the second changes nothing but the day of the comparison', async (engine) => {
    deepEqual(await counts(send(engine, charlevoix)), [4, 0, 0, 0]);
    const rows = () =>
      engine.sql<Row>(
        "select to_jsonb(m) - 'imported_at' as row from public.municipalities m order by code",
        [],
      );
    const before = await rows();
    deepEqual(await counts(send(engine, charlevoix)), [0, 0, 4, 0]);
    deepEqual(await rows(), before);
  }),
  check('« Aujourd’hui » asks about the register a year after its last comparison, once', async (engine) => {
    const asks = async () => {
      const answer = await engine.request('admin', {
        ...{ method: 'POST', path: '/rest/v1/rpc/today_items', body: {} },
      });
      return (answer.body as Row[]).filter(({ kind }) => kind === 'register').length;
    };
    // The shipped register is months old, yet counts as fresh on the day of installation.
    await counts(send(engine, charlevoix, 'admin', { source_date: '2020-06-01' }));
    equal(await asks(), 0);
    const age = (days: number) =>
      engine.sql('update public.municipalities set imported_at = now() - make_interval(days => $1)', [days]);
    await age(364);
    equal(await asks(), 0);
    await age(367);
    equal(await asks(), 1);
    // The register did not change upstream: the comparison still counts as done.
    deepEqual(await counts(send(engine, charlevoix, 'admin', { source_date: '2020-06-01' })), [0, 0, 4, 0]);
    equal(await asks(), 0);
  }),
  check('dry run · the same counts, nothing written', async (engine) => {
    await counts(send(engine, [malbaie, gaspe]));
    const before = await snapshot(engine, table);
    const next = [{ ...malbaie, population: 8100 }, clermont];
    deepEqual(await counts(send(engine, next, 'admin', { dry_run: true })), [1, 1, 0, 1]);
    deepEqual(await snapshot(engine, table), before);
    deepEqual(await counts(send(engine, next)), [1, 1, 0, 1]);
    const after = await snapshot(engine, table);
    deepEqual(after.map(({ code, population }) => [code, population]).sort(), [
      ['03005', null],
      ['15013', 8100],
      ['15035', null],
    ]);
  }),
  check('a register without coordinates · keeps those that are there', async (engine) => {
    await counts(send(engine, [malbaie]));
    const bare = { ...malbaie, latitude: null, longitude: null, phone: '418 555-0100' };
    deepEqual(await counts(send(engine, [bare])), [0, 1, 0, 0]);
    const [row] = await snapshot(engine, table);
    deepEqual([row?.latitude, row?.longitude, row?.phone], [47.652, -70.149, '418 555-0100']);
    deepEqual(await counts(send(engine, [{ ...bare, latitude: 47.7, longitude: -70.2 }])), [0, 1, 0, 0]);
    equal((await snapshot(engine, table))[0]?.latitude, 47.7);
  }),
  check('a single wrong row · nothing of the batch enters', async (engine) => {
    await counts(send(engine, [gaspe]));
    const before = await snapshot(engine, table);
    for (const wrong of [{ region: 'Ontario' }, { latitude: -70, longitude: 47 }, { code: '15' }]) {
      const answer = await send(engine, [malbaie, { ...clermont, ...wrong }]);
      equal((answer.body as Row).code, '23514', answer.text);
      deepEqual(await snapshot(engine, table), before);
    }
    const twice = await send(engine, [malbaie, malbaie]);
    equal((twice.body as Row).code, '21000', twice.text);
    deepEqual(await snapshot(engine, table), before);
    deepEqual(await counts(send(engine, [malbaie, clermont])), [2, 0, 0, 1]);
  }),
  check('the source and the date follow the last import', async (engine) => {
    await counts(send(engine, [malbaie]));
    await counts(send(engine, [malbaie], 'admin', { source: 'Registre 2', source_date: '2031-02-03' }));
    const [row] = await snapshot(engine, table);
    deepEqual([row?.source, row?.source_date], ['Registre 2', '2031-02-03']);
  }),
  check('around a point · the secret key alone, from the nearest to the farthest', async (engine) => {
    await counts(send(engine, charlevoix));
    for (const role of ['visitor', 'user', 'admin'] as const) {
      const answer = await within(engine, 500, role);
      equal((answer.body as Row).code, '42501', answer.text);
      mustHoldNoRow(answer, role);
    }
    const near = async (radius: number) => {
      const rows = (await within(engine, radius)).body as Row[];
      return rows.map(({ code, kind, distance_km }) => [
        code,
        kind,
        Math.round(Number(distance_km) * 10) / 10,
      ]);
    };
    const [first, second, third] = [
      ['15013', 'municipalité', 0],
      ['150', 'mrc', 3.6],
      ['15035', 'municipalité', 7.2],
    ];
    deepEqual(await near(0), [first]);
    deepEqual(await near(7.1), [first, second]);
    deepEqual(await near(7.3), [first, second, third]);
    deepEqual(await near(430), [first, second, third]);
    deepEqual((await near(500)).at(-1), ['03005', 'municipalité', 439.8]);
  }),
  check('around a point · an MRC at its own coordinates when it has some', async (engine) => {
    const seat = { latitude: clermont.latitude, longitude: clermont.longitude };
    await counts(send(engine, [malbaie, { ...charlevoixEst, ...seat }]));
    const rows = (await within(engine, 8)).body as Row[];
    deepEqual(
      rows.map(({ code, latitude, longitude }) => [code, latitude, longitude]),
      [
        ['15013', malbaie.latitude, malbaie.longitude],
        ['150', clermont.latitude, clermont.longitude],
      ],
    );
  }),
  check('distances · those published, within half a per cent', async (engine) => {
    const lines: string[] = [];
    for (const [pair, points, expected] of publishedDistances) {
      const [row] = await engine.sql('select private.distance_km($1, $2, $3, $4) as km', points);
      const km = Number(row?.km);
      const line = `${pair} ${km.toFixed(1)} km (published ${expected})`;
      lines.push(line);
      ok(Math.abs(km - expected) <= Math.max(0.05, expected * 0.005), line);
    }
    if (!isReported) console.log(`distances: ${lines.join('; ')}`);
    isReported = true;
  }),
  check('search key · accents, case, hyphens and « St » do not count', async (engine) => {
    for (const [name, key] of [
      ['Saint-Félicien', 'saint felicien'],
      ['ST  felicien', 'saint felicien'],
      ['Ste-Anne-des-Monts', 'sainte anne des monts'],
      ["L'Anse-Saint-Jean", 'l anse saint jean'],
      ['Sacré-Cœur', 'sacre coeur'],
      ['ŒUVRE', 'oeuvre'],
      ['Gaspésie–Îles', 'gaspesie iles'],
      ['Stoneham', 'stoneham'],
    ]) {
      const [row] = await engine.sql('select private.place_key($1) as key', [name]);
      equal(row?.key, key);
    }
  }),
  check('what the register lists no more · stays, is told apart, and may come back', async (engine) => {
    await counts(send(engine, charlevoix));
    const gone = async () =>
      (await snapshot(engine, table))
        .filter(({ gone_on }) => gone_on)
        .map(({ code, gone_on }) => [code, gone_on]);
    // A file with fewer places than would disappear is a partial register, so no other place is marked as
    // gone.
    deepEqual(await counts(send(engine, [malbaie])), [0, 0, 1, 2]);
    deepEqual(await gone(), []);
    deepEqual(await counts(send(engine, [malbaie, clermont])), [0, 0, 2, 1]);
    deepEqual(await gone(), [['03005', '2031-01-02']]);
    const near = (await within(engine, 500)).body as Row[];
    ok(near.every(({ code }) => code !== '03005'));
    deepEqual(await counts(send(engine, charlevoix)), [0, 1, 3, 0]);
    deepEqual(await gone(), []);
  }),
  check('no coordinates · at the centre of its MRC, which says so, until better come', async (engine) => {
    const lost = town('15058', 'Notre-Dame-des-Monts', { mrc_code: '150' });
    const centre = { ...charlevoixEst, latitude: 47.8, longitude: -70.3 };
    const where = async () =>
      (await snapshot(engine, table))
        .filter(({ code }) => code === '15058' || code === '15013')
        .map(({ code, latitude, longitude, approximate }) => [code, latitude, longitude, approximate])
        .sort();
    await counts(send(engine, [malbaie, lost, centre]));
    const exact = ['15013', malbaie.latitude, malbaie.longitude, false];
    deepEqual(await where(), [exact, ['15058', 47.8, -70.3, true]]);
    // The register is imported again without the file of coordinates.
    const bare = { latitude: null, longitude: null };
    await counts(send(engine, [{ ...malbaie, ...bare }, lost, { ...centre, ...bare }]));
    deepEqual(await where(), [exact, ['15058', 47.8, -70.3, true]]);
    await counts(send(engine, [malbaie, { ...lost, latitude: 47.66, longitude: -70.38 }]));
    deepEqual(await where(), [exact, ['15058', 47.66, -70.38, false]]);
  }),
  check('an MRC without its file · keeps how to write to it', async (engine) => {
    await counts(send(engine, [malbaie, { ...charlevoixEst, official_email: 'info@mrc.example' }]));
    deepEqual(await counts(send(engine, [malbaie, charlevoixEst])), [0, 0, 2, 0]);
    const row = (await snapshot(engine, table)).find(({ code }) => code === '150');
    equal(row?.official_email, 'info@mrc.example');
  }),
  check('the municipality of a town · by name and region, never of two', async (engine) => {
    const estrie = { region: 'Estrie' };
    await counts(
      send(engine, [
        ...charlevoix,
        town('45050', 'Stanstead', { ...estrie, population: 1000 }),
        town('45008', 'Stanstead', { ...estrie, population: 2800 }),
        town('45900', 'La Malbaie', { ...estrie, population: 10 }),
        town('99095', 'Kuujjuaq', { region: 'Nord-du-Québec', population: 2700 }),
        town('99893', 'Kuujjuaq', { region: 'Nord-du-Québec', population: 0 }),
      ]),
    );
    for (const [name, region, expected] of [
      ['la malbaie', 'Capitale-Nationale (03)', '15013'],
      ['La Malbaie', 'estrie', '45900'],
      ['La Malbaie', 'Charlevoix', null],
      ['Stanstead', 'Estrie (05)', null],
      ['KUUJJUAQ', '10', '99095'],
      ['Percé', 'Gaspésie', null],
      ['', '', null],
    ]) {
      const [row] = await engine.sql('select private.municipality_of($1, $2) as code', [name, region]);
      equal(row?.code, expected, `${name}, ${region}`);
    }
  }),
  check('a contact and a trip · town and region spelled once, the municipality known', async (engine) => {
    const typed = { city: 'la malbaie', region: 'Capitale nationale (03)' };
    const insert = (path: string, row: Row) =>
      engine.request('admin', {
        method: 'POST',
        path: `/rest/v1/${path}`,
        body: { user_id: engine.people.admin.id, ...row },
      });
    await insert('contacts', { name: 'A', company: 'B', ...typed });
    await insert('trip_plans', { ...typed, start_date: '2031-01-02', end_date: '2031-01-02' });
    const contact = async () =>
      (
        await engine.sql(
          'select city, region, municipality_code as code, updated_at from public.contacts',
          [],
        )
      )[0];
    const before = await contact();
    deepEqual([before?.city, before?.region, before?.code], ['la malbaie', 'Capitale-Nationale', null]);
    const [trip] = await engine.sql('select region from public.trip_plans', []);
    equal(trip?.region, 'Capitale-Nationale');
    // The request of this contact gets the same place; another request does not.
    await engine.sql(
      `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type, contact_id)
       select 'Ville', 'Ada', 'a' || i || '@exemple.test', 'ville', 'street-view',
         case i when 1 then (select id from public.contacts where name = 'A') end
       from generate_series(1, 2) as i`,
      [],
    );
    // The register is imported after the contacts: it links them to places and does not count as an edit.
    await counts(send(engine, charlevoix));
    deepEqual(await contact(), { ...before, code: '15013' });
    const page = await engine.request('reader', {
      method: 'POST',
      path: '/rest/v1/rpc/municipality_page',
      body: { municipality_code: '15013' },
    });
    const { contacts, trips, requests } = page.body as Record<'contacts' | 'trips' | 'requests', Row[]>;
    deepEqual([contacts.length, trips.length, requests.length], [1, 1, 1], page.text);
    const mrc = await engine.request('admin', {
      method: 'POST',
      path: '/rest/v1/rpc/municipality_page',
      body: { municipality_code: '150' },
    });
    equal((mrc.body as { contacts: Row[] }).contacts.length, 1);
    // A caller outside the team gets an empty answer, whether the place exists or not.
    for (const role of ['visitor', 'user'] as const) {
      for (const call of ['municipality_page', 'municipality_relations']) {
        const body = call === 'municipality_page' ? { municipality_code: '15013' } : {};
        const answer = await engine.request(role, { method: 'POST', path: `/rest/v1/rpc/${call}`, body });
        ok(!answer.text.includes('Malbaie') && !answer.text.includes('15013'), answer.text);
      }
    }
    await engine.request('admin', {
      method: 'PATCH',
      path: '/rest/v1/contacts?name=eq.A',
      body: { city: 'Ailleurs' },
    });
    equal((await contact())?.code, null);
  }),
  check('a region · by name, number or both, else as it was written', async (engine) => {
    for (const [written, expected] of [
      ['Estrie (05)', 'Estrie'],
      ['05', 'Estrie'],
      ['MONTEREGIE', 'Montérégie'],
      ['Gaspésie--Îles-de-la-Madeleine (11)', 'Gaspésie–Îles-de-la-Madeleine'],
      ['Saguenay-Lac-St-Jean', 'Saguenay–Lac-Saint-Jean'],
      ['Charlevoix 3', 'Charlevoix 3'],
      ['18', '18'],
      ['', ''],
    ]) {
      const [row] = await engine.sql('select private.region_name($1) as name', [written]);
      equal(row?.name, expected);
    }
  }),
  check('hostile values · a formula, HTML and an injection stay text', async (engine) => {
    const hostile = `'); drop table public.municipalities; --<script>`;
    await counts(send(engine, [{ ...malbaie, name: hostile }]));
    match(String((await snapshot(engine, table))[0]?.name), /drop table.*<script>/);
    const answer = await send(engine, [{ ...clermont, website: 'javascript:alert(1)' }]);
    equal((answer.body as Row).code, '23514', answer.text);
  }),
];
