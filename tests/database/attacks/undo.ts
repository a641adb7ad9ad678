import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const quotes = rowFactoryOf('quote_requests');
const contacts = rowFactoryOf('contacts');
const tours = rowFactoryOf('virtual_tours');
const events = rowFactoryOf('contact_events');

const undo = (engine: Engine, role: Role, kind: string, given: string, before: unknown) =>
  engine.request(role, { method: 'POST', path: '/rest/v1/rpc/undo_status', body: { kind, given, before } });

const patch = (engine: Engine, table: string, id: unknown, status: string) =>
  engine.request('admin', { method: 'PATCH', path: `/rest/v1/${table}?id=eq.${id}`, body: { status } });

function check(
  factory: RowFactory,
  name: string,
  run: (engine: Engine, ids: string[]) => Promise<void>,
): Check {
  return {
    name: `attack · undo · ${name}`,
    object: factory.table,
    run: (engine) =>
      withRows(engine, factory, [0, 1, 2], () =>
        run(
          engine,
          [0, 1, 2].map((index) => factory.row(index, engine.people).id as string),
        ),
      ),
  };
}

const statuses = async (engine: Engine, factory: RowFactory) =>
  (await snapshot(engine, factory)).map(({ id, status }) => ({ id, status }));

/** Attacks on « Annuler » after a change of status: what it restores, and for whom. */
export const attacksOnUndo: Check[] = [
  ...[contacts, tours].map((factory) =>
    check(
      factory,
      `statuses of ${factory.table} · each its own again, for an administrator alone; a later change stays`,
      async (engine, ids) => {
        const given = factory === contacts ? 'refusé' : 'archived';
        const later = factory === contacts ? 'partenaire' : 'draft';
        const before = await statuses(engine, factory);
        for (const id of ids) equal((await patch(engine, factory.table, id, given)).status < 300, true);
        for (const role of ['visitor', 'user', 'service'] as const) {
          await undo(engine, role, factory.table, given, before);
          equal(
            (await statuses(engine, factory)).every(({ status }) => status === given),
            true,
            role,
          );
        }
        await patch(engine, factory.table, ids[2], later);
        equal((await undo(engine, 'admin2', factory.table, given, before)).body, 2);
        deepEqual(
          await statuses(engine, factory),
          before.map((row) => (row.id === ids[2] ? { ...row, status: later } : row)),
        );
      },
    ),
  ),
  check(
    quotes,
    'statuses of quote_requests · with the true dates of answers; an anonymised one stays',
    async (engine, ids) => {
      await engine.sql('update public.quote_requests set anonymised_at = null where id <> $1', [ids[2]]);
      const rows = async () =>
        (await snapshot(engine, quotes)).map(({ id, status, answered_at }) => [id, status, answered_at]);
      const before = await rows();
      const old = await statuses(engine, quotes);
      // Row 0 is new, row 1 answered: the false answer goes, the true one comes back.
      for (const given of ['répondu', 'nouveau']) {
        for (const id of ids.slice(0, 2)) await patch(engine, 'quote_requests', id, given);
        equal((await undo(engine, 'admin', 'quote_requests', given, old)).status, 200);
        deepEqual(await rows(), before, given);
      }
      await patch(engine, 'quote_requests', ids[2], 'archivé');
      equal((await undo(engine, 'admin', 'quote_requests', 'archivé', old)).body, 0);
    },
  ),
  check(
    contacts,
    'the history of a contact forgets a change taken back, and no older one',
    async (engine, ids) => {
      const [id] = ids;
      await engine.sql('delete from public.contact_events', []);
      const steps = async () =>
        (await snapshot(engine, events)).map(({ old_status, new_status }) => `${old_status} → ${new_status}`);
      await engine.sql("update public.contacts set status = 'nouveau' where id = $1", [id]);
      await engine.sql('delete from public.contact_events', []);
      await patch(engine, 'contacts', id, 'contacté');
      await patch(engine, 'contacts', id, 'refusé');
      const before = [{ id, status: 'contacté' }];
      equal((await undo(engine, 'admin', 'contacts', 'refusé', before)).body, 1);
      deepEqual(await steps(), ['nouveau → contacté']);
      await engine.sql("update public.contact_events set created_at = now() - interval '61 seconds'", []);
      await patch(engine, 'contacts', id, 'nouveau');
      deepEqual((await steps()).sort(), ['contacté → nouveau', 'nouveau → contacté']);
    },
  ),
  check(contacts, 'another table, or an unknown status · refused', async (engine, ids) => {
    const before = [{ id: ids[0], status: 'x' }];
    const other = await undo(engine, 'admin', 'user_roles', 'admin', before);
    equal((other.body as Row).code, '22023', other.text);
    const [row] = await statuses(engine, contacts);
    const unknown = await undo(engine, 'admin', 'contacts', row?.status as string, [{ ...row, status: 'x' }]);
    equal((unknown.body as Row).code, '22P02', unknown.text);
  }),
];
