import { deepEqual, equal, match } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { mustHoldNoRow, outsiders } from '../fixtures/answers.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { plant, plantParents, snapshot, withRows } from '../fixtures/tables.ts';

const trips = rowFactoryOf('trip_plans');
const links = rowFactoryOf('trip_plan_tags');
const tags = rowFactoryOf('tags');
const prospects = rowFactoryOf('suggested_prospects');
const nowhere = 'f0000000-0000-4000-8000-000000000000';

const tagIds = (engine: Engine, ...indexes: number[]) =>
  indexes.map((index) => tags.row(index, engine.people).id);
const tripId = (engine: Engine, index = 0) => trips.row(index, engine.people).id;

function saveTrip(engine: Engine, change: Row = {}, role: Role = 'admin'): Promise<Answer> {
  const body = {
    ...{ city: 'La Malbaie', region: 'Capitale-Nationale', start_date: '2031-05-01', end_date: '2031-05-02' },
    ...{ job_type: 'photo', status: 'confirmé', radius_km: 75, tag_ids: tagIds(engine, 0, 2) },
    ...change,
  };
  return engine.request(role, { method: 'POST', path: '/rest/v1/rpc/save_trip_plan', body });
}

async function readEverything(engine: Engine): Promise<unknown> {
  return [await snapshot(engine, trips), await snapshot(engine, links)];
}

async function linkedTypes(engine: Engine, trip: unknown): Promise<unknown[]> {
  const rows = await snapshot(engine, links);
  return rows.filter(({ trip_plan_id }) => trip_plan_id === trip).map(({ tag_id }) => tag_id);
}

/** Reads the trip's `updated_at`, which the form sends back. */
async function readAt(engine: Engine, index = 0): Promise<unknown> {
  const path = `/rest/v1/trip_plans?select=updated_at&id=eq.${tripId(engine, index)}`;
  const answer = await engine.request('admin', { path });
  return (answer.body as Row[])[0]?.updated_at;
}

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · trips · ${name}`,
    object: 'trip_plans',
    run: (engine) =>
      withRows(engine, trips, [0, 1], async () => {
        for (const index of [0, 1, 2]) await plant(engine, tags, tags.row(index, engine.people));
        await plant(engine, links, links.row(0, engine.people));
        await plant(engine, links, links.row(1, engine.people));
        await run(engine);
      }),
  };
}

/** Attacks on saving a trip with its types: permissions, atomicity and concurrent edits. */
export const attacksOnTrips: Check[] = [
  ...outsiders.map((role) =>
    check(
      `save · ${role === 'user' ? 'signed-in user' : 'visitor'} · refused, nothing changes`,
      async (engine) => {
        const before = await readEverything(engine);
        for (const trip_plan_id of [undefined, tripId(engine)]) {
          mustHoldNoRow(await saveTrip(engine, { trip_plan_id, read_at: await readAt(engine) }, role), role);
          deepEqual(await readEverything(engine), before);
        }
        equal((await saveTrip(engine)).status, 200);
      },
    ),
  ),
  check(
    "create · in the name of whoever saves, with its types and the register's coordinates",
    async (engine) => {
      const place = rowFactoryOf('municipalities').row(2, engine.people);
      const answer = await saveTrip(engine, { municipality_code: place.code }, 'admin2');
      equal(answer.status, 200, answer.text);
      const row = (await snapshot(engine, trips)).find(({ id }) => id === answer.body);
      deepEqual([row?.user_id, row?.city, row?.radius_km], [engine.people.admin2.id, 'La Malbaie', 75]);
      deepEqual([row?.latitude, row?.longitude], [place.latitude, place.longitude]);
      deepEqual((await linkedTypes(engine, answer.body)).sort(), tagIds(engine, 0, 2).sort());
    },
  ),
  check('edit · replaces the types, keeps the author, touches no other', async (engine) => {
    const id = tripId(engine);
    const [bystander] = [await linkedTypes(engine, tripId(engine, 1))];
    const answer = await saveTrip(
      engine,
      { trip_plan_id: id, read_at: await readAt(engine), tag_ids: [...tagIds(engine, 2), nowhere] },
      'admin2',
    );
    equal(answer.status, 200, answer.text);
    const rows = await snapshot(engine, trips);
    const saved = rows.find((row) => row.id === id);
    deepEqual([saved?.city, saved?.user_id], ['La Malbaie', engine.people.admin.id]);
    deepEqual([saved?.municipality_code, saved?.latitude, saved?.longitude], [null, null, null]);
    deepEqual(await linkedTypes(engine, id), tagIds(engine, 2));
    deepEqual(await linkedTypes(engine, tripId(engine, 1)), bystander);
    equal(rows.find((row) => row.id === tripId(engine, 1))?.city, 'Ville 1');
  }),
  check(
    'an end before the start, an unknown radius or place · nothing changes, nor do the types',
    async (engine) => {
      const before = await readEverything(engine);
      for (const [change, code] of [
        [{ end_date: '2031-04-30' }, '23514'],
        [{ radius_km: 501 }, '23514'],
        [{ municipality_code: '99999' }, '23503'],
        [{ city: null }, '23502'],
      ] as const) {
        for (const trip_plan_id of [undefined, tripId(engine)]) {
          const answer = await saveTrip(engine, {
            ...change,
            trip_plan_id,
            read_at: await readAt(engine),
            tag_ids: [],
          });
          equal((answer.body as Row).code, code, answer.text);
          deepEqual(await readEverything(engine), before);
        }
      }
    },
  ),
  check('changed meanwhile · 409, nothing changes, and the date of the last version', async (engine) => {
    const change = { trip_plan_id: tripId(engine), read_at: await readAt(engine) };
    equal((await saveTrip(engine, change)).status, 200);
    const before = await readEverything(engine);
    for (const late of [change, { ...change, read_at: null }]) {
      const answer = await saveTrip(engine, { ...late, city: 'Trop tard' }, 'admin2');
      equal(answer.status, 409, answer.text);
      equal(
        new Date(String((answer.body as Row).details)).getTime(),
        new Date(String(await readAt(engine))).getTime(),
      );
      deepEqual(await readEverything(engine), before);
    }
    const answer = await saveTrip(engine, { ...change, read_at: await readAt(engine) });
    equal(answer.status, 200, answer.text);
  }),
  check('deleted meanwhile · 404, nothing comes back', async (engine) => {
    const before = await readEverything(engine);
    const answer = await saveTrip(engine, { trip_plan_id: nowhere, read_at: await readAt(engine) });
    equal(answer.status, 404, answer.text);
    match(answer.text, /n'existe plus/);
    deepEqual(await readEverything(engine), before);
  }),
  check('what each trip brought · administrators alone see it', async (engine) => {
    await plantParents(engine, prospects);
    for (const index of [0, 1, 2]) {
      const row = {
        ...prospects.row(index, engine.people),
        trip_plan_id: tripId(engine, index === 2 ? 1 : index),
      };
      await plant(engine, prospects, row);
    }
    const ask = (role: Role) =>
      engine.request(role, { method: 'POST', path: '/rest/v1/rpc/trip_plan_counts', body: {} });
    for (const role of outsiders) mustHoldNoRow(await ask(role), role);
    const rows = (await ask('admin')).body as Row[];
    deepEqual(rows.map((row) => [row.trip_plan_id, row.prospects, row.pending, row.contacts]).sort(), [
      [tripId(engine, 0), 1, 1, 0],
      [tripId(engine, 1), 2, 0, 1],
    ]);
  }),
];
