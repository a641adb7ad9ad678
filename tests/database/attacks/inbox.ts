import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { plant, snapshot, withRows } from '../fixtures/tables.ts';

const quotes = rowFactoryOf('quote_requests');
const contacts = rowFactoryOf('contacts');
const consents = rowFactoryOf('consent_events');

const idOf = (engine: Engine, index: number) => quotes.row(index, engine.people).id as string;

const convert = (engine: Engine, index = 0, role: Role = 'admin', more: Row = {}) =>
  rpc(engine, role, 'convert_quote_to_contact', {
    ...{ quote_id: idOf(engine, index), contact_city: ' Percé ', contact_region: 'Gaspésie', ...more },
  });

/** Requests 0 to 2, none converted, answered or anonymised. */
function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    ...{ name: `attack · inbox · ${name}`, object: 'quote_requests', needs },
    run: (engine) =>
      withRows(engine, quotes, [0, 1, 2], async () => {
        await engine.sql(
          'update public.quote_requests set contact_id = null, anonymised_at = null, answered_at = null',
          [],
        );
        await engine.sql('delete from public.contacts', []);
        await run(engine);
      }),
  };
}

async function readEverything(engine: Engine): Promise<Row[][]> {
  const tables = [quotes, contacts, consents, rowFactoryOf('notifications')];
  const all: Row[][] = [];
  for (const table of tables) all.push(await snapshot(engine, table));
  return all;
}

/** Attacks on the inbox functions that write columns the API may not; only an administrator may call them. */
export const attacksOnTheInbox: Check[] = [
  check(
    'convert, anonymise, delete · visitor, signed-in user, secret key · refused, nothing moves',
    async (engine) => {
      const before = await readEverything(engine);
      for (const role of ['visitor', 'user', 'service'] as const) {
        const ids = [idOf(engine, 0)];
        const answers = [
          await convert(engine, 0, role),
          await rpc(engine, role, 'anonymise_quote_requests', { ids }),
          await rpc(engine, role, 'move_to_trash', { kind: 'quote_requests', ids }),
        ];
        for (const answer of answers) equal((answer.body as Row).code, '42501', `${role}: ${answer.text}`);
      }
      deepEqual(await readEverything(engine), before);
      equal((await convert(engine)).status, 200);
    },
  ),
  check('convert three times · one contact, one consent, the same answer', async (engine) => {
    const answers = [await convert(engine), await convert(engine), await convert(engine, 0, 'admin2')];
    const [contact, ...others] = await snapshot(engine, contacts);
    equal(others.length, 0);
    deepEqual(
      answers.map(({ body }) => body),
      [contact?.id, contact?.id, contact?.id],
    );
    const { name, company, email, phone, city, region, sector, status, user_id } = contact ?? {};
    deepEqual(
      [name, company, email, phone, city, region, sector, status, user_id],
      [
        ...['Personne 0', 'Municipalité 0', 'demande0@exemple.test', '418 555-0100', 'Percé', 'Gaspésie'],
        ...['municipalité', 'nouveau', engine.people.admin.id],
      ],
    );
    equal(contact?.notes, 'Demande de soumission du 2030-01-01\nMessage 0');
    const [proof, ...more] = await snapshot(engine, consents);
    equal(more.length, 0);
    deepEqual([proof?.contact_id, proof?.email, proof?.recorded_by], [contact?.id, email, user_id]);
    equal(proof?.occurred_at, '2030-01-01T10:00:00.000Z');
  }),
  check(
    'convert · the ticked box gives an express consent with its wording, otherwise the inquiry alone',
    async (engine) => {
      await engine.sql(
        "update public.quote_requests set marketing_consent_version = '2026-11-21' where id = $1",
        [idOf(engine, 0)],
      );
      await engine.sql('update public.quote_requests set marketing_consent_version = null where id = $1', [
        idOf(engine, 1),
      ]);
      const more = { consent_wording: 'J’accepte.' };
      equal((await convert(engine, 0, 'admin', more)).status, 200);
      equal((await convert(engine, 1, 'admin', more)).status, 200);
      const proofs = await engine.sql(
        'select basis, wording, wording_version from public.consent_events order by email',
        [],
      );
      deepEqual(proofs, [
        { basis: 'express', wording: 'J’accepte.', wording_version: '2026-11-21' },
        { basis: 'inquiry', wording: null, wording_version: null },
      ]);
    },
  ),
  check('convert · an e-mail already known, case aside, is linked and not changed', async (engine) => {
    await plant(engine, contacts, { ...contacts.row(2, engine.people), email: 'DEMANDE0@exemple.test' });
    const before = await snapshot(engine, contacts);
    const answer = await convert(engine);
    equal(answer.body, before[0]?.id);
    deepEqual(await snapshot(engine, contacts), before);
    const linked = (await snapshot(engine, quotes)).find(({ id }) => id === idOf(engine, 0));
    equal(linked?.contact_id, before[0]?.id);
  }),
  check('convert · without city and region, or a request anonymised or absent · nothing', async (engine) => {
    const blank = await convert(engine, 0, 'admin', { contact_city: ' ' });
    match(blank.text, /contacts_city_length/);
    await rpc(engine, 'admin', 'anonymise_quote_requests', { ids: [idOf(engine, 1)] });
    match((await convert(engine, 1)).text, /plus/);
    match(
      (await convert(engine, 0, 'admin', { quote_id: 'f0000000-0000-4000-8000-000000000000' })).text,
      /plus/,
    );
    deepEqual([(await snapshot(engine, contacts)).length, (await snapshot(engine, consents)).length], [0, 0]);
  }),
  check(
    'anonymise · nothing of the person; the type, the service, the month, the amount and the outcome stay',
    async (engine) => {
      await convert(engine);
      await engine.sql(
        `insert into public.notifications (quote_request_id, kind, state)
       values ($1, 'admin_notice', 'en_attente'), ($1, 'acknowledgement', 'envoyé')`,
        [idOf(engine, 0)],
      );
      await engine.sql(
        `update public.quote_requests set expected_amount_cents = 250000, outcome = 'perdue', outcome_reason = 'prix',
         outcome_note = 'Marie trouve cela cher' where id = $1`,
        [idOf(engine, 0)],
      );
      const before = await snapshot(engine, quotes);
      const ids = [idOf(engine, 0), 'f0000000-0000-4000-8000-000000000000'];
      equal((await rpc(engine, 'admin', 'anonymise_quote_requests', { ids })).body, 1);
      equal((await rpc(engine, 'admin', 'anonymise_quote_requests', { ids })).body, 0);
      const after = await snapshot(engine, quotes);
      deepEqual(
        after.filter(({ id }) => id !== ids[0]),
        before.filter(({ id }) => id !== ids[0]),
      );
      const { anonymised_at, ...row } = after.find(({ id }) => id === ids[0]) ?? {};
      equal(typeof anonymised_at, 'string');
      deepEqual(row, {
        ...{ id: ids[0], organization_name: 'Demande anonymisée', contact_name: 'Personne anonymisée' },
        ...{ email: 'anonyme@anonyme.invalid', phone: null, message: null, marketing_consent_version: null },
        ...{ organization_type: 'municipalite', service_type: 'visite-virtuelle', status: 'archivé' },
        ...{ contact_id: null, answered_at: null, created_at: '2030-01-01T05:00:00.000Z' },
        ...{ reopened_at: null, answered_before: null },
        // Anonymising keeps the sales figures, which name nobody, and removes the free text.
        ...{ expected_amount_cents: 250_000, outcome: 'perdue', outcome_reason: 'prix', outcome_note: null },
      });
      deepEqual(await snapshot(engine, rowFactoryOf('notifications')), []);
    },
  ),
  check('delete · the named requests and only them; the contact stays', async (engine) => {
    await convert(engine);
    const ids = [idOf(engine, 0), idOf(engine, 2)];
    equal((await rpc(engine, 'admin2', 'move_to_trash', { kind: 'quote_requests', ids })).body, 2);
    deepEqual(
      (await snapshot(engine, quotes)).map(({ id }) => id),
      [idOf(engine, 1)],
    );
    equal((await snapshot(engine, contacts)).length, 1);
    equal((await rpc(engine, 'admin', 'move_to_trash', { kind: 'quote_requests', ids: [] })).body, 0);
    equal((await snapshot(engine, quotes)).length, 1);
  }),
  check(
    'answered (« répondu ») · its date comes from the database, goes back to none, and follows into the archives',
    async (engine) => {
      const move = async (status: string) => {
        const path = `/rest/v1/quote_requests?id=eq.${idOf(engine, 0)}`;
        const headers = { prefer: 'return=minimal' };
        const answer = await engine.request('admin', { method: 'PATCH', path, body: { status }, headers });
        equal(answer.status, 204, answer.text);
        const rows = await engine.sql<{ age: number | null }>(
          'select extract(epoch from now() - answered_at)::int as age from public.quote_requests where id = $1',
          [idOf(engine, 0)],
        );
        return rows[0]?.age ?? null;
      };
      equal(await move('en_cours'), null);
      equal(Number(await move('répondu')) < 5, true);
      equal(typeof (await move('archivé')), 'number');
      equal(await move('nouveau'), null);
    },
  ),
  check(
    'answered · going back and forth, or answering twice, keeps the true date; a minute later it is a new answer',
    async (engine) => {
      const path = `/rest/v1/quote_requests?id=eq.${idOf(engine, 0)}`;
      const move = async (status: string) => {
        const headers = { prefer: 'return=minimal' };
        const answer = await engine.request('admin', { method: 'PATCH', path, body: { status }, headers });
        equal(answer.status, 204, answer.text);
      };
      const dated = async () => {
        const [row] = await engine.sql<{ on: string | null }>(
          "select to_char(answered_at at time zone 'UTC', 'YYYY-MM-DD') as on from public.quote_requests where id = $1",
          [idOf(engine, 0)],
        );
        return row?.on ?? null;
      };
      const write = (change: string) =>
        engine.sql(`update public.quote_requests set ${change} where id = $1`, [idOf(engine, 0)]);
      await move('répondu');
      await write("answered_at = '2026-01-05T15:00:00Z'");
      for (const path of [
        ['répondu'],
        ['nouveau', 'en_cours', 'répondu'],
        ['archivé', 'nouveau', 'archivé'],
      ]) {
        for (const status of path) await move(status);
        equal(await dated(), '2026-01-05', path.join(' → '));
      }
      await move('en_cours');
      equal(await dated(), null);
      await write("reopened_at = now() - interval '61 seconds'");
      await move('répondu');
      equal((await dated()) !== '2026-01-05', true);
      // Taking back a wrong answer clears its date.
      await move('nouveau');
      equal(await dated(), null);
    },
  ),
  check(
    'history · who, when and what of each change; taken back within a minute it leaves nothing',
    async (engine) => {
      const id = idOf(engine, 0);
      const patch = async (body: Row, role: Role = 'admin') => {
        const path = `/rest/v1/quote_requests?id=eq.${id}`;
        const answer = await engine.request(role, { method: 'PATCH', path, body });
        equal(answer.status < 300, true, answer.text);
      };
      const steps = async () =>
        (
          await engine.sql(
            `select kind, old_value, new_value, reason, amount_cents::int as amount, recorded_by
               from public.request_events where quote_request_id = $1 order by created_at`,
            [id],
          )
        ).map((row) => Object.values(row));
      const { admin, admin2 } = engine.people;
      await engine.sql(
        'update public.quote_requests set outcome = null, outcome_note = null, expected_amount_cents = null',
      );
      await engine.sql('delete from public.request_events');
      await patch({ status: 'en_cours' });
      await patch({ status: 'en_cours', expected_amount_cents: 500 });
      const first = ['status', 'nouveau', 'en_cours', null, null, admin.id];
      deepEqual(await steps(), [first]);
      // A step can be taken back only by the person who took it, and only for a short time.
      await patch({ status: 'archivé' });
      await patch({ status: 'en_cours' });
      deepEqual(await steps(), [first]);
      await engine.sql("update public.request_events set created_at = created_at - interval '61 seconds'");
      await patch({ outcome: 'perdue', outcome_reason: 'prix' });
      await patch({ outcome: null, outcome_reason: null });
      deepEqual(await steps(), [first]);
      await patch({ outcome: 'perdue', outcome_reason: 'prix' }, 'admin2');
      await patch({ outcome: 'gagnée', outcome_reason: null, expected_amount_cents: 700 });
      const outcomes = [
        ['outcome', null, 'perdue', 'prix', 500, admin2.id],
        ['outcome', 'perdue', 'gagnée', null, 700, admin.id],
      ];
      deepEqual(await steps(), [first, ...outcomes]);
      await patch({ status: 'nouveau' });
      const back = ['status', 'en_cours', 'nouveau', null, null, admin.id];
      deepEqual(await steps(), [first, ...outcomes, back]);
      // The history returns from the trash with the request, and is erased when the request is anonymised.
      await rpc(engine, 'admin', 'move_to_trash', { kind: 'quote_requests', ids: [id] });
      deepEqual(await steps(), []);
      equal((await rpc(engine, 'admin', 'restore_from_trash', { ids: [id] })).status, 200);
      deepEqual(await steps(), [first, ...outcomes, back]);
      await rpc(engine, 'admin', 'anonymise_quote_requests', { ids: [id] });
      deepEqual(await steps(), []);
    },
  ),
  check(
    '30 simultaneous conversions of two requests with one e-mail · one contact',
    async (engine) => {
      await engine.sql("update public.quote_requests set email = 'meme@exemple.test'", []);
      const all = Array.from({ length: 30 }, (_, index) => () => convert(engine, index % 3));
      const answers = await atOnce(engine, 'public.contacts', all);
      const [contact, ...others] = await snapshot(engine, contacts);
      equal(others.length, 0);
      deepEqual([...new Set(answers.map(({ body }) => body))], [contact?.id]);
      equal((await snapshot(engine, consents)).length, 3);
    },
    'simultaneity',
  ),
];
