import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { outsiders } from '../fixtures/answers.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { withRows } from '../fixtures/tables.ts';

const trips = rowFactoryOf('trip_plans');
const contact = (n: number) => `000000d${n}-0000-4000-8000-000000000000`;

const call = (engine: Engine, name: string, body: object, role: Role = 'admin'): Promise<Answer> =>
  engine.request(role, { method: 'POST', path: `/rest/v1/rpc/${name}`, body });

/** A trip to Amqui, whose prospect became a contact, among contacts near and far; and a town that is a client. */
async function plantTrip(engine: Engine): Promise<string> {
  const id = String(trips.row(0, engine.people).id);
  await engine.sql(`
    insert into public.municipalities (code, kind, name, mrc_code, mrc_name, region, latitude, longitude, source,
      official_email, phone, website, source_date) values
      ('07047', 'municipalité', 'Amqui', '070', 'La Matapédia', 'Bas-Saint-Laurent', 48.46, -67.43, 'Registre',
        'info@amqui.test', '418 555-0170', 'https://amqui.test/', '2026-06-01'),
      ('07018', 'municipalité', 'Causapscal', '070', 'La Matapédia', 'Bas-Saint-Laurent', 48.36, -67.22, 'Registre', null, null, null, null),
      ('96020', 'municipalité', 'Baie-Comeau', '960', 'Manicouagan', 'Côte-Nord', 49.22, -68.15, 'Registre', null, null, null, null)`);
  await engine.sql(
    `update public.trip_plans set city = 'Amqui', region = 'Bas-Saint-Laurent', municipality_code = '07047', latitude = 48.46,
       longitude = -67.43, radius_km = 40 where id = $1`,
    [id],
  );
  await engine.sql(
    `insert into public.contacts (id, name, company, city, region, status, sector) values
      ($1, 'Greffe', 'Ville d’Amqui', 'Amqui', 'Bas-Saint-Laurent', 'nouveau', 'municipalité'),
      ($2, 'Ada', 'Motel', 'Amqui', 'Bas-Saint-Laurent', 'nouveau', 'hôtellerie'),
      ($3, 'Line', 'Ville de Causapscal', 'Causapscal', 'Bas-Saint-Laurent', 'partenaire', 'municipalité'),
      ($4, 'Guy', 'Ville de Baie-Comeau', 'Baie-Comeau', 'Côte-Nord', 'nouveau', 'municipalité')`,
    [1, 2, 3, 4].map(contact),
  );
  await engine.sql(
    `insert into public.suggested_prospects (trip_plan_id, company, city, region, status, contact_id, latitude, longitude, crossing)
     values ($1, 'Motel', 'Amqui', 'Bas-Saint-Laurent', 'accepted', $2, 48.5, -67.4, 'autre rive')`,
    [id, contact(2)],
  );
  return id;
}

function check(name: string, run: (engine: Engine, tripId: string) => Promise<void>): Check {
  return {
    name: `attack · trip sheets · ${name}`,
    object: 'trip_plans',
    run: (engine) => withRows(engine, trips, [0], async () => run(engine, await plantTrip(engine))),
  };
}

type Sheet = { trip: Row; stops: Row[]; others: Row[] } | null;
const sheet = async (engine: Engine, trip_id: string, role: Role = 'admin') =>
  (await call(engine, 'trip_sheet', { trip_id }, role)).body as Sheet;
const ids = (rows: Row[] | undefined) => rows?.map(({ id }) => id);

const setStops = (engine: Engine, tripId: string, stop_ids: string[], role: Role = 'admin') =>
  engine.request(role, { method: 'PATCH', path: `/rest/v1/trip_plans?id=eq.${tripId}`, body: { stop_ids } });

/** The stops of a trip, what stands around it, and what a contact is completed with. */
export const attacksOnTripSheets: Check[] = [
  check(
    'members read the stops in order and who is near; nobody else learns anything',
    async (engine, id) => {
      deepEqual(ids((await sheet(engine, id, 'reader'))?.others), [contact(1), contact(2), contact(3)]);
      equal((await setStops(engine, id, [contact(3), contact(2)])).status, 204);
      const read = await sheet(engine, id, 'reader');
      deepEqual(ids(read?.stops), [contact(3), contact(2)]);
      deepEqual(ids(read?.others), [contact(1)]);
      const [line, motel] = read?.stops ?? [];
      deepEqual([line?.is_of_town, line?.shore, line?.is_accepted], [true, 'sud', false]);
      deepEqual(
        [motel?.latitude, motel?.is_of_town, motel?.crossing, motel?.is_accepted],
        [48.5, false, 'autre rive', true],
      );
      for (const role of outsiders) {
        const answer = await call(engine, 'trip_sheet', { trip_id: id }, role);
        ok(!answer.text.includes('Amqui'), answer.text);
      }
      equal(await sheet(engine, contact(9)), null);
    },
  ),
  check(
    'a reader orders nothing; the order is no edit of the form; who is gone is no stop',
    async (engine, id) => {
      const [before] = await engine.sql('select updated_at from public.trip_plans where id = $1', [id]);
      await setStops(engine, id, [contact(1)], 'reader');
      deepEqual((await sheet(engine, id))?.stops, []);
      await setStops(engine, id, [contact(1), contact(9), contact(2)]);
      deepEqual(ids((await sheet(engine, id))?.stops), [contact(1), contact(2)]);
      const [after] = await engine.sql('select updated_at from public.trip_plans where id = $1', [id]);
      deepEqual(after, before);
    },
  ),
  check(
    'a stop that was united with another contact is the one that stays, once, for good, in the trash too',
    async (engine, id) => {
      await setStops(engine, id, [contact(2), contact(1), contact(3)]);
      const away = String(trips.row(1, engine.people).id);
      await engine.sql(
        `insert into public.trip_plans select (jsonb_populate_record(t, jsonb_build_object('id', $2::text))).*
         from public.trip_plans as t where t.id = $1`,
        [id, away],
      );
      equal((await call(engine, 'move_to_trash', { kind: 'trip_plans', ids: [away] })).status, 200);
      for (const [kept, merged] of [
        [contact(4), contact(2)],
        [contact(3), contact(4)],
      ]) {
        const answer = await call(engine, 'merge_contacts', { kept, merged });
        equal(answer.status, 204, answer.text);
      }
      await engine.sql(`delete from public.trash where kind = 'contacts'`);
      equal((await call(engine, 'restore_from_trash', { ids: [away] })).status, 200);
      for (const trip of [id, away])
        deepEqual(ids((await sheet(engine, trip))?.stops), [contact(3), contact(1)]);
    },
  ),
  check('a point of the map is kept when no place of the register is named', async (engine) => {
    const trip = {
      ...{
        city: 'Lac-Casault',
        region: 'Bas-Saint-Laurent',
        start_date: '2031-05-01',
        end_date: '2031-05-02',
      },
      ...{
        job_type: 'photo',
        status: 'confirmé',
        radius_km: 75,
        tag_ids: [],
        latitude: 48.2,
        longitude: -67.1,
      },
    };
    const place = async (more: object) => {
      const { body, text } = await call(engine, 'save_trip_plan', { ...trip, ...more });
      const [row] = await engine.sql(
        'select municipality_code, latitude, longitude from public.trip_plans where id::text = $1',
        [body],
      );
      ok(row, text);
      return Object.values(row);
    };
    deepEqual(await place({}), [null, 48.2, -67.1]);
    deepEqual(await place({ municipality_code: '07047' }), ['07047', 48.46, -67.43]);
  }),
  check(
    'around a point: clients and published tours, for members and the functions alone',
    async (engine) => {
      await engine.sql(`insert into public.virtual_tours (title, slug, url, location, status) values
      ('Le pont', 'le-pont', 'https://visites.test/', 'Amqui, Bas-Saint-Laurent', 'published'),
      ('Brouillon', 'brouillon', 'https://visites.test/', 'Amqui, Bas-Saint-Laurent', 'draft')`);
      const around = async (role: Role, radius_km = 50) =>
        (await call(engine, 'studio_around', { latitude: 48.46, longitude: -67.43, radius_km }, role))
          .body as {
          clients: Row[];
          tours: Row[];
        };
      for (const role of ['reader', 'service'] as const) {
        const { clients, tours } = await around(role);
        deepEqual(
          [clients.map(({ name }) => name), tours.map(({ title }) => title)],
          [['Causapscal'], ['Le pont']],
        );
      }
      deepEqual((await around('service', 5)).clients, []);
      deepEqual(await around('user'), { clients: [], tours: [] });
      equal(
        (await call(engine, 'studio_around', { latitude: 0, longitude: 0, radius_km: 1 }, 'visitor')).status,
        401,
      );
    },
  ),
  check('the shore of a place, by its code', async (engine) => {
    for (const [code, shore] of [
      ...[
        ['07047', 'sud'],
        ['96020', 'nord'],
        ['01023', 'îles'],
        ['99095', 'sans route'],
        ['98020', 'sans route'],
      ],
      ...[
        ['98040', 'nord'],
        ['25213', 'sud'],
        ['23027', 'nord'],
        ['66023', 'nord'],
        ['070', 'sud'],
        ['982', 'sans route'],
      ],
    ] as [string, string][]) {
      const [row] = await engine.sql('select private.shore_of($1) as shore', [code]);
      equal(row?.shore, shore, code);
    }
  }),
  check(
    'completing a contact · fills what is empty, with its source, and keeps what stands',
    async (engine) => {
      await engine.sql(`update public.contacts set phone = '418 555-0199' where id = $1`, [contact(1)]);
      const answer = await call(engine, 'complete_contact', { contact_id: contact(1) });
      deepEqual(answer.body, ['email', 'website'], answer.text);
      const [row] = await engine.sql('select email, phone, website from public.contacts where id = $1', [
        contact(1),
      ]);
      deepEqual(row, { email: 'info@amqui.test', phone: '418 555-0199', website: 'https://amqui.test/' });
      const [proof] = await engine.sql(
        `select basis, source_url like '%donneesquebec%' as is_register, occurred_at::date::text as day
         from public.consent_events where contact_id = $1`,
        [contact(1)],
      );
      deepEqual([proof?.basis, proof?.is_register], ['published', true]);
      const [note] = await engine.sql('select body from public.contact_activities where contact_id = $1', [
        contact(1),
      ]);
      ok(/info@amqui\.test.*amqui\.test.*donneesquebec/s.test(String(note?.body)), String(note?.body));
      deepEqual((await call(engine, 'complete_contact', { contact_id: contact(1) })).body, []);
    },
  ),
  check(
    'completing a contact · an address of somebody else is left out; a refusal holds for the new address',
    async (engine) => {
      const found = {
        email: 'ada@motel.test',
        source_url: 'https://motel.test/',
        found_at: '2026-11-01T12:00:00Z',
      };
      await engine.sql(`update public.contacts set email = 'Ada@motel.test' where id = $1`, [contact(3)]);
      deepEqual(
        (await call(engine, 'complete_contact', { contact_id: contact(2), details: found })).body,
        [],
      );
      await engine.sql(
        `insert into public.consent_events (contact_id, email, basis, occurred_at) values ($1, 'vieux@motel.test', 'withdrawn', now())`,
        [contact(2)],
      );
      const other = { ...found, email: 'accueil@motel.test' };
      deepEqual((await call(engine, 'complete_contact', { contact_id: contact(2), details: other })).body, [
        'email',
      ]);
      const [state] = await engine.sql('select basis from public.consent_events where email = $1', [
        'accueil@motel.test',
      ]);
      equal(state?.basis, 'withdrawn');
    },
  ),
  check('completing a contact · nobody but administrators, and nothing hostile', async (engine) => {
    for (const role of [...outsiders, 'reader'] as Role[]) {
      const answer = await call(engine, 'complete_contact', { contact_id: contact(1) }, role);
      ok(answer.status >= 400, `${role}: ${answer.text}`);
    }
    const hostile = { website: 'javascript:alert(1)', source_url: 'https://motel.test/' };
    equal((await call(engine, 'complete_contact', { contact_id: contact(2), details: hostile })).status, 400);
    const [row] = await engine.sql('select count(*)::int as count from public.consent_events', []);
    equal(row?.count, 0);
    equal((await call(engine, 'complete_contact', { contact_id: contact(9) })).status, 404);
  }),
];
