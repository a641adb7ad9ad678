import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { mustHoldNoRow } from '../fixtures/answers.ts';
import { contacts, onContacts, readContacts } from '../fixtures/contacts.ts';
import { snapshot } from '../fixtures/tables.ts';

const factor = 'f1000000-0000-4000-8000-000000000001';

/** Gives the administrator a second factor for as long as the job takes. */
async function withFactor(engine: Engine, status: string, job: () => Promise<void>): Promise<void> {
  await engine.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     select '${factor}', '${engine.people.admin.id}', 'totp', '${status}', now(), now()`,
  );
  try {
    await job();
  } finally {
    await engine.sql(`delete from auth.mfa_factors where id = '${factor}'`);
  }
}

/** A token of the administrator, which says how the person signed in. */
const tokenOf = ({ mint, people }: Engine, aal?: unknown) =>
  mint({ sub: people.admin.id, ...(aal === undefined ? {} : { aal }) });

const roleOf = async (engine: Engine, token: string) =>
  (await engine.request('admin', { path: '/rest/v1/user_roles?select=role', token })).body;

/** A second factor, once verified, is asked by the database itself, whatever the screens do. */
export const attacksOnTheSecondFactor: Check[] = [
  onContacts(
    'password alone, of an administrator with a second factor · no right left',
    undefined,
    async (engine) => {
      await withFactor(engine, 'verified', async () => {
        for (const token of [
          tokenOf(engine),
          tokenOf(engine, 'aal1'),
          tokenOf(engine, 'AAL2'),
          tokenOf(engine, ['aal2']),
        ]) {
          mustHoldNoRow(await engine.request('admin', { ...readContacts, token }), 'password alone');
          const before = await snapshot(engine, contacts);
          const path = '/rest/v1/contacts?id=not.is.null';
          await engine.request('admin', { method: 'DELETE', path, token });
          const call = { method: 'POST', path: '/rest/v1/rpc/start_full_export', body: {}, token } as const;
          equal((await engine.request('admin', call)).status, 403);
          deepEqual(await snapshot(engine, contacts), before);
        }
        const strong = tokenOf(engine, 'aal2');
        equal(((await engine.request('admin', { ...readContacts, token: strong })).body as Row[]).length, 3);
      });
      return undefined;
    },
  ),
  {
    name: 'attack · role read with the password alone · not shown, so the edge functions refuse',
    object: 'user_roles',
    run: (engine) =>
      withFactor(engine, 'verified', async () => {
        for (const aal of [undefined, 'aal1']) deepEqual(await roleOf(engine, tokenOf(engine, aal)), []);
        deepEqual(await roleOf(engine, tokenOf(engine, 'aal2')), [{ role: 'admin' }]);
      }),
  },
  onContacts(
    'second factor begun and not verified, or of another person · asks nothing',
    undefined,
    async (engine) => {
      await withFactor(engine, 'unverified', async () => {
        deepEqual(await roleOf(engine, tokenOf(engine, 'aal1')), [{ role: 'admin' }]);
      });
      await withFactor(engine, 'verified', async () => {
        equal(((await engine.request('admin2', readContacts)).body as Row[]).length, 3);
      });
      return undefined;
    },
  ),
  onContacts('token that says aal2, of a plain user · no row', undefined, (engine) =>
    engine.request('user', {
      ...readContacts,
      token: engine.mint({ sub: engine.people.user.id, aal: 'aal2' }),
    }),
  ),
];
