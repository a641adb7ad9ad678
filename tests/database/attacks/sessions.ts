import { equal } from 'node:assert/strict';
import type { Call, Check, Engine, Row } from '../engines/engine.ts';
import { mustHoldNoRow } from '../fixtures/answers.ts';
import { onContacts, readContacts } from '../fixtures/contacts.ts';

const session = '5e000000-0000-4000-8000-000000000001';

/** Runs a job with an administrator's token whose session began the given time ago. */
async function withSession(engine: Engine, age: string, job: (token: string) => Promise<void>) {
  const { id } = engine.people.admin;
  await engine.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at) values ('${session}', '${id}', now() - interval '${age}', now())`,
  );
  try {
    await job(engine.mint({ sub: id, session_id: session }));
  } finally {
    await engine.sql(`delete from auth.sessions where id = '${session}'`);
  }
}

async function mustBeClosed(engine: Engine, token: string): Promise<void> {
  mustHoldNoRow(await engine.request('admin', { ...readContacts, token }), 'closed session');
  const role = await engine.request('admin', { path: '/rest/v1/user_roles?select=role', token });
  equal(role.text, '[]', 'the edge functions read the role with the same token');
  const call = { method: 'POST', path: '/rest/v1/rpc/start_full_export', body: {}, token } as const;
  equal((await engine.request('admin', call)).status, 403);
}

const mustBeOpen = async (engine: Engine, token: string) =>
  equal(((await engine.request('admin', { ...readContacts, token })).body as Row[]).length, 3);

/** Checks that a token gives no right once its session has ended, although it is valid for an hour. */
export const attacksOnSessions: Check[] = [
  onContacts('token of a session that has ended · no right left', undefined, async (engine) => {
    let kept = '';
    await withSession(engine, '1 hour', async (token) => {
      kept = token;
      await mustBeOpen(engine, token);
    });
    await mustBeClosed(engine, kept);
    return undefined;
  }),
  onContacts('session older than 30 days · no right left', undefined, async (engine) => {
    await withSession(engine, '29 days', (token) => mustBeOpen(engine, token));
    await withSession(engine, '31 days', (token) => mustBeClosed(engine, token));
    return undefined;
  }),
  onContacts('session of another person · no right left', undefined, async (engine) => {
    await withSession(engine, '1 hour', async () => {
      await mustBeClosed(engine, engine.mint({ sub: engine.people.admin2.id, session_id: session }));
    });
    return undefined;
  }),
  {
    name: 'attack · token kept after its person has signed out · no right left',
    object: 'contacts',
    needs: 'whole-stack',
    run: async (engine) => {
      const { email } = engine.people.admin;
      const signIn: Call = {
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        token: null,
        body: { email, password: 'un mot de passe de test' },
      };
      const { access_token: token } = (await engine.request('visitor', signIn)).body as {
        access_token: string;
      };
      const role = { path: '/rest/v1/user_roles?select=role', token };
      equal((await engine.request('visitor', role)).text, '[{"role":"admin"}]');
      await engine.request('visitor', { method: 'POST', path: '/auth/v1/logout?scope=local', token });
      equal((await engine.request('visitor', role)).text, '[]');
    },
  },
];
