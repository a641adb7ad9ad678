import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { campaignCheck, contact } from '../fixtures/campaigns.ts';

const makeReader = (engine: Engine, person: 'admin' | 'admin2') =>
  engine.sql("update public.user_roles set role = 'reader' where user_id = $1", [engine.people[person].id]);

const feedOf = async (engine: Engine, token: unknown) =>
  (await rpc(engine, 'service', 'calendar_feed', { token })).body;

/** Checks that `security definer` functions refuse a reader. */
export const attacksOnRoleConditions: Check[] = [
  campaignCheck(
    'roles · an agenda · made by administrators alone, closed with their role',
    async (engine) => {
      for (const role of ['visitor', 'user', 'reader'] as Role[]) {
        const answer = await rpc(engine, role, 'create_calendar_feed', {});
        equal((answer.body as Row).code, '42501', `${role}: ${answer.text}`);
      }
      deepEqual(await engine.sql('select 1 from private.today_preferences where feed_hash is not null'), []);
      const token = await succeed(engine, 'admin2', 'create_calendar_feed');
      equal((await feedOf(engine, token)) === null, false);
      await makeReader(engine, 'admin2');
      equal(await feedOf(engine, token), null);
    },
  ),
  campaignCheck('roles · an action · given to administrators alone', async (engine) => {
    const { admin, admin2, reader } = engine.people;
    const owners = await succeed<Row[]>(engine, 'admin', 'action_owners');
    deepEqual(owners.map(({ id }) => id).sort(), [admin.id, admin2.id].sort());
    const plan = (owner: string) =>
      rpc(engine, 'admin', 'plan_next_action', {
        ...{ target: 'contact', target_id: contact(0), title: 'Écrire', due_on: '2031-01-01', owner },
      });
    equal((await plan(reader.id)).status, 409);
    deepEqual(await engine.sql('select 1 from public.next_actions'), []);
    equal((await plan(admin2.id)).status, 200);
  }),
  campaignCheck(
    'roles · a call to a public office · allowed by its own ground, for the open action',
    async (engine) => {
      await engine.sql('update public.contacts set is_public_office_holder = true');
      const call = (index: number, more: Row = {}) =>
        rpc(engine, 'admin', 'plan_next_action', {
          ...{
            target: 'contact',
            target_id: contact(index),
            title: 'Appeler',
            due_on: '2031-01-01',
            kind: 'appeler',
          },
          ...more,
        });
      equal((await call(0, { ground: 'award', ground_reference: 'Contrat 12' })).status, 200);
      // Neither the ground of another contact nor that of an action that is done can be changed.
      equal((await call(1)).status, 422);
      equal((await call(0)).status, 200);
      await engine.sql('update public.next_actions set done_at = now()');
      equal((await call(0)).status, 422);
      equal((await call(0, { ground_reference: 'Sans motif' })).status, 422);
    },
  ),
  campaignCheck(
    'roles · a studio without an administrator · claimed by one of its readers',
    async (engine) => {
      await makeReader(engine, 'admin');
      await makeReader(engine, 'admin2');
      const [row] = await engine.sql<{ code: string }>('select private.new_claim_code() as code');
      equal(await succeed(engine, 'reader', 'claim_studio', { code: row?.code }), 'claimed');
      deepEqual(await engine.sql("select user_id from public.user_roles where role = 'admin'"), [
        { user_id: engine.people.reader.id },
      ]);
    },
  ),
];
