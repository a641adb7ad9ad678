import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Check, Engine, Row } from '../../engines/engine.ts';
import { succeed } from '../../fixtures/calls.ts';
import { rowFactoryOf } from '../../fixtures/rows/row-factories.ts';
import { withRows } from '../../fixtures/tables.ts';

const photos = rowFactoryOf('trip_photos');
const idsOf = (engine: Engine, table: string) =>
  [0, 1, 2].map((index) => String(rowFactoryOf(table).row(index, engine.people).id));
const contactsOf = async (engine: Engine) =>
  (await engine.sql('select contact_id from public.trip_photos order by id', [])).map(
    ({ contact_id }) => contact_id,
  );

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · trip photos · ${name}`,
    object: 'trip_photos',
    run: (engine) => withRows(engine, photos, [0, 1, 2], () => run(engine)),
  };
}

/** Photos of stops: their files, and what becomes of them when a contact is merged, deleted or erased. */
export const attacks: Check[] = [
  check('a file that no photo names goes after a day, never one of the trash', async (engine) => {
    const ids = idsOf(engine, 'trip_photos');
    const stray = 'd0000000-0000-4000-8000-000000000001';
    const early = 'd0000000-0000-4000-8000-000000000002';
    try {
      for (const [id, age] of [...ids.map((one) => [one, '9 days']), [stray, '2 days'], [early, '23 hours']])
        await engine.sql(
          "insert into storage.objects (bucket_id, name, created_at) values ('trip-photos', $1, now() - $2::interval)",
          [`${id}.jpg`, age],
        );
      const unused = async () =>
        (await succeed<string[]>(engine, 'service', 'unused_trip_photo_files')).sort();
      deepEqual(await unused(), [`${stray}.jpg`]);
      await succeed(engine, 'admin', 'move_to_trash', {
        kind: 'trip_plans',
        ids: [idsOf(engine, 'trip_plans')[0]],
      });
      equal((await contactsOf(engine)).length, 2);
      deepEqual(await unused(), [`${stray}.jpg`]);
      await succeed(engine, 'admin', 'erase_person', { contact: idsOf(engine, 'contacts')[0] });
      await succeed(engine, 'admin', 'erase_person', { contact: idsOf(engine, 'contacts')[1] });
      deepEqual(await unused(), [`${ids[0]}.jpg`, `${ids[1]}.jpg`, `${stray}.jpg`].sort());
    } finally {
      await engine.sql("delete from storage.objects where bucket_id = 'trip-photos'", []);
    }
  }),
  check('a person reads of theirs, and nothing of another', async (engine) => {
    const copy = await succeed<{ trip_photos: Row[] }>(engine, 'admin', 'export_person', {
      contact: idsOf(engine, 'contacts')[1],
    });
    deepEqual(
      copy.trip_photos.map(({ id }) => id),
      [idsOf(engine, 'trip_photos')[1]],
    );
  }),
  check(
    'photos and exchanges that arrive after a merge are those of the contact that stays',
    async (engine) => {
      const [first, second, third] = idsOf(engine, 'contacts');
      await succeed(engine, 'admin', 'merge_contacts', { kept: second, merged: first });
      await succeed(engine, 'admin', 'merge_contacts', { kept: third, merged: second });
      deepEqual(await contactsOf(engine), [third, third, third]);
      const recorded_by = engine.people.admin.id;
      const send = (table: string, row: Row) =>
        engine.request('admin', {
          ...{ method: 'POST', path: `/rest/v1/${table}` },
          body: { contact_id: first, recorded_by, ...row },
        });
      const late = { trip_plan_id: idsOf(engine, 'trip_plans')[0], taken_at: '2031-01-01T12:00:00Z' };
      const sent = [
        await send('trip_photos', late),
        await send('contact_activities', { kind: 'appel', body: 'Noté sur la route' }),
      ];
      for (const { status, text } of sent) ok(status < 300, text);
      deepEqual(await contactsOf(engine), [third, third, third, third]);
      deepEqual(
        await engine.sql(
          "select contact_id from public.contact_activities where body = 'Noté sur la route'",
          [],
        ),
        [{ contact_id: third }],
      );
    },
  ),
];
