import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, reset } from '../fixtures/tables.ts';

const contacts = rowFactoryOf('contacts');
const contact = 'f2000000-0000-4000-8000-000000000001';
const otherContact = 'f2000000-0000-4000-8000-000000000002';

/** Plants a late action for each of two administrators; both titles name a person. */
async function plantActions(engine: Engine): Promise<void> {
  const people = engine.people;
  for (const [id, company, owner] of [
    [contact, 'Ville de Percé', people.admin.id],
    [otherContact, 'MRC du Granit', people.admin2.id],
  ] as const) {
    const email = `${id.slice(-1)}@exemple.test`;
    const row = { ...contacts.row(0, people), municipality_code: null, organisation_id: null };
    await insert(engine, contacts, { ...row, id, email, company, name: 'Ève Côté' });
    const due_on = '2026-01-05';
    const title = 'Rappeler Ève Côté, eve@exemple.test';
    await succeed(engine, 'admin', 'plan_next_action', {
      target: 'contact',
      target_id: id,
      title,
      due_on,
      owner,
    });
  }
}

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    ...{ name: `attack · today · ${name}`, object: 'next_actions', needs },
    run: async (engine) => {
      try {
        await plantActions(engine);
        await run(engine);
      } finally {
        await reset(engine);
        await engine.sql('delete from private.today_preferences; delete from private.daily_digests');
      }
    },
  };
}

type Feed = { actions: Row[]; trips: Row[] } | null;
const create = (engine: Engine, role: Role = 'admin') =>
  succeed(engine, role, 'create_calendar_feed') as Promise<string>;
const read = (engine: Engine, token: unknown) =>
  succeed(engine, 'service', 'calendar_feed', { token }) as Promise<Feed>;

const queueDigests = (engine: Engine, at: string) => engine.sql('select private.queue_digests_due($1)', [at]);
/** The digest is queued as at eight o'clock today, whatever the hour of the test. */
const queueToday = (engine: Engine) =>
  engine.sql(
    `select private.queue_digests_due(((now() at time zone 'America/Toronto')::date + time '08:00') at time zone 'America/Toronto')`,
  );
/** Lists everybody's digests; `state` is that of its e-mail, null when there was nothing to send. */
const digests = (engine: Engine) =>
  engine.sql(
    `select d.user_id, n.state, d.content is not null as held, n.attempts from private.daily_digests d
     left join public.notifications n on n.digest_id = d.id order by d.user_id`,
  );
const claim = async (engine: Engine, sameKeyIsSafe = false) =>
  (await succeed(engine, 'service', 'claim_due_notifications', {
    batch: 1,
    same_key_is_safe: sameKeyIsSafe,
  })) as Row[];
const finish = (engine: Engine, { id, lease_token }: Row, outcome: string, more: Row = {}) =>
  succeed(engine, 'service', 'finish_notification', {
    notification_id: id,
    token: lease_token,
    outcome,
    ...more,
  });
/** Makes every queued message due. */
const wakeMessages = (engine: Engine) =>
  engine.sql("update public.notifications set next_attempt_at = now() - interval '1 second'");

/** Attacks on what leaves « Aujourd'hui » by e-mail: whom it is for, how to stop it, and that nobody gets it twice. */
export const attacksOnWhatLeavesToday: Check[] = [
  check(
    "a calendar · one's own actions and nobody's, by organisation alone, and not a word more",
    async (engine) => {
      const [mine, theirs] = [await create(engine), await create(engine, 'admin2')];
      notEqual(mine, theirs);
      ok(/^[0-9a-f]{64}$/.test(mine));
      const feed = await read(engine, mine);
      deepEqual(
        feed?.actions.map(({ organization }) => organization),
        ['Ville de Percé'],
      );
      deepEqual(
        (await read(engine, theirs))?.actions.map(({ organization }) => organization),
        ['MRC du Granit'],
      );
      ok(!/Ève|eve@|Rappeler/.test(JSON.stringify(feed)));
      await engine.sql('update public.next_actions set owner = null');
      equal((await read(engine, mine))?.actions.length, 2);
      await engine.sql('update public.next_actions set done_at = now()');
      equal((await read(engine, mine))?.actions.length, 0);
    },
  ),
  check('a calendar · revoked, replaced, or of a removed administrator · nothing', async (engine) => {
    const first = await create(engine);
    const second = await create(engine);
    const theirs = await create(engine, 'admin2');
    equal(await read(engine, first), null);
    ok(await read(engine, second));
    await succeed(engine, 'admin', 'revoke_calendar_feed');
    equal(await read(engine, second), null);
    ok(await read(engine, theirs));
    await engine.sql('delete from public.user_roles where user_id = $1', [engine.people.admin2.id]);
    equal(await read(engine, theirs), null);
    for (const token of ['', 'null', '%', "' or true --", null]) equal(await read(engine, token), null);
  }),
  check('a calendar · the token is not kept, only its hash, which opens nothing', async (engine) => {
    const token = await create(engine);
    const [row] = await engine.sql(
      'select to_jsonb(p)::text as kept, feed_hash from private.today_preferences p',
    );
    ok(!String(row?.kept).includes(token));
    equal(await read(engine, row?.feed_hash), null);
    const shown = (await succeed(engine, 'admin', 'today_preferences')) as Row;
    deepEqual(Object.keys(shown).sort(), ['daily_digest', 'feed_created_at', 'feed_read_at']);
    equal(((await succeed(engine, 'admin2', 'today_preferences')) as Row).feed_created_at, null);
  }),
  check('a calendar · sixty readings in ten minutes, and the sixty-first is refused', async (engine) => {
    const token = await create(engine);
    await engine.sql(
      `insert into private.function_calls (function_name, user_id) select 'calendar-feed', $1 from generate_series(1, 59)`,
      [engine.people.admin.id],
    );
    ok(await read(engine, token));
    const refused = await rpc(engine, 'service', 'calendar_feed', { token });
    equal(refused.status, 429);
    match(refused.text, /trop souvent/);
    ok(await read(engine, await create(engine, 'admin2')));
  }),
  check('the digest · at 7 h on Québec’s clocks, the days they change too, once a day', async (engine) => {
    const moments: [at: string, queued: number][] = [
      ['2026-03-07T11:59:59Z', 0],
      ['2026-03-07T12:00:00Z', 2],
      // Spring: 7 h is an hour earlier for the rest of the world.
      ['2026-03-08T10:59:59Z', 2],
      ['2026-03-08T11:00:00Z', 4],
      ['2026-03-08T11:01:00Z', 4],
      ['2026-10-31T10:59:59Z', 4],
      ['2026-10-31T11:00:00Z', 6],
      // Autumn: the hour comes back.
      ['2026-11-01T11:59:59Z', 6],
      ['2026-11-01T12:00:00Z', 8],
      // The digest is not sent in the afternoon.
      ['2026-11-02T20:00:00Z', 8],
    ];
    for (const [at, queued] of moments) {
      await queueDigests(engine, at);
      equal((await digests(engine)).length, queued, at);
    }
  }),
  check('the digest · to those who want it, of what is theirs, and nothing of a person', async (engine) => {
    await succeed(engine, 'admin2', 'set_daily_digest', { wanted: false });
    await queueToday(engine);
    deepEqual(await digests(engine), [
      { user_id: engine.people.admin.id, state: 'en_attente', held: true, attempts: 0 },
    ]);
    const [message] = (await claim(engine)) as [Row];
    equal(message.email, engine.people.admin.email);
    const { content } = message.digest as { content: Row[] };
    deepEqual(
      content.map(({ title }) => title),
      ['Ville de Percé'],
    );
    ok(!/Ève|eve@|Rappeler/.test(JSON.stringify(content)));
  }),
  check('the digest · nothing to say: decided once, nothing sent', async (engine) => {
    await engine.sql('update public.next_actions set done_at = now()');
    await queueToday(engine);
    await engine.sql('update public.next_actions set done_at = null');
    await queueToday(engine);
    deepEqual(
      (await digests(engine)).map(({ state }) => state),
      [null, null],
    );
    deepEqual(await claim(engine), []);
  }),
  check('the digest · never twice: leased to one, an unknown outcome is not tried again', async (engine) => {
    await queueToday(engine);
    const [first, second] = [await claim(engine), await claim(engine)].flat() as [Row, Row];
    notEqual(first.id, second.id);
    deepEqual(await claim(engine), []);
    equal(await finish(engine, first, 'accepted'), true);
    equal(await finish(engine, first, 'retry'), false);
    await wakeMessages(engine);
    deepEqual(await claim(engine), []);
    equal(await finish(engine, second, 'accepted'), false);
    deepEqual((await digests(engine)).map(({ state, held }) => [state, held]).sort(), [
      ['envoyé', false],
      ['incertain', false],
    ]);
  }),
  check(
    'the digest · a mail server that is down: tried again; yesterday’s is not sent any more',
    async (engine) => {
      await queueToday(engine);
      const [first] = await claim(engine);
      equal(await finish(engine, first ?? {}, 'retry', { reason: 'panne' }), true);
      await wakeMessages(engine);
      const again = (await Promise.all([claim(engine), claim(engine)])).flat();
      equal(again.length, 2);
      for (const digest of again) await finish(engine, digest, 'retry');
      await wakeMessages(engine);
      await engine.sql('update private.daily_digests set day = day - 1');
      await succeed(engine, 'admin', 'set_daily_digest', { wanted: false });
      await succeed(engine, 'admin2', 'set_daily_digest', { wanted: false });
      deepEqual(await claim(engine), []);
      deepEqual(
        (await digests(engine)).map(({ state }) => state),
        ['retenu', 'retenu'],
      );
    },
  ),
  check(
    'the digest · ten workers at once · each message to one',
    async (engine) => {
      await queueToday(engine);
      const workers = Array.from({ length: 10 }, () => () => claim(engine));
      const taken = (await atOnce(engine, 'public.notifications', workers)).flat();
      equal(taken.length, 2);
      equal(new Set(taken.map(({ id }) => id)).size, 2);
    },
    'simultaneity',
  ),
];
