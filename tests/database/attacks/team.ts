import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, plant, reset, sqlAs, withRows } from '../fixtures/tables.ts';

type Options = { needs?: Check['needs']; object?: string };

const check = (name: string, run: (engine: Engine) => Promise<void>, options: Options = {}): Check => ({
  name: `attack · ${name}`,
  object: 'user_roles',
  ...options,
  run: async (engine) => {
    try {
      await reset(engine);
      await run(engine);
    } finally {
      await engine.sql(
        'update auth.users set email_confirmed_at = now() where email_confirmed_at is null; delete from public.invitations',
      );
      await reset(engine);
    }
  },
});

const roles = (engine: Engine) =>
  engine.sql<{ user_id: string; role: string }>('select user_id, role from public.user_roles order by 2, 1');

const administrators = async (engine: Engine) =>
  (await roles(engine)).filter(({ role }) => role === 'admin').length;

const newCode = async (engine: Engine) => {
  const [row] = await engine.sql<{ code: string }>('select private.new_claim_code() as code');
  return row?.code as string;
};

/** A studio without an administrator, and its code. */
async function emptyStudioCode(engine: Engine): Promise<string> {
  await engine.sql('delete from public.user_roles');
  return newCode(engine);
}

const claim = async (engine: Engine, role: Role, code: unknown) =>
  (await rpc(engine, role, 'claim_studio', { code: code as string })).body;

/** Claims the next message of the outbox, for a provider with idempotency keys. */
async function nextInvitation(engine: Engine): Promise<Row | undefined> {
  const answer = await rpc(engine, 'service', 'claim_due_notifications', {
    batch: 1,
    same_key_is_safe: true,
  });
  equal(answer.status, 200, answer.text);
  const [message] = answer.body as Row[];
  if (!message) return undefined;
  const [row] = await engine.sql('select invitation_id from public.notifications where id = $1', [
    message.id,
  ]);
  const { id: notification_id, lease_token, email, invitation } = message;
  return { ...(invitation as Row), id: row?.invitation_id, notification_id, lease_token, email };
}

async function invite(engine: Engine, email: string, role: string): Promise<Row> {
  const answer = await rpc(engine, 'admin', 'invite_member', { email, role });
  equal(answer.status, 200, answer.text);
  const message = await nextInvitation(engine);
  ok(message);
  return message;
}

const claimChecks: Check[] = [
  check('claim of an empty studio · the code makes an administrator, once', async (engine) => {
    const code = await emptyStudioCode(engine);
    match(code, /^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/);
    equal((await rpc(engine, 'user', 'studio_is_unclaimed')).body, true);
    // The code is typed as a person types it.
    equal(await claim(engine, 'user', ` ${code.toLowerCase().replaceAll('-', ' ')} `), 'claimed');
    deepEqual(await roles(engine), [{ user_id: engine.people.user.id, role: 'admin' }]);
    equal((await rpc(engine, 'user', 'studio_is_unclaimed')).body, false);
    equal(await claim(engine, 'reader', code), 'taken');
    equal(await newCode(engine), null);
    await engine.sql('delete from public.user_roles');
    equal(await claim(engine, 'reader', code), 'expired');
    deepEqual(await roles(engine), []);
  }),
  check('claim of a studio that has an administrator · refused, with the right code too', async (engine) => {
    const code = await emptyStudioCode(engine);
    await engine.sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [
      engine.people.admin.id,
    ]);
    equal(await claim(engine, 'user', code), 'taken');
    equal(await administrators(engine), 1);
  }),
  check('claim by guessing · locked after five tries, the right code included', async (engine) => {
    const code = await emptyStudioCode(engine);
    for (const wrong of ['', '0000-0000-0000', null, 'x'.repeat(5000)]) {
      equal(await claim(engine, 'user', wrong), 'wrong');
    }
    equal(await claim(engine, 'reader', 'FFFF-FFFF-FFFF'), 'locked');
    equal(await claim(engine, 'user', code), 'locked');
    deepEqual(await roles(engine), []);
    // A new code allows another try, and invalidates the previous one.
    const next = await newCode(engine);
    equal(await claim(engine, 'user', code), 'wrong');
    equal(await claim(engine, 'user', next), 'claimed');
  }),
  check('claim with an expired code, or before any code was made · refused', async (engine) => {
    const code = await emptyStudioCode(engine);
    await engine.sql('update private.studio_claims set expires_at = now()');
    equal(await claim(engine, 'user', code), 'expired');
    await engine.sql('delete from private.studio_claims');
    equal(await claim(engine, 'user', code), 'expired');
    deepEqual(await roles(engine), []);
  }),
  check('claim by a visitor, or by an address that nobody has confirmed · refused', async (engine) => {
    const code = await emptyStudioCode(engine);
    ok((await rpc(engine, 'visitor', 'claim_studio', { code })).status >= 400);
    await engine.sql('update auth.users set email_confirmed_at = null where id = $1', [
      engine.people.user.id,
    ]);
    equal(await claim(engine, 'user', code), 'unconfirmed');
    deepEqual(await roles(engine), []);
    equal((await engine.sql('select 1 from private.studio_claims where used_at is null')).length, 1);
  }),
  check(
    'eight simultaneous claims with the right code · one winner',
    async (engine) => {
      const code = await emptyStudioCode(engine);
      const people = ['user', 'reader', 'admin', 'admin2'] as const;
      const all = [...people, ...people].map((role) => () => claim(engine, role, code));
      // Held where each of them reads the code: the lock of the roles must keep them apart.
      const answers = await atOnce(engine, 'private.studio_claims', all, 'rows');
      equal(answers.filter((answer) => answer === 'claimed').length, 1, JSON.stringify(answers));
      equal(await administrators(engine), 1);
    },
    { needs: 'simultaneity' },
  ),
];

const lastAdministrator: Check[] = [
  check('the last administrator demoted or removed · refused, by themselves too', async (engine) => {
    const { admin, admin2, reader } = engine.people;
    equal((await rpc(engine, 'admin', 'remove_member', { member: admin2.id })).status, 204);
    for (const [name, body] of [
      ['remove_member', { member: admin.id }],
      ['set_member_role', { member: admin.id, new_role: 'reader' }],
    ] as const) {
      match((await rpc(engine, 'admin', name, body)).text, /Il doit rester au moins un administrateur/);
    }
    equal(await administrators(engine), 1);
    // Once there is a second administrator, the first one can be removed.
    equal(
      (await rpc(engine, 'admin', 'set_member_role', { member: reader.id, new_role: 'admin' })).status,
      204,
    );
    equal((await rpc(engine, 'admin', 'remove_member', { member: admin.id })).status, 204);
    deepEqual(await roles(engine), [{ user_id: reader.id, role: 'admin' }]);
    equal((await rpc(engine, 'admin', 'remove_member', { member: reader.id })).status, 403);
  }),
  check(
    'two administrators who remove or demote each other at once · one stays',
    async (engine) => {
      const { admin, admin2 } = engine.people;
      for (const [name, extra] of [
        ['remove_member', {}],
        ['set_member_role', { new_role: 'reader' }],
      ] as const) {
        const send = (role: Role, member: string) => () => rpc(engine, role, name, { member, ...extra });
        const pairs = [send('admin', admin2.id), send('admin2', admin.id)];
        await atOnce(engine, 'public.user_roles', pairs);
        equal(await administrators(engine), 1, name);
        await reset(engine);
      }
    },
    { needs: 'simultaneity' },
  ),
  check(
    'an administrator removed while they promote an accomplice · refused once they are out',
    async (engine) => {
      const { admin2, reader } = engine.people;
      const promotion = async () => {
        // The promotion is sent once the removal holds the lock on roles.
        for (;;) {
          const held = await engine.sql(
            "select 1 from pg_locks where locktype = 'advisory' and classid = 48 and granted",
          );
          if (held.length > 0) break;
        }
        return rpc(engine, 'admin2', 'set_member_role', { member: reader.id, new_role: 'admin' });
      };
      const removal = () => rpc(engine, 'admin', 'remove_member', { member: admin2.id });
      const [removed, promoted] = await atOnce(engine, 'public.user_roles', [removal, promotion]);
      deepEqual([removed?.status, promoted?.status], [204, 403]);
      equal((await roles(engine)).find(({ user_id }) => user_id === reader.id)?.role, 'reader');
    },
    { needs: 'simultaneity' },
  ),
  check('roles moved by a reader, a plain user, a visitor · refused', async (engine) => {
    const before = await roles(engine);
    const { user, reader, admin } = engine.people;
    for (const role of ['visitor', 'user', 'reader'] as const) {
      for (const [name, body] of [
        ['set_member_role', { member: reader.id, new_role: 'admin' }],
        ['set_member_role', { member: admin.id, new_role: 'reader' }],
        ['remove_member', { member: admin.id }],
        ['invite_member', { email: 'complice@exemple.test', role: 'admin' }],
        ['withdraw_invitation', { invitation: user.id }],
        ['resend_invitation', { invitation: user.id }],
        ['empty_demo_studio', {}],
      ] as const) {
        const answer = await rpc(engine, role, name, body);
        ok([401, 403].includes(answer.status), `${role} ${name}: ${answer.status} ${answer.text}`);
      }
    }
    deepEqual(await roles(engine), before);
    deepEqual(await engine.sql('select 1 from public.invitations'), []);
    for (const role of [null, 'Admin', 'owner', '']) {
      ok(
        (await rpc(engine, 'admin', 'set_member_role', { member: reader.id, new_role: role })).status >= 400,
      );
    }
    deepEqual(await roles(engine), before);
  }),
];

const readerChecks: Check[] = [
  check('functions that open to readers · these and no other', async (engine) => {
    const rows = await engine.sql<{ name: string }>(
      `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private') and p.prosrc ~ 'is_member' order by 1`,
    );
    deepEqual(
      rows.map(({ name }) => name),
      [
        'private.kept_consents',
        'private.search_hits',
        ...[
          'public.action_owners',
          'public.billing_totals',
          'public.credit_totals',
          'public.dashboard_stats',
        ],
        ...[
          'public.estimate_preview',
          'public.invoice_preview',
          'public.quote_accepts_by',
          'public.recent_activity',
          'public.restore_review',
          'public.setup_state',
          'public.studio_around',
          'public.team_members',
          'public.today_items',
          'public.trip_sheet',
          'public.views_by_month',
        ],
      ],
    );
    const writing = await engine.sql(
      "select policyname from pg_policies where cmd <> 'SELECT' and (qual ~ 'is_member' or with_check ~ 'is_member')",
    );
    deepEqual(writing, []);
  }),
  check('a reader’s role removed while the token lives · no row from the next request', async (engine) => {
    const contacts = rowFactoryOf('contacts');
    await withRows(engine, contacts, [0, 1], async () => {
      const read = async () => (await engine.request('reader', { path: '/rest/v1/contacts?select=id' })).body;
      equal(((await read()) as Row[]).length, 2);
      equal((await rpc(engine, 'admin', 'remove_member', { member: engine.people.reader.id })).status, 204);
      deepEqual(await read(), []);
      deepEqual((await rpc(engine, 'reader', 'team_members')).body, []);
      deepEqual((await rpc(engine, 'reader', 'dashboard_stats')).body, []);
    });
  }),
  check('a reader with a second factor, the password alone · no row', async (engine) => {
    const factor = 'f1000000-0000-4000-8000-000000000002';
    const { id: sub } = engine.people.reader;
    await engine.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       select '${factor}', '${sub}', 'totp', 'verified', now(), now()`,
    );
    try {
      const members = (aal: string) =>
        engine.request('reader', {
          ...{ method: 'POST', path: '/rest/v1/rpc/team_members', body: {} },
          token: engine.mint({ sub, aal }),
        });
      deepEqual((await members('aal1')).body, []);
      equal(((await members('aal2')).body as Row[]).length, 3);
    } finally {
      await engine.sql(`delete from auth.mfa_factors where id = '${factor}'`);
    }
  }),
  check('a reader asks who is suppressed · the state of each contact, not one hash', async (engine) => {
    const contacts = rowFactoryOf('contacts');
    await withRows(engine, contacts, [0], async () => {
      await engine.sql(
        `insert into public.suppressions (email_hash, reason)
         select private.email_hash(email), 'manual' from public.contacts`,
      );
      const told = await rpc(engine, 'reader', 'contact_consents');
      match(told.text, /unsubscribed/);
      deepEqual((await engine.request('reader', { path: '/rest/v1/suppressions' })).body, []);
      deepEqual((await rpc(engine, 'user', 'contact_consents')).body, {});
    });
  }),
];

const invitations: Check[] = [
  check('invitation · its link makes a reader of the address that got it, once', async (engine) => {
    const { user } = engine.people;
    const message = await invite(engine, ` ${user.email.toUpperCase()} `, 'reader');
    deepEqual([message.email, message.role, message.inviter], [user.email, 'reader', 'admin@exemple.test']);
    equal(await nextInvitation(engine), undefined);
    equal((await rpc(engine, 'user', 'accept_invitation', { token: message.token as string })).status, 204);
    const [mine] = (await roles(engine)).filter(({ user_id }) => user_id === user.id);
    equal(mine?.role, 'reader');
    equal((await rpc(engine, 'admin', 'remove_member', { member: user.id })).status, 204);
    match(
      (await rpc(engine, 'user', 'accept_invitation', { token: message.token as string })).text,
      /n’est plus valide/,
    );
    equal((await roles(engine)).length, 3);
  }),
  check(
    'an invitation’s link opened by another account, or by an unproven address · refused',
    async (engine) => {
      const { user, reader } = engine.people;
      const message = await invite(engine, 'autre@exemple.test', 'admin');
      const token = message.token as string;
      for (const role of ['user', 'reader'] as const) {
        match((await rpc(engine, role, 'accept_invitation', { token })).text, /une autre adresse/);
      }
      // The token's own words about its address count for nothing.
      const lying = engine.mint({
        sub: user.id,
        email: 'autre@exemple.test',
        user_metadata: { email: 'autre@exemple.test' },
      });
      const call = {
        method: 'POST',
        path: '/rest/v1/rpc/accept_invitation',
        body: { token },
        token: lying,
      } as const;
      match((await engine.request('user', call)).text, /une autre adresse/);
      const own = await invite(engine, user.email, 'admin');
      await engine.sql('update auth.users set email_confirmed_at = null where id = $1', [user.id]);
      match(
        (await rpc(engine, 'user', 'accept_invitation', { token: own.token as string })).text,
        /une autre adresse/,
      );
      deepEqual((await roles(engine)).map(({ user_id }) => user_id).includes(user.id), false);
      equal((await roles(engine)).find(({ user_id }) => user_id === reader.id)?.role, 'reader');
    },
  ),
  check('an invitation withdrawn, expired, replaced or guessed · opens nothing', async (engine) => {
    const { user } = engine.people;
    const accept = async (token: unknown) =>
      (await rpc(engine, 'user', 'accept_invitation', { token: token as string })).status;
    const first = await invite(engine, user.email, 'admin');
    for (const guess of ['', null, 'a', first.id, first.lease_token]) equal(await accept(guess), 400);
    await engine.sql('update public.invitations set expires_at = now()');
    equal(await accept(first.token), 400);
    await engine.sql("update public.invitations set expires_at = now() + interval '1 day'");
    // This is refused while the message is being sent: its link would be dead on arrival.
    match(
      (await rpc(engine, 'admin', 'resend_invitation', { invitation: first.id as string })).text,
      /en cours d’envoi/,
    );
    const done = {
      notification_id: first.notification_id as string,
      token: first.lease_token as string,
      outcome: 'accepted',
    };
    equal((await rpc(engine, 'service', 'finish_notification', done)).body, true);
    equal((await rpc(engine, 'service', 'finish_notification', done)).body, false);
    equal((await rpc(engine, 'admin', 'resend_invitation', { invitation: first.id as string })).status, 204);
    equal(await accept(first.token), 400);
    const second = await nextInvitation(engine);
    equal(
      (await rpc(engine, 'admin', 'withdraw_invitation', { invitation: first.id as string })).status,
      204,
    );
    equal(await accept(second?.token), 400);
    equal((await roles(engine)).length, 3);
  }),
  check('an invitation twice to one address, or to a member · refused', async (engine) => {
    await invite(engine, 'double@exemple.test', 'reader');
    const again = await rpc(engine, 'admin2', 'invite_member', {
      email: 'DOUBLE@exemple.test',
      role: 'admin',
    });
    match(again.text, /attend déjà/);
    const member = await rpc(engine, 'admin', 'invite_member', {
      email: engine.people.reader.email,
      role: 'admin',
    });
    match(member.text, /fait déjà partie/);
    for (const email of ['', 'a@b', 'a@exemple.test\nBcc: b@exemple.test', null]) {
      ok((await rpc(engine, 'admin', 'invite_member', { email, role: 'reader' })).status >= 400);
    }
    equal((await engine.sql('select 1 from public.invitations')).length, 1);
  }),
  check('an invitation that may have left · is not sent again by itself', async (engine) => {
    const sent = await invite(engine, 'une-fois@exemple.test', 'reader');
    const state = async () =>
      (
        await engine.sql<{ state: string }>(
          'select state from public.notifications where invitation_id = $1 order by created_at desc limit 1',
          [sent.id],
        )
      )[0]?.state;
    const report = { notification_id: sent.notification_id as string, token: sent.lease_token as string };
    equal(
      (
        await rpc(engine, 'service', 'finish_notification', {
          ...report,
          outcome: 'retry',
          arrival_possible: true,
        })
      ).body,
      true,
    );
    equal(await state(), 'incertain');
    await rpc(engine, 'admin', 'resend_invitation', { invitation: sent.id as string });
    ok(await nextInvitation(engine));
    // The worker that lost its lease reports again, and is ignored.
    equal(
      (await rpc(engine, 'service', 'finish_notification', { ...report, outcome: 'accepted' })).body,
      false,
    );
    equal(await state(), 'en_attente');
    // The second worker crashed, and its lease expires.
    await engine.sql("update public.notifications set next_attempt_at = now() - interval '1 second'");
    equal(await nextInvitation(engine), undefined);
    equal(await state(), 'incertain');
  }),
  check('more than twenty invitations in a day · 429', async (engine) => {
    await engine.sql(
      "insert into public.invitations (email, role) select 'a' || i || '@exemple.test', 'reader' from generate_series(1, 20) i",
    );
    equal(
      (await rpc(engine, 'admin', 'invite_member', { email: 'trop@exemple.test', role: 'reader' })).status,
      429,
    );
  }),
];

/** Tables whose changes are recorded, each with a column that may change. */
const recordedTables: Record<string, string> = {
  ...{ virtual_tours: 'title', tags: 'name', contacts: 'city', quote_requests: 'contact_name' },
  ...{ trip_plans: 'city', email_templates: 'name', campaigns: 'name' },
  ...{ studio: 'legal_name', sending_settings: 'mandate_number', studio_profile: 'team' },
  user_roles: 'created_at',
};

const activityOf = ([table, column]: [string, string]): Check => {
  const factory = rowFactoryOf(table);
  return check(
    `who did what · ${table} · created, changed and deleted by a member`,
    async (engine) => {
      await withRows(engine, factory, [], async () => {
        // The user has no role yet, so that a row of `user_roles` can be inserted.
        const row = factory.row(table === 'user_roles' ? 2 : 0, engine.people);
        const key = table === 'user_roles' ? 'user_id' : 'id';
        // Only an administrator's insert is tried here; the access matrix covers the other roles.
        const asAdmin = sqlAs(engine, engine.people.admin);
        await insert({ ...engine, sql: asAdmin as typeof engine.sql }, factory, row);
        const other = table === 'user_roles' ? "'2031-01-01'" : "'Autre'";
        await asAdmin(`update public.${table} set ${column} = ${other} where ${key}::text = '${row[key]}'`);
        await asAdmin(`delete from public.${table} where ${key}::text = '${row[key]}'`);
        deepEqual(
          await engine.sql(
            'select kind, record_id, action, fields from public.activity_log where kind = $1 order by id',
            [table],
          ),
          [
            { kind: table, record_id: String(row[key]), action: 'created', fields: [] },
            { kind: table, record_id: String(row[key]), action: 'updated', fields: [column] },
            { kind: table, record_id: String(row[key]), action: 'deleted', fields: [] },
          ],
        );
      });
    },
    { object: 'activity_log' },
  );
};

const activity: Check[] = [
  ...Object.entries(recordedTables).map(activityOf),
  check(
    'who did what · each change of a member, by fields, never a value',
    async (engine) => {
      const contacts = rowFactoryOf('contacts');
      await withRows(engine, contacts, [0, 1], async () => {
        const { id } = contacts.row(0, engine.people);
        const path = `/rest/v1/contacts?id=eq.${id}`;
        await engine.request('admin', {
          method: 'PATCH',
          path,
          body: { phone: '418 555-0199', city: 'Alma' },
        });
        await engine.request('admin2', { method: 'DELETE', path });
        // None of these is recorded: a change refused to a reader, a change without a user, and a user
        // outside the team.
        await engine.request('reader', { method: 'PATCH', path, body: { city: 'Roberval' } });
        await engine.sql("update public.contacts set city = 'Saguenay'");
        const rows = await engine.sql(
          'select actor, kind, record_id, action, fields, record_count from public.activity_log order by id',
        );
        deepEqual(rows, [
          {
            ...{ actor: engine.people.admin.id, kind: 'contacts', record_id: id, action: 'updated' },
            ...{ fields: ['city', 'phone'], record_count: 1 },
          },
          {
            ...{ actor: engine.people.admin2.id, kind: 'contacts', record_id: id, action: 'deleted' },
            ...{ fields: [], record_count: 1 },
          },
        ]);
        const told = await rpc(engine, 'reader', 'recent_activity', {
          only_kind: 'contacts',
          only_record: id as string,
        });
        deepEqual(
          (told.body as Row[]).map(({ actor_email, action }) => [actor_email, action]),
          [
            ['admin2@exemple.test', 'deleted'],
            ['admin@exemple.test', 'updated'],
          ],
        );
        deepEqual((await rpc(engine, 'user', 'recent_activity')).body, []);
      });
    },
    { object: 'activity_log' },
  ),
  check(
    'who did what · a bulk change is one row; a visitor’s request none; a claim and an invitation are there',
    async (engine) => {
      await engine.sql(
        `insert into public.tags (name, slug) select 'Tag ' || i, 'tag-' || i from generate_series(1, 30) i`,
      );
      await engine.request('admin', {
        ...{ method: 'PATCH', path: '/rest/v1/tags?id=not.is.null', body: { color: '#000000' } },
      });
      const quote = { organization_name: 'Ville', contact_name: 'Personne', email: 'a@exemple.test' };
      const body = { ...quote, organization_type: 'ville', service_type: 'autre' };
      await engine.request('user', {
        ...{ method: 'POST', path: '/rest/v1/quote_requests', body, headers: { prefer: 'return=minimal' } },
      });
      await rpc(engine, 'admin', 'set_member_role', { member: engine.people.reader.id, new_role: 'admin' });
      deepEqual(
        await engine.sql(
          'select kind, record_id, action, fields, record_count from public.activity_log order by id',
        ),
        [
          { kind: 'tags', record_id: null, action: 'updated', fields: ['color'], record_count: 30 },
          {
            ...{ kind: 'user_roles', record_id: engine.people.reader.id, action: 'updated' },
            ...{ fields: ['role'], record_count: 1 },
          },
        ],
      );
    },
    { object: 'activity_log' },
  ),
  check(
    'who did what · older than 24 months goes',
    async (engine) => {
      await engine.sql(
        `insert into public.activity_log (kind, action, created_at)
         values ('tags', 'created', now() - interval '25 months'), ('tags', 'deleted', now() - interval '23 months')`,
      );
      await rpc(engine, 'service', 'apply_retention');
      deepEqual(await engine.sql('select action from public.activity_log'), [{ action: 'deleted' }]);
    },
    { object: 'activity_log' },
  ),
];

const demoCheck: Check = check(
  'a demo studio emptied · its rows go, those of the person stay',
  async (engine) => {
    const tags = rowFactoryOf('tags');
    await withRows(engine, tags, [0, 1], async () => {
      const [seeded, own] = [tags.row(0, engine.people), tags.row(1, engine.people)];
      await engine.sql("insert into private.demo_rows (table_name, row_id) values ('tags', $1)", [seeded.id]);
      await engine.sql(
        `insert into public.studio (id, sender_name, legal_name) values (1, 'Studio', 'Studio inc.');
       insert into public.sending_settings (id, verified_senders) values (1, '{studio@exemple.test}');
       insert into private.demo_rows (table_name, row_id, added_at)
       select 'studio', '1', updated_at from public.studio union all
       -- The person has changed this one since.
       select 'sending_settings', '1', updated_at - interval '1 minute' from public.sending_settings`,
      );
      const templates = rowFactoryOf('email_templates');
      for (const i of [0, 1, 2]) await plant(engine, templates, templates.row(i, engine.people));
      const [gone, kept, mine] = [0, 1, 2].map((i) => templates.row(i, engine.people).id as string);
      for (const template of [gone, kept]) {
        await engine.sql(
          "insert into private.demo_rows (table_name, row_id) values ('email_templates', $1)",
          [template],
        );
      }
      await rpc(engine, 'admin', 'move_to_trash', { kind: 'email_templates', ids: [gone, mine] });
      const before = (await rpc(engine, 'reader', 'setup_state')).body as Row;
      deepEqual([before.demo, before.demo_counts], [true, { tags: 1, email_templates: 2 }]);
      equal((await rpc(engine, 'reader', 'empty_demo_studio')).status, 403);
      equal((await rpc(engine, 'admin', 'empty_demo_studio')).body, 3);
      // Demo content is deleted for good: the trash is for what people delete.
      deepEqual(await engine.sql('select id from public.trash'), [{ id: mine }]);
      deepEqual(await engine.sql('select id from public.email_templates'), []);
      deepEqual(await engine.sql('select id from public.tags'), [{ id: own.id }]);
      deepEqual(await engine.sql('select sender_name, legal_name from public.studio'), [
        { sender_name: '', legal_name: '' },
      ]);
      deepEqual(await engine.sql('select verified_senders from public.sending_settings'), [
        { verified_senders: ['studio@exemple.test'] },
      ]);
      equal(((await rpc(engine, 'reader', 'setup_state')).body as Row).demo, false);
      equal((await rpc(engine, 'user', 'setup_state')).body, null);
    });
  },
);

const senderTest: Check = check(
  'the sender · done once a test message left from one of its addresses, never by who is not the server',
  async (engine) => {
    await engine.sql(
      `insert into public.studio (id, sender_name, legal_name, postal_address, contact_email)
       values (1, 'Studio', 'Studio inc.', '1, rue du Quai', 'a@exemple.test');
       insert into public.sending_settings (id, verified_senders) values (1, '{studio@exemple.test}')`,
    );
    const state = async () => {
      const { identity, sender, sender_ready } = (await rpc(engine, 'reader', 'setup_state')).body as Row;
      // Fields that the forms call optional are not missing: phone, NEQ and tax numbers are empty here.
      equal(identity, true);
      return [sender, sender_ready];
    };
    for (const role of ['visitor', 'user', 'reader', 'admin'] as const) {
      const answer = await rpc(engine, role, 'record_sender_test', { sender: 'studio@exemple.test' });
      equal((answer.body as Row).code, '42501', role);
    }
    deepEqual(await state(), [false, true]);
    equal((await rpc(engine, 'service', 'record_sender_test', { sender: 'autre@exemple.test' })).status, 204);
    deepEqual(await state(), [false, true]);
    for (let time = 0; time < 2; time++) {
      equal(
        (await rpc(engine, 'service', 'record_sender_test', { sender: 'Studio@exemple.test' })).status,
        204,
      );
    }
    deepEqual(await state(), [true, true]);
    await engine.sql("update public.sending_settings set verified_senders = '{neuf@exemple.test}'");
    deepEqual(await state(), [false, true]);
  },
);

/** The claim, the roles, the invitations, and the record of who did what. */
export const attacksOnTheTeam: Check[] = [
  ...claimChecks,
  ...lastAdministrator,
  ...readerChecks,
  ...invitations,
  ...activity,
  demoCheck,
  senderTest,
];
