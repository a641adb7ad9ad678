import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { answerDue } from '../../../src/admin/kit/lib/business-hours.ts';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, plantParents, reset } from '../fixtures/tables.ts';

const contacts = rowFactoryOf('contacts');
const quotes = rowFactoryOf('quote_requests');
const trips = rowFactoryOf('trip_plans');
const prospects = rowFactoryOf('suggested_prospects');
const tours = rowFactoryOf('virtual_tours');

const today = "(now() at time zone 'America/Toronto')::date";

async function dayFromToday(engine: Engine, days: number): Promise<string> {
  const [row] = await engine.sql<{ day: string }>(`select (${today} + $1::int)::text as day`, [days]);
  return row?.day ?? '';
}

/** An open request that came so many days ago, and a contact. */
async function plantRecords(engine: Engine): Promise<{ contact: string; request: string; trip: string }> {
  for (const factory of [contacts, quotes, trips]) await plantParents(engine, factory);
  await insert(engine, contacts, {
    ...contacts.row(0, engine.people),
    id: ids.contact,
    email: 'a@exemple.test',
  });
  await insert(engine, quotes, {
    ...{ ...quotes.row(0, engine.people), id: ids.request, contact_id: ids.contact, anonymised_at: null },
    ...{ organization_name: 'Ville de Percé', email: 'a@exemple.test' },
  });
  await insert(engine, trips, { ...trips.row(0, engine.people), id: ids.trip });
  return ids;
}

const ids = {
  contact: 'f1000000-0000-4000-8000-000000000001',
  request: 'f1000000-0000-4000-8000-000000000002',
  trip: 'f1000000-0000-4000-8000-000000000003',
};

const plan = async (engine: Engine, more: Row = {}) => ({
  ...{ target: 'contact', target_id: ids.contact, title: 'Relancer' },
  ...{ due_on: await dayFromToday(engine, 0), ...more },
});

const allActions = (engine: Engine) =>
  engine.sql(
    'select id, title, done_at is not null as done from public.next_actions order by created_at, id',
  );

const items = async (engine: Engine, kind?: string, role: Role = 'admin') =>
  ((await succeed(engine, role, 'today_items')) as Row[]).filter((item) => !kind || item.kind === kind);

function check(
  name: string,
  run: (engine: Engine) => Promise<void>,
  more: { object?: string; needs?: Check['needs'] } = {},
): Check {
  return {
    ...{ name: `attack · today · ${name}`, object: 'next_actions' },
    ...more,
    run: async (engine) => {
      try {
        await plantRecords(engine);
        await run(engine);
      } finally {
        await reset(engine);
      }
    },
  };
}

const adminFunctions: [string, Row][] = [
  ['plan_next_action', { target: 'contact', target_id: ids.contact, title: 'x', due_on: '2031-01-01' }],
  ['finish_next_action', { action: ids.contact }],
  ['postpone_next_action', { action: ids.contact, until: '2031-01-01' }],
  ['remove_next_action', { action: ids.contact }],
  ['postpone_item', { kind: 'draft', record_id: ids.contact, until: '2031-01-01' }],
  ['today_preferences', {}],
  ['set_daily_digest', { wanted: false }],
  ['create_calendar_feed', {}],
  ['revoke_calendar_feed', {}],
];

const serverFunctions: [string, Row][] = [
  ['calendar_feed', { token: 'x' }],
  ['queue_daily_digests', {}],
];

/** Attacks on next actions, « Aujourd'hui » and the agenda feed. */
export const attacksOnToday: Check[] = [
  check(
    'functions · visitor, signed-in user, reader and secret key refused, nothing written; a reader sees the list',
    async (engine) => {
      for (const [name, body] of adminFunctions)
        for (const role of ['visitor', 'user', 'reader', 'service'] as const)
          equal((await rpc(engine, role, name, body)).status >= 400, true, `${name} by ${role}`);
      for (const [name, body] of serverFunctions)
        for (const role of ['visitor', 'user', 'reader', 'admin'] as const)
          equal((await rpc(engine, role, name, body)).status >= 400, true, `${name} by ${role}`);
      for (const name of ['today_items', 'action_owners']) {
        equal((await rpc(engine, 'visitor', name)).status, 401);
        equal((await rpc(engine, 'service', name)).status, 403);
        deepEqual(await succeed(engine, 'user', name), []);
        // A reader sees what an administrator sees.
        const seen = (await succeed(engine, 'admin', name)) as Row[];
        notEqual(seen.length, 0);
        deepEqual(await succeed(engine, 'reader', name), seen);
      }
      deepEqual(await allActions(engine), []);
      deepEqual(await engine.sql('select * from private.today_preferences'), []);
    },
  ),
  check('one open action per record; what is done stays as history', async (engine) => {
    const first = await succeed(engine, 'admin', 'plan_next_action', await plan(engine));
    const changed = await plan(engine, { title: ' Rappeler ', kind: 'appeler', due_time: '09:30' });
    equal(await succeed(engine, 'admin2', 'plan_next_action', changed), first);
    equal(await succeed(engine, 'admin', 'finish_next_action', { action: first }), true);
    equal(await succeed(engine, 'admin', 'finish_next_action', { action: first }), false);
    const second = await succeed(
      engine,
      'admin',
      'plan_next_action',
      await plan(engine, { title: 'Envoyer le devis' }),
    );
    deepEqual(
      (await allActions(engine)).map(({ title, done: isDone }) => [title, isDone]),
      [
        ['Rappeler', true],
        ['Envoyer le devis', false],
      ],
    );
    const undone = await rpc(engine, 'admin', 'finish_next_action', { action: first, done: false });
    equal(undone.status, 409);
    match(undone.text, /Une autre action/);
    equal(await succeed(engine, 'admin', 'remove_next_action', { action: first }), false);
    equal(await succeed(engine, 'admin', 'remove_next_action', { action: second }), true);
    equal(await succeed(engine, 'admin', 'finish_next_action', { action: first, done: false }), true);
    equal((await allActions(engine)).length, 1);
  }),
  check(
    'refused · a stranger as owner, no such record, an anonymised request, a text of two lines',
    async (engine) => {
      const refused = async (more: Row) =>
        (await rpc(engine, 'admin', 'plan_next_action', await plan(engine, more))).status;
      equal(await refused({ owner: engine.people.user.id }), 409);
      equal(await refused({ target_id: ids.trip }), 404);
      equal(await refused({ target: 'campaign' }), 400);
      equal(await refused({ title: 'a\nb' }), 400);
      equal(await refused({ title: ' ' }), 400);
      await engine.sql('update public.quote_requests set anonymised_at = now() where id = $1', [ids.request]);
      equal(await refused({ target: 'quote_request', target_id: ids.request }), 404);
      deepEqual(await allActions(engine), []);
      await succeed(
        engine,
        'admin',
        'plan_next_action',
        await plan(engine, { owner: engine.people.admin2.id }),
      );
    },
  ),
  check(
    'ten people plan for one record at once · one open action',
    async (engine) => {
      const body = await plan(engine);
      const presses = Array.from(
        { length: 10 },
        (_, index) => () => rpc(engine, 'admin', 'plan_next_action', { ...body, title: `n° ${index}` }),
      );
      const answers = await atOnce(engine, 'public.next_actions', presses);
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      equal((await allActions(engine)).length, 1);
    },
    { needs: 'simultaneity' },
  ),
  check('actions go with their record and with the personal data of their request', async (engine) => {
    for (const [target, target_id] of [
      ['quote_request', ids.request],
      ['trip_plan', ids.trip],
      ['contact', ids.contact],
    ])
      await succeed(engine, 'admin', 'plan_next_action', await plan(engine, { target, target_id }));
    const copy = (await succeed(engine, 'admin', 'export_person', { contact: ids.contact })) as {
      next_actions: Row[];
    };
    equal(copy.next_actions.length, 2);
    await succeed(engine, 'admin', 'anonymise_quote_requests', { ids: [ids.request] });
    equal((await allActions(engine)).length, 2);
    await engine.sql('delete from public.trip_plans where id = $1', [ids.trip]);
    equal((await allActions(engine)).length, 1);
    await succeed(engine, 'admin', 'erase_person', { contact: ids.contact });
    deepEqual(await allActions(engine), []);
  }),
  check(
    'the promise of an answer · SQL and the screens agree on moments of two years, holidays and clock changes in',
    async (engine) => {
      const start = Date.parse('2026-01-01T05:17:00Z');
      const many = proofSize(600, 3_000);
      const apart = (3_000 / many) * 5.87 * 3_600_000;
      const moments = Array.from({ length: many }, (_, index) =>
        new Date(start + index * apart).toISOString(),
      );
      const rows = await engine.sql<{ due: string }>(
        `select to_char(private.answer_due(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due
         from unnest($1::timestamptz[]) with ordinality as given (at, line) order by line`,
        [moments],
      );
      deepEqual(
        rows.map(({ due }) => due),
        moments.map((moment) => answerDue(new Date(moment)).toISOString()),
      );
    },
    { object: 'functions' },
  ),
  check('the order · late first, then what is soon, then the rest; each what it says', async (engine) => {
    await insert(engine, tours, {
      ...tours.row(2, engine.people),
      id: ids.trip,
      slug: 'brouillon',
      status: 'draft',
    });
    await engine.sql('update public.quote_requests set created_at = now() where id = $1', [ids.request]);
    const action = await succeed(
      engine,
      'admin',
      'plan_next_action',
      await plan(engine, { due_on: await dayFromToday(engine, -1), kind: 'appeler' }),
    );
    const [first] = await items(engine);
    deepEqual(
      [first?.kind, first?.record_id, first?.urgency, first?.target, first?.target_id, first?.detail],
      ['action', action, 0, 'contact', ids.contact, contacts.row(0, engine.people).company],
    );
    equal(first?.phone, contacts.row(0, engine.people).phone);
    const ranks = (await items(engine)).map(({ urgency }) => Number(urgency));
    deepEqual(ranks, [...ranks].sort());
    deepEqual(
      (await items(engine, 'request')).map(({ record_id, title, urgency }) => [record_id, title, urgency]),
      [[ids.request, 'Ville de Percé', 2]],
    );
    deepEqual(
      (await items(engine, 'draft')).map(({ title }) => title),
      [tours.row(2, engine.people).title],
    );
    await engine.sql(
      `insert into public.virtual_tours (title, slug, url, status)
       select 'Visite ' || n, 'visite-' || n, 'https://visites.exemple.test/', 'draft' from generate_series(1, 5) as n`,
    );
    deepEqual(await items(engine, 'draft'), []);
    deepEqual(
      (await items(engine, 'drafts')).map(({ amount }) => amount),
      [6],
    );
    await succeed(engine, 'admin', 'postpone_next_action', { action, until: await dayFromToday(engine, 1) });
    deepEqual(await items(engine, 'action'), []);
    await engine.sql(
      "update public.quote_requests set created_at = now() - interval '30 days' where id = $1",
      [ids.request],
    );
    equal((await items(engine, 'request'))[0]?.urgency, 0);
    await engine.sql("update public.quote_requests set status = 'répondu' where id = $1", [ids.request]);
    deepEqual(await items(engine, 'request'), []);
  }),
  check(
    'the first trip with prospects to decide · counts its own, not those of another trip',
    async (engine) => {
      const later = 'f1000000-0000-4000-8000-000000000004';
      await insert(engine, trips, { ...trips.row(1, engine.people), id: later });
      for (const [trip, days] of [
        [ids.trip, 3],
        [later, 20],
      ] as const) {
        await engine.sql(
          `update public.trip_plans set status = 'planifié', start_date = ${today} + $2::int, end_date = ${today} + $2::int
          where id = $1`,
          [trip, days],
        );
      }
      for (const [index, trip] of [ids.trip, later, later].entries()) {
        await insert(engine, prospects, {
          ...{ ...prospects.row(index, engine.people), trip_plan_id: trip, status: 'pending' },
          ...{ contact_id: null, external_id: `osm:node/${index}`, origin: 'osm' },
        });
      }
      deepEqual(
        (await items(engine, 'trip')).map(({ record_id, amount }) => [record_id, amount]),
        [[ids.trip, 1]],
      );
      await engine.sql("update public.suggested_prospects set status = 'accepted' where trip_plan_id = $1", [
        ids.trip,
      ]);
      deepEqual(
        (await items(engine, 'trip')).map(({ record_id, amount }) => [record_id, amount]),
        [[later, 2]],
      );
    },
  ),
  check('a trip that is over · is recalled for two months, until somebody closes it', async (engine) => {
    const over = async (days: number) => {
      await engine.sql(
        `update public.trip_plans set status = 'confirmé', start_date = ${today} - $2::int, end_date = ${today} - $2::int
          where id = $1`,
        [ids.trip, days],
      );
      return (await items(engine, 'trip_over')).map(({ record_id }) => record_id);
    };
    deepEqual(
      [await over(0), await over(1), await over(60), await over(61)],
      [[], [ids.trip], [ids.trip], []],
    );
    await over(1);
    await engine.sql("update public.trip_plans set status = 'terminé' where id = $1", [ids.trip]);
    deepEqual(await items(engine, 'trip_over'), []);
  }),
  check(
    'put off · for the whole team, until the day; brought back by null or by the day itself',
    async (engine) => {
      const tomorrow = await dayFromToday(engine, 1);
      const put = async (until: string | null) =>
        succeed(engine, 'admin', 'postpone_item', { kind: 'request', record_id: ids.request, until });
      const state = async (role: Role) => (await items(engine, 'request', role))[0]?.postponed_until;
      await put(tomorrow);
      deepEqual([await state('admin'), await state('admin2')], [tomorrow, tomorrow]);
      await put(null);
      equal(await state('admin'), null);
      await put(tomorrow);
      await engine.sql(`update public.postponed_items set until = ${today}`);
      equal(await state('admin'), null);
      await put(await dayFromToday(engine, 0));
      deepEqual(await engine.sql('select * from public.postponed_items'), []);
    },
    { object: 'postponed_items' },
  ),
];
