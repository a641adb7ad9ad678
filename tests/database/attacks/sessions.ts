import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Call, Check, Engine, Row } from '../engines/engine.ts';
import { mustHoldNoRow } from '../fixtures/answers.ts';
import { onContacts, readContacts } from '../fixtures/contacts.ts';

const session = '5e000000-0000-4000-8000-000000000001';

/** Runs a job with an administrator's token whose session began the given time ago. */
async function withSession(
  engine: Engine,
  age: string,
  job: (token: string) => Promise<void>,
  claims: Row = {},
) {
  const { id } = engine.people.admin;
  await engine.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at) values ('${session}', '${id}', now() - interval '${age}', now())`,
  );
  try {
    await job(engine.mint({ sub: id, session_id: session, ...claims }));
  } finally {
    await engine.sql(`delete from auth.sessions where id = '${session}'`);
  }
}

const readRole: Call = { path: '/rest/v1/user_roles?select=role' };

async function mustBeClosed(engine: Engine, token: string): Promise<void> {
  mustHoldNoRow(await engine.request('admin', { ...readContacts, token }), 'closed session');
  const role = await engine.request('admin', { ...readRole, token });
  equal(role.text, '[]', 'the edge functions read the role with the same token');
  const call = { method: 'POST', path: '/rest/v1/rpc/start_full_export', body: {}, token } as const;
  equal((await engine.request('admin', call)).status, 403);
}

const mustBeOpen = async (engine: Engine, token: string) =>
  equal(((await engine.request('admin', { ...readContacts, token })).body as Row[]).length, 3);

const nobody = '5e000000-0000-4000-8000-000000000002';

/** Calls of the functions that ask for a recent sign-in, about records that do not exist. */
const graveCalls: readonly [name: string, body: Row][] = [
  ['delete_from_trash', { ids: [nobody] }],
  ['erase_person', { contact: nobody }],
  ['erase_as_asked', { request: nobody }],
  ['anonymise_quote_requests', { ids: [nobody] }],
  ['start_full_export', {}],
  ['empty_demo_studio', {}],
  ['set_member_role', { member: nobody, new_role: 'reader' }],
  ['remove_member', { member: nobody }],
  ['invite_member', { email: 'pas une adresse', role: 'reader' }],
  ['withdraw_invitation', { invitation: nobody }],
  ['resend_invitation', { invitation: nobody }],
];

const post = (name: string, body: Row = {}): Call => ({ method: 'POST', path: `/rest/v1/rpc/${name}`, body });

/** Calls these functions and returns the names of those that asked for a recent sign-in. */
async function doubted(engine: Engine, token: string): Promise<string[]> {
  const names: string[] = [];
  for (const [name, body] of graveCalls) {
    const { status, text } = await engine.request('admin', { ...post(name, body), token });
    if (status !== 401) continue;
    match(text, /"PT401".*Confirmez que c’est vous|Confirmez que c’est vous.*"PT401"/s);
    names.push(name);
  }
  return names;
}

const inTrash = (engine: Engine) =>
  engine.sql<{ id: string }>(`select id from public.trash where id = '${nobody}'`);

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
    name: 'attack · last sign-in older than 15 minutes · nothing grave is done before another proof',
    object: 'trash',
    run: async (engine) => {
      const all = graveCalls.map(([name]) => name).join();
      const ago = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
      const given = (method: string, minutes: number) => ({ amr: [{ method, timestamp: ago(minutes) }] });
      const mustDoubt = async (token: string) => equal((await doubted(engine, token)).join(), all);
      const mustBelieve = async (token: string) => equal((await doubted(engine, token)).join(), '');
      await engine.sql(
        `insert into public.trash (id, kind, label) values ('${nobody}', 'contacts', 'Anne Roy')`,
      );
      try {
        await withSession(engine, '16 minutes', mustDoubt);
        await withSession(engine, '2 hours', mustDoubt, given('password', 120));
        await withSession(engine, '2 hours', mustDoubt, given('totp', 16));
        await withSession(engine, '2 hours', mustDoubt, { amr: ['totp'] });
        equal((await inTrash(engine)).length, 1);
        await withSession(engine, '2 hours', mustBelieve, given('totp', 14));
        equal((await inTrash(engine)).length, 0);
        await withSession(engine, '14 minutes', mustBelieve);
      } finally {
        await engine.sql(`delete from public.trash where id = '${nobody}'`);
      }
    },
  },
  {
    name: 'attack · sessions · each person sees and ends their own alone, after a recent sign-in',
    object: 'user_roles',
    run: async (engine) => {
      const { admin2 } = engine.people;
      const list = async (token: string) => {
        const { body } = await engine.request('admin', { ...post('own_sessions'), token });
        return (body as Row[]).filter(({ id }) => id === session);
      };
      const end = async (token: string, id = session) =>
        (await engine.request('admin', { ...post('end_session', { session: id }), token })).status;
      await withSession(engine, '16 minutes', async (token) => {
        const device =
          "update auth.sessions set user_agent = 'Mozilla/5.0', refreshed_at = now() at time zone 'UTC'";
        await engine.sql(`${device} where id = '${session}'`);
        const [own] = await list(token);
        deepEqual([own?.device, own?.is_present], ['Mozilla/5.0', true]);
        ok(Date.parse(String(own?.used_at)) - Date.parse(String(own?.began_at)) > 15 * 60_000);
        equal(await end(token), 401);
        deepEqual(await list(engine.mint({ sub: admin2.id })), []);
        equal(await end(engine.mint({ sub: admin2.id })), 400);
        const application = engine.mint({ sub: engine.people.admin.id, client_id: 'another' });
        deepEqual(await list(application), []);
        equal(await end(application), 400);
        equal((await engine.request('admin', { ...readRole, token })).text, '[{"role":"admin"}]');
        const recent = engine.mint({ sub: engine.people.admin.id });
        deepEqual(
          (await list(recent)).map(({ is_present }) => is_present),
          [false],
        );
        equal(await end(recent), 204);
        await mustBeClosed(engine, token);
        equal(await end(recent), 400);
      });
    },
  },
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
      const role = { ...readRole, token };
      equal((await engine.request('visitor', role)).text, '[{"role":"admin"}]');
      await engine.request('visitor', { method: 'POST', path: '/auth/v1/logout?scope=local', token });
      equal((await engine.request('visitor', role)).text, '[]');
    },
  },
];
