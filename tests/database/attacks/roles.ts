import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Check, Row } from '../engines/engine.ts';
import { mustHoldNoRow } from '../fixtures/answers.ts';
import { contacts, onContacts, readContacts } from '../fixtures/contacts.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { reset, snapshot, withRows } from '../fixtures/tables.ts';
import { decode } from './tokens.ts';

/** The « Roles » list of the threat model. */
export function attacksOnRoles(): Check[] {
  return [
    ...selfPromotion,
    roleRemoved,
    accountRemoved,
    nobodysToken,
    secondAdministratorSeesNoRole,
    ...keys,
  ];
}

const selfPromotion: Check[] = [
  onContacts('token whose metadata says role: admin · no effect', undefined, async (engine) => {
    const says = { role: 'admin', roles: ['admin'], is_admin: true };
    const { id: sub } = engine.people.user;
    const token = engine.mint({ sub, user_metadata: says, app_metadata: says, user_role: 'admin' });
    return engine.request('user', { ...readContacts, token });
  }),
  {
    name: "attack · account created with {role: 'admin'} everywhere · no effect",
    object: 'user_roles',
    needs: 'whole-stack',
    run: (engine) =>
      withRows(engine, contacts, [0, 1, 2], async () => {
        const before = await snapshot(engine, rowFactoryOf('user_roles'));
        const says = { role: 'admin', is_admin: true };
        const body = {
          email: 'promu@exemple.test',
          password: 'mot de passe',
          data: says,
          role: 'service_role',
        };
        const everywhere = { ...body, app_metadata: says, user_metadata: says, raw_app_meta_data: says };
        const signUp = await engine.request('visitor', {
          method: 'POST',
          path: '/auth/v1/signup',
          body: everywhere,
        });
        const token = (signUp.body as { access_token: string }).access_token;
        equal(decode(token.split('.')[1]).role, 'authenticated');
        const path = '/auth/v1/user';
        await engine.request('visitor', {
          method: 'PUT',
          path,
          token,
          body: { data: says, app_metadata: says },
        });
        deepEqual(await snapshot(engine, rowFactoryOf('user_roles')), before);
        mustHoldNoRow(await engine.request('visitor', { ...readContacts, token }), 'promoted');
        // The account itself is real: the role, given in SQL, is all that was missing.
        const { sub } = decode(token.split('.')[1]);
        await engine.sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [sub]);
        equal(((await engine.request('visitor', { ...readContacts, token })).body as Row[]).length, 3);
      }),
  },
];

const roleRemoved: Check = onContacts(
  'role removed while the token lives · refused from the next request',
  undefined,
  async (engine) => {
    equal(((await engine.request('admin', readContacts)).body as Row[]).length, 3);
    await engine.sql('delete from public.user_roles where user_id = $1', [engine.people.admin.id]);
    mustHoldNoRow(await engine.request('admin', readContacts), 'role removed');
    const before = await snapshot(engine, contacts);
    await engine.request('admin', { method: 'DELETE', path: '/rest/v1/contacts?id=not.is.null' });
    const name = { name: 'Encore moi' };
    await engine.request('admin', { method: 'PATCH', path: '/rest/v1/contacts?id=not.is.null', body: name });
    deepEqual(await snapshot(engine, contacts), before);
    await engine.sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [
      engine.people.admin.id,
    ]);
  },
);

const accountRemoved: Check = onContacts(
  "administrator's account deleted while the token lives · no row",
  undefined,
  async (engine) => {
    const sub = 'e0000000-0000-4000-8000-000000000001';
    await engine.sql('insert into auth.users (id, email) values ($1, $2)', [sub, 'parti@exemple.test']);
    await engine.sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [sub]);
    const token = engine.mint({ sub });
    equal(((await engine.request('visitor', { ...readContacts, token })).body as Row[]).length, 3);
    await engine.sql('delete from auth.users where id = $1', [sub]);
    return engine.request('visitor', { ...readContacts, token });
  },
);

const nobodysToken: Check = onContacts(
  'valid token of nobody, or of a malformed id · no row',
  undefined,
  async (engine) => {
    for (const claims of [{}, { sub: '' }, { sub: 'admin' }, { sub: null }]) {
      mustHoldNoRow(
        await engine.request('visitor', { ...readContacts, token: engine.mint(claims) }),
        'nobody',
      );
    }
  },
);

const secondAdministratorSeesNoRole: Check = {
  name: "attack · user_roles read in the name of another administrator · only one's own",
  object: 'user_roles',
  run: async (engine) => {
    const { admin, admin2 } = engine.people;
    const read = async (filter: string) => {
      const path = `/rest/v1/user_roles?select=user_id,role${filter}`;
      return (await engine.request('admin', { path })).body;
    };
    deepEqual(await read(''), [{ user_id: admin.id, role: 'admin' }]);
    deepEqual(await read(`&user_id=eq.${admin2.id}&role=eq.admin`), []);
    await reset(engine);
  },
};

/** Checks of what the gateway asks of everybody before a table is even named. */
const keys: Check[] = [
  onContacts('without a key, or with an invented one · 401', 'whole-stack', async (engine) => {
    const wrong = [
      '',
      'sb_publishable_0000000000000000000000_00000000',
      'sb_secret_0000000000000000000000_00000000',
    ];
    for (const apikey of wrong) {
      for (const path of ['/rest/v1/tags', '/rest/v1/contacts']) {
        const answer = await engine.request('visitor', { path, token: null, headers: { apikey } });
        equal(answer.status, 401, `${apikey}: ${answer.text}`);
      }
    }
    const open = await engine.request('visitor', { path: '/rest/v1/tags' });
    equal(open.text, '[]');
  }),
  onContacts('secret key from a browser · refused, as by the hosting', 'whole-stack', async (engine) => {
    match((await engine.request('service', readContacts)).text, /contact0@exemple\.test/);
    const browser = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    };
    return engine.request('service', { ...readContacts, headers: browser });
  }),
  onContacts('list of accounts through the admin API · refused to all', 'whole-stack', async (engine) => {
    for (const role of ['visitor', 'user', 'admin'] as const) {
      const answer = await engine.request(role, { path: '/auth/v1/admin/users' });
      ok(answer.status >= 400 && !answer.text.includes('@exemple.test'), `${role}: ${answer.text}`);
    }
  }),
];
