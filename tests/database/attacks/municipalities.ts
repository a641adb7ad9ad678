import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { mustHoldNoRow } from '../fixtures/answers.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { arranged, snapshot } from '../fixtures/tables.ts';

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
    run: (engine) => arranged(engine, table, [], () => run(engine)),
  };
}

/** Published great-circle distances in kilometres; airports by their published coordinates. */
const published: [string, [number, number, number, number], number][] = [
  ['Montréal (YUL) – Québec (YQB)', [45.4706, -73.7408, 46.7911, -71.3933], 233],
  ['Montréal (YUL) – Toronto (YYZ)', [45.4706, -73.7408, 43.6772, -79.6306], 506],
  ['Montréal (YUL) – Vancouver (YVR)', [45.4706, -73.7408, 49.1939, -123.1844], 3684],
  ['Nashville (BNA) – Los Angeles (LAX)', [36.12, -86.67, 33.94, -118.4], 2886.4],
  ['Paris (CDG) – New York (JFK)', [49.0097, 2.5478, 40.6398, -73.7789], 5833],
  ['un degré de latitude', [46, -71, 47, -71], 111.195],
  ['sur place', [46.8, -71.2, 46.8, -71.2], 0],
  ['aux antipodes', [46, -71, -46, 109], 20015.1],
];

/** Each engine and mutation measures again; one report is enough. */
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
  check('import twice · the second changes nothing', async (engine) => {
    deepEqual(await counts(send(engine, charlevoix)), [4, 0, 0, 0]);
    const rows = () => engine.sql('select * from public.municipalities order by code', []);
    const before = await rows();
    deepEqual(await counts(send(engine, charlevoix)), [0, 0, 4, 0]);
    deepEqual(await rows(), before);
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
    for (const [pair, points, expected] of published) {
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
  check('hostile values · a formula, HTML and an injection stay text', async (engine) => {
    const hostile = `'); drop table public.municipalities; --<script>`;
    await counts(send(engine, [{ ...malbaie, name: hostile }]));
    match(String((await snapshot(engine, table))[0]?.name), /drop table.*<script>/);
    const answer = await send(engine, [{ ...clermont, website: 'javascript:alert(1)' }]);
    equal((answer.body as Row).code, '23514', answer.text);
  }),
];
