import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { outsiders } from '../fixtures/answers.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { plant, plantParents, snapshot, withRows } from '../fixtures/tables.ts';

const contacts = rowFactoryOf('contacts');
/** Stand-in people for rows of which only the id is read. */
const noPerson = { id: '', email: '', token: '' };
const id = (index: number) =>
  String(contacts.row(index, { user: noPerson, admin: noPerson, admin2: noPerson, reader: noPerson }).id);

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · contact record · ${name}`,
    object: 'contacts',
    run: (engine) => withRows(engine, contacts, [0, 1, 2], () => run(engine)),
  };
}

type Consent = { basis: string; ago?: string; source?: string; email?: string };

/** A line of the ledger, `ago` before now. */
const record = (engine: Engine, { basis, ago = '1 day', source, email = 'contact0@exemple.test' }: Consent) =>
  engine.sql(
    `insert into public.consent_events (email, basis, occurred_at, source_url, evidence)
     values ($1, $2, now() - $3::interval, $4, 'Preuve')`,
    [email, basis, ago, source ?? null],
  );

/** Returns the consent that `contact_consents` reports for contact 0: its state and basis. */
async function stateOf(engine: Engine): Promise<string> {
  const answer = await rpc(engine, 'admin', 'contact_consents', { only_contact: id(0) });
  const consent = (answer.body as Record<string, Row>)[id(0)];
  return consent ? [consent.state, consent.basis].filter(Boolean).join(' ') : 'nothing';
}

/** Events of the consent ledger, and the consent that follows from them under section 10 of Canada's anti-spam law. */
const ledgers: [string, Consent[], string][] = [
  ['nothing', [], 'nothing'],
  ['« none »', [{ basis: 'none' }], 'nothing'],
  ['a referral', [{ basis: 'referral' }], 'nothing'],
  ['a publication without a source', [{ basis: 'published' }], 'nothing'],
  [
    'a publication with a source',
    [{ basis: 'published', source: 'https://x.test', ago: '9 years' }],
    'allowed published',
  ],
  ['an old express consent', [{ basis: 'express', ago: '9 years' }], 'allowed express'],
  ['an inquiry five months old', [{ basis: 'inquiry', ago: '5 months' }], 'allowed inquiry'],
  ['an inquiry six months and a day old', [{ basis: 'inquiry', ago: '6 months 1 day' }], 'expired inquiry'],
  ['a purchase 23 months old', [{ basis: 'purchase', ago: '23 months' }], 'allowed purchase'],
  ['a contract two years and a day old', [{ basis: 'contract', ago: '2 years 1 day' }], 'expired contract'],
  ['a future date', [{ basis: 'express', ago: '-1 day' }], 'nothing'],
  [
    'an express consent, then an inquiry',
    [
      { basis: 'express', ago: '2 years' },
      { basis: 'inquiry', ago: '1 day' },
    ],
    'allowed express',
  ],
  [
    'an express consent, then a withdrawal',
    [
      { basis: 'express', ago: '2 days' },
      { basis: 'withdrawn', ago: '1 day' },
    ],
    'withdrawn',
  ],
  [
    'a withdrawal, then an inquiry',
    [
      { basis: 'express', ago: '3 days' },
      { basis: 'withdrawn', ago: '2 days' },
      { basis: 'inquiry', ago: '1 day' },
    ],
    'allowed inquiry',
  ],
  ['the consent of another address', [{ basis: 'express', email: 'contact9@exemple.test' }], 'nothing'],
  ['the address in capitals', [{ basis: 'express', email: 'CONTACT0@Exemple.test' }], 'allowed express'],
];

/** Attacks on the records of a contact, and on changes of many contacts at once. */
export const attacksOnContactRecords: Check[] = [
  ...ledgers.map(([name, events, expected]) =>
    check(`consent · ${name} · ${expected}`, async (engine) => {
      for (const event of events) await record(engine, event);
      equal(await stateOf(engine), expected);
    }),
  ),
  check('consent · unsubscribing comes before everything', async (engine) => {
    await record(engine, { basis: 'express' });
    equal(await stateOf(engine), 'allowed express');
    await engine.sql(
      "insert into public.suppressions (email_hash, reason) select private.email_hash('contact0@exemple.test'), 'bounced'",
      [],
    );
    equal(await stateOf(engine), 'unsubscribed express');
  }),
  check('consent · a new address does not keep it', async (engine) => {
    await record(engine, { basis: 'express' });
    await engine.sql("update public.contacts set email = 'neuf@exemple.test' where id = $1", [id(0)]);
    equal(await stateOf(engine), 'nothing');
  }),
  check('read by who is no administrator · nothing', async (engine) => {
    await record(engine, { basis: 'express' });
    for (const role of outsiders) {
      for (const [name, body] of [
        ['contact_consents', {}],
        ['contact_timeline', { contact: id(0) }],
        ['export_person', { contact: id(0) }],
      ] as const) {
        const answer = await rpc(engine, role, name, body);
        const isNothing = ['', 'null', '{}', '[]'].includes(answer.text);
        equal(
          isNothing || [401, 403].includes(answer.status),
          true,
          `${name} ${answer.status} ${answer.text}`,
        );
        const control = await rpc(engine, 'admin', name, body);
        equal(control.text.length > 20, true, control.text);
      }
    }
  }),
  check('bulk removal and status by who is no administrator · nothing changes', async (engine) => {
    const before = await snapshot(engine, contacts);
    for (const role of outsiders) {
      await rpc(engine, role, 'move_to_trash', { kind: 'contacts', ids: [id(0)] });
      await rpc(engine, role, 'set_contact_status', { contact_ids: [id(0)], status: 'refusé' });
      deepEqual(await snapshot(engine, contacts), before);
    }
    const status = { contact_ids: [id(0), id(1)], status: 'refusé' };
    equal((await rpc(engine, 'admin2', 'set_contact_status', status)).text, '2');
    equal((await rpc(engine, 'admin', 'set_contact_status', status)).text, '0');
    equal((await rpc(engine, 'admin', 'move_to_trash', { kind: 'contacts', ids: [id(0), id(2)] })).text, '2');
    const left = await snapshot(engine, contacts);
    deepEqual(
      left.map((row) => [row.id, row.status]),
      [[id(1), 'refusé']],
    );
  }),
  check('an unknown status in bulk · refused', async (engine) => {
    const answer = await rpc(engine, 'admin', 'set_contact_status', { contact_ids: [id(0)], status: 'x' });
    deepEqual([answer.status, (answer.body as Row).code], [400, '22P02']);
  }),
  check('each change of status leaves an event, and nothing else does', async (engine) => {
    const path = `/rest/v1/contacts?id=eq.${id(0)}`;
    for (const body of [
      { status: 'contacté' },
      { status: 'contacté' },
      { notes: 'x' },
      { status: 'refusé' },
    ]) {
      await engine.request('admin2', { method: 'PATCH', path, body });
    }
    const events = await snapshot(engine, rowFactoryOf('contact_events'));
    const steps = events.map((event) => `${event.old_status} → ${event.new_status}`).sort();
    deepEqual(steps, ['contacté → refusé', 'nouveau → contacté']);
    equal(
      events.every(
        (event) =>
          event.kind === 'status' &&
          event.contact_id === id(0) &&
          event.recorded_by === engine.people.admin2.id,
      ),
      true,
    );
  }),
  check('timeline and export · everything about this address, nothing of others', async (engine) => {
    for (const table of ['email_sends', 'suggested_prospects', 'quote_requests']) {
      const factory = rowFactoryOf(table);
      for (const parent of factory.parents ?? []) await plantParents(engine, rowFactoryOf(parent));
      await plantParents(engine, factory);
      for (const index of [0, 1, 2]) await plant(engine, factory, factory.row(index, engine.people));
    }
    await engine.sql(`
      update public.quote_requests set email = 'CONTACT0@exemple.test' where email = 'demande1@exemple.test';
      update public.suggested_prospects set email = 'contact0@exemple.test' where status = 'accepted';
    `);
    await record(engine, { basis: 'inquiry' });
    const lines = (await rpc(engine, 'admin', 'contact_timeline', { contact: id(0) })).body as Row[];
    deepEqual(lines.map(({ kind }) => kind).sort(), [
      ...['accepted', 'bounced', 'clicked', 'complained', 'consent', 'created', 'delivered', 'email'],
      ...['opened', 'quote', 'quote', 'replied'],
    ]);
    const data = (await rpc(engine, 'admin', 'export_person', { contact: id(0) })).body as Record<
      string,
      Row[] & Row
    >;
    deepEqual(
      ['consents', 'emails', 'history', 'prospects', 'quote_requests'].map((key) => data[key]?.length),
      [1, 1, 0, 2, 2],
    );
    equal(data.contact?.email, 'contact0@exemple.test');
    equal(JSON.stringify(data).includes('contact1@'), false);
    equal((await rpc(engine, 'admin', 'export_person', { contact: engine.people.admin.id })).text, 'null');
  }),
];
