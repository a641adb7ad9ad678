import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { arranged, snapshot } from '../fixtures/tables.ts';

const incidents = rowFactoryOf('privacy_incidents');
const changes = rowFactoryOf('privacy_incident_changes');

const onIncidents = (name: string, rows: number[], run: (engine: Engine) => Promise<void>): Check => ({
  name: `attack · ${name}`,
  object: 'privacy_incidents',
  run: (engine) => arranged(engine, incidents, rows, () => run(engine)),
});

const pathOf = (engine: Engine, index: number) =>
  `/rest/v1/privacy_incidents?id=eq.${incidents.row(index, engine.people).id}`;

const correct = (engine: Engine, role: 'admin' | 'admin2', index: number, body: Row) =>
  engine.request(role, { method: 'PATCH', path: pathOf(engine, index), body });

const kept = async (engine: Engine) => (await snapshot(engine, incidents)).map(({ id }) => id).length;

/** The register of incidents (Loi 25): nothing goes before its time, nothing changes without a trace. */
export const attacksOnIncidents: Check[] = [
  onIncidents('an incident corrected · what it said stays, with who and when', [0, 1], async (engine) => {
    const [old] = [incidents.row(1, engine.people)];
    await correct(engine, 'admin2', 1, { people_count: 250, measures: 'Autres mesures' });
    await correct(engine, 'admin', 1, { people_count: 250 });
    const rows = await engine.sql(
      `select incident_id, before, recorded_by, created_at between now() - interval '1 minute' and now() as now
         from public.privacy_incident_changes`,
    );
    const before = { people_count: old?.people_count, measures: old?.measures };
    deepEqual(rows, [{ incident_id: old?.id, before, recorded_by: engine.people.admin2.id, now: true }]);
  }),
  onIncidents('the history of an incident rewritten · refused to all', [1], async (engine) => {
    await correct(engine, 'admin', 1, { people_count: 250 });
    const written = await snapshot(engine, changes);
    equal(written.length, 1);
    const path = '/rest/v1/privacy_incident_changes?id=not.is.null';
    for (const role of ['visitor', 'user', 'admin', 'service'] as const) {
      await engine.request(role, { method: 'DELETE', path });
      await engine.request(role, { method: 'PATCH', path, body: { before: {} } });
    }
    deepEqual(await snapshot(engine, changes), written);
  }),
  onIncidents('an incident dated back, then deleted · stays its five years', [0, 1], async (engine) => {
    const back = { occurred_on: '2010-01-01', occurred_until: null, known_on: '2010-01-02' };
    await correct(engine, 'admin', 1, back);
    await correct(engine, 'admin', 1, { kept_until: '2015-01-02' });
    await engine.request('admin', { method: 'DELETE', path: pathOf(engine, 1) });
    const [row] = await engine.sql(
      'select known_on::text, kept_until::text from public.privacy_incidents where id = $1',
      [incidents.row(1, engine.people).id],
    );
    deepEqual(row, { known_on: '2010-01-02', kept_until: '2031-03-12' });
    await engine.request('admin', { method: 'DELETE', path: pathOf(engine, 0) });
    equal(await kept(engine), 1);
  }),
  onIncidents('an incident known later than first written · is kept longer', [0], async (engine) => {
    await correct(engine, 'admin', 0, { known_on: '2026-01-02' });
    await engine.request('admin', { method: 'DELETE', path: pathOf(engine, 0) });
    equal(await kept(engine), 1);
  }),
  onIncidents(
    'an incident of five years ago to the day · deleted from the next day on',
    [0, 1],
    async (engine) => {
      const today = "(now() at time zone 'America/Toronto')::date";
      await engine.sql(`update public.privacy_incidents set kept_until = ${today}`);
      await engine.request('admin', { method: 'DELETE', path: '/rest/v1/privacy_incidents?id=not.is.null' });
      equal(await kept(engine), 2);
      await engine.sql(`update public.privacy_incidents set kept_until = ${today} - 1`);
      await engine.request('admin', { method: 'DELETE', path: pathOf(engine, 0) });
      equal(await kept(engine), 1);
    },
  ),
  onIncidents(
    'a copy of everything · administrators only, in the register before a row leaves',
    [],
    async (engine) => {
      const start = (role: 'visitor' | 'user' | 'service' | 'admin') =>
        engine.request(role, { method: 'POST', path: '/rest/v1/rpc/start_full_export', body: {} });
      for (const role of ['visitor', 'user', 'service'] as const) {
        equal((await start(role)).status >= 400, true, role);
      }
      deepEqual(await engine.sql('select * from public.privacy_register'), []);
      await engine.sql(
        `insert into public.contacts (name, company, city, region) values ('A', 'B', 'Percé', 'Gaspésie')`,
      );
      const counts = { contacts: 1, consent_events: 0, email_sends: 0, quotes: 0, prospects: 0 };
      deepEqual((await start('admin')).body, counts);
      deepEqual(
        await engine.sql('select kind, subject_hash, detail, recorded_by from public.privacy_register'),
        [{ kind: 'full_export', subject_hash: null, detail: counts, recorded_by: engine.people.admin.id }],
      );
    },
  ),
];
