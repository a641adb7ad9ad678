import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { underAnotherKey } from '../fixtures/hash-key.ts';
import { onEmptyDatabase } from '../fixtures/tables.ts';

/** Sends the quote request form as a visitor; each index has its own network address where the engine can choose it. */
async function sendRequest(
  engine: Engine,
  email: string,
  index: number,
  role: Role = 'visitor',
): Promise<number> {
  const answer = await engine.request(role, {
    ...{ method: 'POST', path: '/rest/v1/quote_requests', address: `198.51.100.${index}` },
    headers: { prefer: 'return=minimal' },
    body: {
      ...{ organization_name: `Municipalité ${index}`, contact_name: `Personne ${index}`, email },
      ...{ organization_type: 'ville', service_type: 'street-view' },
    },
  });
  return answer.status;
}

/** Requests put in without the form's own limits, as many visitors would over a day. */
const sendMany = (engine: Engine, count: number, first = 1) =>
  engine.sql(
    `with asked as (
       insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type)
       select 'Ville ' || n, 'Personne ' || n, 'flot' || n || '@exemple.test', 'ville', 'street-view'
       from generate_series($1::int, $1 + $2 - 1) as n returning id)
     insert into public.notifications (quote_request_id, kind) select id, 'acknowledgement' from asked`,
    [first, count],
  );

const claim = (engine: Engine, batch = 500) =>
  succeed<Row[]>(engine, 'service', 'claim_due_notifications', { batch, same_key_is_safe: false });

const toVisitors = (rows: Row[]) =>
  rows.filter(({ kind }) => kind === 'acknowledgement').map(({ email }) => email);

const finish = (engine: Engine, row: Row | undefined, outcome: string, more: Row = {}) =>
  succeed(engine, 'service', 'finish_notification', {
    ...{ notification_id: row?.id, token: row?.lease_token, outcome },
    ...more,
  });

async function stoppedKinds(engine: Engine): Promise<Row[]> {
  return engine.sql(
    `select n.state, n.kind, n.last_error, n.attempts, n.finished_at is not null as finished, q.email, q.status
       from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
      where n.state = 'retenu' order by n.created_at, q.email`,
    [],
  );
}

/** Lists the messages that stopped for a reason that an administrator can lift. */
const stoppedMessages = (engine: Engine) =>
  engine.sql(
    "select id, last_error from public.notifications where kind = 'acknowledgement' and state = 'échec'",
  );

const laterBy = (engine: Engine, hours: number) =>
  engine.sql(`update private.acknowledgements set claimed_at = claimed_at - interval '${hours} hours'`);

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    ...{ name: `attack · acknowledgements · ${name}`, object: 'notifications' },
    run: (engine) => onEmptyDatabase(engine, () => run(engine)),
  };
}

/** Attacks on the acknowledgement of the public form: nobody can make it write to somebody else. */
export const attacksOnAcknowledgements: Check[] = [
  check('of a copy put back · what waited for a day stays, and can be sent again', async (engine) => {
    await sendRequest(engine, 'visiteur@exemple.test', 1);
    await engine.sql("update public.notifications set next_attempt_at = now() - interval '25 hours'");
    deepEqual(
      (await claim(engine)).map(({ kind }) => kind),
      ['admin_notice'],
    );
    const [kept] = await stoppedMessages(engine);
    match(String(kept?.last_error), /depuis plus de 24 heures/);
    // An administrator who looked at the stopped message sends it again, and it leaves.
    await succeed(engine, 'admin', 'retry_notification', { notification_id: kept?.id });
    deepEqual(toVisitors(await claim(engine)), ['visiteur@exemple.test']);
  }),
  check('under another key of the hashes · nobody outside is written to', async (engine) => {
    await engine.sql("select private.suppress(private.email_hash('parti@exemple.test'), 'complained')");
    await sendRequest(engine, 'parti@exemple.test', 1);
    await underAnotherKey(engine, async () => {
      deepEqual(toVisitors(await claim(engine)), []);
      match(String((await stoppedMessages(engine))[0]?.last_error), /clé des désabonnements a changé/);
    });
  }),
  check(
    "words before the victim's address, with each kind of space · refused, nothing waits",
    async (engine) => {
      for (const [index, space] of ['\u00a0', '\u2007', '\u202f', ' ', '\u3000'].entries()) {
        const words = ['Gagnez', '1000$', 'sur', 'evil.example', `code${index}`, 'proie@y.example'];
        equal(await sendRequest(engine, words.join(space), index), 400);
      }
      equal(await sendRequest(engine, 'proie@y.example', 9), 201);
      deepEqual(
        (await claim(engine)).map(({ email }) => email),
        ['proie@y.example', 'proie@y.example'],
      );
    },
  ),
  check(
    'one mailbox under several spellings · one acknowledgement a day, every request kept',
    async (engine) => {
      const spellings = ['v.ictime+1@gmail.com', 'Victime@googlemail.com', 'victime+2@Gmail.com'];
      for (const [index, email] of spellings.entries()) equal(await sendRequest(engine, email, index), 201);
      equal(await sendRequest(engine, 'victime@gmail.com', 8), 429);
      deepEqual(toVisitors(await claim(engine)), ['v.ictime+1@gmail.com']);
      const kept = await stoppedKinds(engine);
      deepEqual(
        kept.map(({ email, kind, status, finished, attempts }) => [email, kind, status, finished, attempts]),
        spellings
          .slice(1)
          .sort()
          .map((email) => [email, 'acknowledgement', 'nouveau', true, 0]),
      );
      match(String(kept[0]?.last_error), /déjà reçu un accusé de réception/);
      await laterBy(engine, 25);
      await engine.sql('delete from private.request_rate_limits');
      equal(await sendRequest(engine, 'victime@gmail.com', 9), 201);
      deepEqual(toVisitors(await claim(engine)), ['victime@gmail.com']);
    },
  ),
  check('deleting the request · its mailbox gets no second acknowledgement', async (engine) => {
    await sendRequest(engine, 'eve@exemple.test', 1);
    equal(toVisitors(await claim(engine)).length, 1);
    await engine.sql('delete from public.quote_requests');
    await sendRequest(engine, 'eve+encore@exemple.test', 2);
    deepEqual(toVisitors(await claim(engine)), []);
  }),
  check('a retry, by itself or by hand · is the same acknowledgement', async (engine) => {
    await sendRequest(engine, 'eve@exemple.test', 1);
    const first = (await claim(engine)).find(({ kind }) => kind === 'acknowledgement');
    await finish(engine, first, 'retry', { reason: 'serveur absent' });
    await engine.sql(
      "update public.notifications set next_attempt_at = now() - interval '1 second' where id = $1",
      [first?.id],
    );
    const again = (await claim(engine)).find(({ id }) => id === first?.id);
    await finish(engine, again, 'rejected', { reason: 'refusé' });
    equal(await succeed(engine, 'admin', 'retry_notification', { notification_id: first?.id }), true);
    deepEqual(toVisitors(await claim(engine)), ['eve@exemple.test']);
  }),
  check('ceilings of all · 60 in an hour, 300 in a day, the rest held back', async (engine) => {
    await sendMany(engine, 65);
    equal((await claim(engine)).length, 60);
    const overHour = await stoppedKinds(engine);
    equal(overHour.length, 5);
    match(String(overHour[0]?.last_error), /60 accusés de réception par heure/);
    for (let hour = 1; hour <= 5; hour++) {
      await laterBy(engine, 2);
      await sendMany(engine, 60, hour * 100);
      equal((await claim(engine)).length, hour < 5 ? 60 : 0, `hour ${hour}`);
    }
    match(String((await stoppedKinds(engine)).at(-1)?.last_error), /300 accusés de réception par jour/);
    // The notices to the team have no ceiling.
    await sendRequest(engine, 'eve@exemple.test', 1);
    deepEqual(
      (await claim(engine)).map(({ kind }) => kind),
      ['admin_notice'],
    );
  }),
  check('after a flood · 200 held back in a call, and the next one goes on', async (engine) => {
    await sendMany(engine, 60);
    equal((await claim(engine)).length, 60);
    await sendMany(engine, 201, 100);
    deepEqual(await claim(engine, 1), []);
    equal((await stoppedKinds(engine)).length, 200);
    await sendRequest(engine, 'eve@exemple.test', 1);
    deepEqual(
      (await claim(engine, 1)).map(({ kind }) => kind),
      ['admin_notice'],
    );
  }),
  check(
    'an address that bounced or complained · none, and why; one that unsubscribed · still one',
    async (engine) => {
      for (const [index, reason] of ['bounced', 'complained', 'unsubscribed'].entries()) {
        await succeed(engine, 'service', 'suppress_address', { address: `${reason}@exemple.test`, reason });
        await sendRequest(engine, `${reason}@exemple.test`, index);
      }
      deepEqual(toVisitors(await claim(engine)), ['unsubscribed@exemple.test']);
      deepEqual(
        (await stoppedKinds(engine)).map(({ email, last_error }) => [email, last_error]),
        [
          ['bounced@exemple.test', 'Cette adresse est en erreur permanente.'],
          ['complained@exemple.test', 'Cette personne a signalé un message comme indésirable.'],
        ],
      );
    },
  ),
  check('one that may have arrived and must not be sent again · « incertain »', async (engine) => {
    await sendRequest(engine, 'eve@exemple.test', 1);
    const first = (await claim(engine)).find(({ kind }) => kind === 'acknowledgement');
    await finish(engine, first, 'retry', { reason: 'sans réponse', arrival_possible: true });
    await succeed(engine, 'service', 'suppress_address', {
      address: 'eve@exemple.test',
      reason: 'complained',
    });
    await engine.sql("update public.notifications set next_attempt_at = now() - interval '1 second'", []);
    const answer = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
      ...{ batch: 9, same_key_is_safe: true },
    });
    deepEqual(toVisitors(answer), []);
    const [row] = await engine.sql('select state from public.notifications where id = $1', [first?.id]);
    equal(row?.state, 'incertain');
  }),
  check(
    'what comes back about one · a suppression, by the tag or by the id of the provider',
    async (engine) => {
      const report = (kind: string, more: Row) =>
        succeed<boolean>(engine, 'service', 'record_email_event', {
          ...{ event_id: `e-${kind}-${more.send ?? ''}`, send: null, provider_message: null, kind },
          ...{ occurred_at: '2026-11-20T15:00:00Z', ...more },
        });
      for (const [index, name] of ['tag', 'id', 'refus', 'doux'].entries())
        await sendRequest(engine, `${name}@exemple.test`, index);
      const rows = await claim(engine);
      for (const row of rows) await finish(engine, row, 'accepted', { sent_as: `${row.kind}-${row.email}` });
      const of = (email: string, kind = 'acknowledgement') =>
        rows.find((row) => row.email === email && row.kind === kind)?.id;
      equal(await report('complained', { send: of('tag@exemple.test'), provider_message: 'autre' }), true);
      equal(await report('bounced', { provider_message: 'acknowledgement-id@exemple.test' }), true);
      equal(await report('suppressed', { send: of('refus@exemple.test') }), true);
      equal(await report('soft_bounced', { send: of('doux@exemple.test') }), false);
      // When the administrator's own mailbox bounces, no visitor is suppressed for it.
      equal(await report('bounced', { send: of('doux@exemple.test', 'admin_notice') }), false);
      equal(await report('bounced', { provider_message: 'inconnu' }), false);
      const suppressed = await engine.sql<{ email: string; reason: string }>(
        `select q.email, s.reason from public.suppressions s
         join public.quote_requests q on private.email_hash(q.email) = s.email_hash order by 1`,
        [],
      );
      deepEqual(
        suppressed.map(({ email, reason }) => [email, reason]),
        [
          ['id@exemple.test', 'bounced'],
          ['refus@exemple.test', 'bounced'],
          ['tag@exemple.test', 'complained'],
        ],
      );
    },
  ),
  check('limits · keyed hashes: the plain hash of an address finds nothing', async (engine) => {
    await sendRequest(engine, 'eve@exemple.test', 1);
    await claim(engine);
    const plain = await engine.sql(
      `with guesses as (
         select encode(sha256(convert_to(kind || address, 'UTF8')), 'hex') as key
         from unnest(array['', 'email:', 'mailbox:', 'address:']) as kind,
           unnest(array['eve@exemple.test', '198.51.100.1', '127.0.0.1', 'unknown']) as address)
       select key from private.request_rate_limits join guesses using (key)
       union all select mailbox from private.acknowledgements join guesses on mailbox = key`,
      [],
    );
    deepEqual(plain, []);
    const [kept] = await engine.sql('select mailbox from private.acknowledgements', []);
    match(String(kept?.mailbox), /^[0-9a-f]{64}$/);
    equal((await engine.sql('select * from private.request_rate_limits')).length, 2);
  }),
];
