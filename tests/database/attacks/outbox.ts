import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, onEmptyDatabase, snapshot, withRows } from '../fixtures/tables.ts';

const notifications = rowFactoryOf('notifications');
const quotes = rowFactoryOf('quote_requests');

const form = (index: number): Row => ({
  ...{ organization_name: `Municipalité ${index}`, contact_name: `Personne ${index}` },
  ...{ email: `visiteur-${index}@exemple.test`, organization_type: 'ville', service_type: 'street-view' },
});

function send(engine: Engine, index = 0, role: Role = 'visitor'): Promise<Answer> {
  const headers = { prefer: 'return=minimal' };
  return engine.request(role, {
    method: 'POST',
    path: '/rest/v1/quote_requests',
    body: form(index),
    headers,
  });
}

async function claim(engine: Engine, batch = 10, sameKeyIsSafe = false): Promise<Row[]> {
  const answer = await rpc(engine, 'service', 'claim_due_notifications', {
    ...{ batch, same_key_is_safe: sameKeyIsSafe },
  });
  equal(answer.status, 200, answer.text);
  return answer.body as Row[];
}

async function finish(engine: Engine, row: Row, outcome: string, rest: Row = {}): Promise<unknown> {
  const body = { notification_id: row.id, token: row.lease_token, outcome, ...rest };
  const answer = await rpc(engine, 'service', 'finish_notification', body);
  equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Reads a row of the outbox, with the seconds until its next attempt. */
async function stateOf(engine: Engine, id: unknown): Promise<Row> {
  const [row] = await engine.sql(
    `select state, attempts, last_error, provider_id, may_have_arrived, lease_token is not null as held,
            finished_at is not null as finished, round(extract(epoch from next_attempt_at - now()))::int as wait
       from public.notifications where id = $1`,
    [id],
  );
  return row ?? {};
}

const comeDue = (engine: Engine) =>
  engine.sql("update public.notifications set next_attempt_at = now() - interval '1 second'", []);

function check(
  name: string,
  run: (engine: Engine) => Promise<void>,
  more: { object?: string; needs?: Check['needs'] } = {},
): Check {
  return {
    ...{ name: `attack · outbox · ${name}`, object: 'notifications' },
    ...more,
    run: (engine) => onEmptyDatabase(engine, () => run(engine)),
  };
}

/** The outbox of small e-mails: who may move it, and that nothing is sent twice or lost. */
export const attacksOnTheOutbox: Check[] = [
  check(
    "a visitor's request · two e-mails waiting; put in by the secret key or in SQL · none",
    async (engine) => {
      equal((await send(engine)).status, 201);
      equal((await send(engine, 1, 'user')).status, 201);
      equal((await send(engine, 2, 'service')).status, 201);
      await insert(engine, quotes, { ...form(3) });
      const rows = await engine.sql(
        `select q.email, n.kind, n.state from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
          order by 1, 2`,
        [],
      );
      deepEqual(
        rows.map(({ email, kind, state }) => [email, kind, state]),
        [0, 1].flatMap((index) =>
          ['admin_notice', 'acknowledgement'].map((kind) => [
            `visiteur-${index}@exemple.test`,
            kind,
            'en_attente',
          ]),
        ),
      );
    },
    { object: 'quote_requests' },
  ),
  check(
    "broken outbox · the visitor's request passes all the same",
    async (engine) => {
      await engine.sql('alter table public.notifications rename column kind to away');
      try {
        equal((await send(engine)).status, 201);
      } finally {
        await engine.sql('alter table public.notifications rename column away to kind');
      }
      deepEqual(
        [(await snapshot(engine, quotes)).length, (await snapshot(engine, notifications)).length],
        [1, 0],
      );
    },
    { object: 'quote_requests' },
  ),
  check(
    'claim and finish · visitor, signed-in user, administrator · refused, nothing moves',
    async (engine) => {
      await send(engine);
      const before = await snapshot(engine, notifications);
      const row = { notification_id: before[0]?.id, token: before[0]?.id, outcome: 'accepted' };
      for (const role of ['visitor', 'user', 'admin'] as const) {
        const claimed = await rpc(engine, role, 'claim_due_notifications', {
          ...{ batch: 5, same_key_is_safe: false },
        });
        ok(claimed.status >= 400 && claimed.status < 500, claimed.text);
        equal((claimed.body as Row).code, '42501', claimed.text);
        const finished = await rpc(engine, role, 'finish_notification', row);
        equal((finished.body as Row).code, '42501', finished.text);
      }
      deepEqual(await snapshot(engine, notifications), before);
      equal((await claim(engine)).length, 2);
    },
  ),
  check('an e-mail claimed · with its request, for a minute, by one worker', async (engine) => {
    await send(engine);
    const claimed = await claim(engine);
    deepEqual(claimed.map(({ kind }) => kind).sort(), ['acknowledgement', 'admin_notice']);
    for (const row of claimed) {
      equal(row.email, 'visiteur-0@exemple.test');
      equal((row.quote_request as Row).organization_name, 'Municipalité 0');
      const { attempts, held, wait } = await stateOf(engine, row.id);
      deepEqual([attempts, held], [1, true]);
      ok(Number(wait) > 50 && Number(wait) <= 60, `lease of ${wait} s`);
    }
    deepEqual(await claim(engine), []);
    equal(await finish(engine, claimed[0] as Row, 'accepted', { sent_as: 'abc' }), true);
    const { state, provider_id, finished, held } = await stateOf(engine, claimed[0]?.id);
    deepEqual([state, provider_id, finished, held], ['envoyé', 'abc', true, false]);
    await comeDue(engine);
    equal((await claim(engine, 10, true)).length, 1);
  }),
  check('finish with another token, or twice · no effect', async (engine) => {
    await send(engine);
    const [row] = (await claim(engine, 1)) as [Row];
    equal(await finish(engine, { ...row, lease_token: row.id }, 'accepted'), false);
    equal((await stateOf(engine, row.id)).state, 'en_attente');
    equal(await finish(engine, row, 'rejected', { reason: 'adresse inconnue' }), true);
    equal(await finish(engine, row, 'accepted'), false);
    const { state, last_error } = await stateOf(engine, row.id);
    deepEqual([state, last_error], ['échec', 'adresse inconnue']);
    const nonsense = { notification_id: row.id, token: row.lease_token, outcome: 'peut-être' };
    await comeDue(engine);
    const [other] = (await claim(engine, 1)) as [Row];
    const answer = await rpc(engine, 'service', 'finish_notification', {
      ...nonsense,
      ...{ notification_id: other.id, token: other.lease_token },
    });
    match(answer.text, /Unknown outcome/);
  }),
  check('retries · 10 s, 30 s, 90 s … one hour, then « échec » at the 24th', async (engine) => {
    await send(engine);
    const [{ id }] = (await claim(engine, 1)) as [Row];
    await engine.sql('delete from public.notifications where id <> $1', [id]);
    await engine.sql('update public.notifications set lease_token = null, attempts = 0', []);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 24; attempt++) {
      await comeDue(engine);
      const [row] = (await claim(engine, 1)) as [Row];
      await finish(engine, row, 'retry', { reason: 'serveur absent' });
      const { state, wait } = await stateOf(engine, id);
      equal(state, attempt < 24 ? 'en_attente' : 'échec', `attempt ${attempt}`);
      if (attempt < 24) waits.push(Number(wait));
    }
    deepEqual(waits.slice(0, 7), [10, 30, 90, 270, 810, 2430, 3600]);
    equal(Math.max(...waits), 3600);
  }),
  check(
    'retries after a message that may have arrived · « incertain » in the end, never « échec »',
    async (engine) => {
      await send(engine);
      const [row] = (await claim(engine, 1, true)) as [Row];
      await engine.sql('update public.notifications set attempts = 24 where id = $1', [row.id]);
      await finish(engine, row, 'retry', { reason: 'sans réponse', arrival_possible: true });
      equal((await stateOf(engine, row.id)).state, 'incertain');
    },
  ),
  check('waiting and pausing · do not count as an attempt', async (engine) => {
    await send(engine);
    const [first, second] = (await claim(engine)) as [Row, Row];
    await finish(engine, first, 'wait', { wait_seconds: 120 });
    await finish(engine, second, 'pause', { reason: 'clé refusée' });
    const [waiting, paused] = [await stateOf(engine, first.id), await stateOf(engine, second.id)];
    deepEqual([waiting.attempts, waiting.wait, paused.attempts, paused.wait], [0, 120, 0, 300]);
    deepEqual([waiting.held, paused.held, paused.last_error], [false, false, 'clé refusée']);
  }),
  check(
    'the worker disappears · without an idempotency key, « incertain » and never taken again',
    async (engine) => {
      await send(engine);
      const lost = await claim(engine);
      await comeDue(engine);
      deepEqual(await claim(engine), []);
      for (const { id } of lost) equal((await stateOf(engine, id)).state, 'incertain');
      // The report of the first worker comes after its lease was given to another one, and is ignored.
      equal(await finish(engine, lost[0] as Row, 'accepted'), false);
    },
  ),
  check(
    'the worker disappears · with an idempotency key, taken again for 23 hours, then « incertain »',
    async (engine) => {
      await send(engine);
      const [lost] = await claim(engine, 10, true);
      await comeDue(engine);
      const again = await claim(engine, 10, true);
      equal(again.length, 2);
      notEqual(again.find(({ id }) => id === lost?.id)?.lease_token, lost?.lease_token);
      await comeDue(engine);
      await engine.sql(
        "update public.notifications set first_attempt_at = now() - interval '23 hours 1 minute'",
        [],
      );
      deepEqual(await claim(engine, 10, true), []);
      equal((await stateOf(engine, lost?.id)).state, 'incertain');
    },
  ),
  check('send again · an administrator, and only what failed', async (engine) => {
    await send(engine);
    const [failed, sent] = (await claim(engine)) as [Row, Row];
    await finish(engine, failed, 'rejected', { reason: 'refusé' });
    await finish(engine, sent, 'accepted');
    for (const role of ['visitor', 'user', 'service'] as const) {
      const answer = await rpc(engine, role, 'retry_notification', { notification_id: failed.id });
      equal((answer.body as Row).code, '42501', answer.text);
      equal((await stateOf(engine, failed.id)).state, 'échec');
    }
    const retry = (row: Row) => rpc(engine, 'admin', 'retry_notification', { notification_id: row.id });
    deepEqual([(await retry(failed)).body, (await retry(sent)).body], [true, false]);
    deepEqual(
      (await claim(engine)).map(({ id }) => id),
      [failed.id],
    );
  }),
  check(
    '30 workers claim at once · each e-mail goes to one',
    async (engine) => {
      for (let index = 0; index < 10; index++) await send(engine, index);
      const workers = Array.from({ length: 30 }, () => () => claim(engine, 1));
      const taken = (await atOnce(engine, 'public.notifications', workers)).flat().map(({ id }) => id);
      equal(taken.length, 20);
      equal(new Set(taken).size, 20);
    },
    { needs: 'simultaneity' },
  ),
  {
    name: 'attack · outbox · the hosted call · with the secret of the vault; without it, none',
    object: 'notifications',
    run: (engine) =>
      withRows(engine, notifications, [], async () => {
        await engine.sql('select private.call_dispatcher()');
        await engine.sql(`
          create schema vault; create schema net;
          create table vault.decrypted_secrets (name text, decrypted_secret text);
          create table net.posted (url text, body jsonb, headers jsonb, timeout_ms integer);
          create function net.http_post(url text, body jsonb, headers jsonb, timeout_milliseconds integer)
          returns bigint language sql as 'insert into net.posted values ($1, $2, $3, $4) returning 1::bigint';
        `);
        try {
          await engine.sql('select private.call_dispatcher()');
          await engine.sql("insert into vault.decrypted_secrets values ('dispatch_url', 'https://x.test/f')");
          await engine.sql('select private.call_dispatcher()');
          deepEqual(await engine.sql('select * from net.posted', []), []);
          await engine.sql("insert into vault.decrypted_secrets values ('dispatch_secret', 'mot')");
          await engine.sql('select private.call_dispatcher()');
          deepEqual(await engine.sql('select * from net.posted', []), [
            {
              ...{ url: 'https://x.test/f', body: {}, timeout_ms: 90000 },
              headers: { 'content-type': 'application/json', 'x-dispatch-secret': 'mot' },
            },
          ]);
        } finally {
          await engine.sql('drop schema vault cascade; drop schema net cascade');
        }
      }),
  },
];
