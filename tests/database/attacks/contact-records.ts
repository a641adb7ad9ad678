import { deepEqual, equal } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { outsiders } from '../fixtures/answers.ts';
import { shapeOf } from '../fixtures/rows/row-factories.ts';
import { arranged, plant, plantParents, snapshot } from '../fixtures/tables.ts';

const contacts = shapeOf('contacts');
/** Only the number of the row is read from rows made with these. */
const nobody = { id: '', email: '', token: '' };
const id = (index: number) => String(contacts.row(index, { user: nobody, admin: nobody, admin2: nobody }).id);

const call = (engine: Engine, role: Role, name: string, body: Row): Promise<Answer> =>
  engine.request(role, { method: 'POST', path: `/rest/v1/rpc/${name}`, body });

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attaque · dossier d'un contact · ${name}`,
    object: 'contacts',
    run: (engine) => arranged(engine, contacts, [0, 1, 2], () => run(engine)),
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

/** What the function says of row 0: its state and basis. */
async function stateOf(engine: Engine): Promise<string> {
  const answer = await call(engine, 'admin', 'contact_consents', { only_contact: id(0) });
  const consent = (answer.body as Record<string, Row>)[id(0)];
  return consent ? [consent.state, consent.basis].filter(Boolean).join(' ') : 'rien';
}

/** What the ledger holds → what may be sent. The rules: Canada's anti-spam law, section 10. */
const ledgers: [string, Consent[], string][] = [
  ['rien', [], 'rien'],
  ['« none »', [{ basis: 'none' }], 'rien'],
  ['une recommandation', [{ basis: 'referral' }], 'rien'],
  ['une publication sans source', [{ basis: 'published' }], 'rien'],
  [
    'une publication avec source',
    [{ basis: 'published', source: 'https://x.test', ago: '9 years' }],
    'allowed published',
  ],
  ['un consentement exprès ancien', [{ basis: 'express', ago: '9 years' }], 'allowed express'],
  ['une demande de cinq mois', [{ basis: 'inquiry', ago: '5 months' }], 'allowed inquiry'],
  ['une demande de six mois et un jour', [{ basis: 'inquiry', ago: '6 months 1 day' }], 'expired inquiry'],
  ['un achat de 23 mois', [{ basis: 'purchase', ago: '23 months' }], 'allowed purchase'],
  ['un contrat de deux ans et un jour', [{ basis: 'contract', ago: '2 years 1 day' }], 'expired contract'],
  ['une date future', [{ basis: 'express', ago: '-1 day' }], 'rien'],
  [
    'un exprès puis une demande',
    [
      { basis: 'express', ago: '2 years' },
      { basis: 'inquiry', ago: '1 day' },
    ],
    'allowed express',
  ],
  [
    'un exprès puis un retrait',
    [
      { basis: 'express', ago: '2 days' },
      { basis: 'withdrawn', ago: '1 day' },
    ],
    'withdrawn',
  ],
  [
    'un retrait puis une demande',
    [
      { basis: 'express', ago: '3 days' },
      { basis: 'withdrawn', ago: '2 days' },
      { basis: 'inquiry', ago: '1 day' },
    ],
    'allowed inquiry',
  ],
  ["le consentement d'une autre adresse", [{ basis: 'express', email: 'contact9@exemple.test' }], 'rien'],
  ["l'adresse en majuscules", [{ basis: 'express', email: 'CONTACT0@Exemple.test' }], 'allowed express'],
];

/** What is kept about a contact, and what may be done to many at once. */
export const attacksOnContactRecords: Check[] = [
  ...ledgers.map(([name, events, expected]) =>
    check(`consentement · ${name} · ${expected}`, async (engine) => {
      for (const event of events) await record(engine, event);
      equal(await stateOf(engine), expected);
    }),
  ),
  check('consentement · le désabonnement passe avant tout', async (engine) => {
    await record(engine, { basis: 'express' });
    equal(await stateOf(engine), 'allowed express');
    await engine.sql(
      "insert into public.suppressions (email_hash, reason) select private.email_hash('contact0@exemple.test'), 'bounced'",
      [],
    );
    equal(await stateOf(engine), 'unsubscribed express');
  }),
  check('consentement · une nouvelle adresse ne garde pas le consentement', async (engine) => {
    await record(engine, { basis: 'express' });
    await engine.sql("update public.contacts set email = 'neuf@exemple.test' where id = $1", [id(0)]);
    equal(await stateOf(engine), 'rien');
  }),
  check("lecture par qui n'est pas administrateur · rien", async (engine) => {
    await record(engine, { basis: 'express' });
    for (const role of outsiders) {
      for (const [name, body] of [
        ['contact_consents', {}],
        ['contact_timeline', { contact: id(0) }],
        ['export_person', { contact: id(0) }],
      ] as const) {
        const answer = await call(engine, role, name, body);
        const isNothing = ['', 'null', '{}', '[]'].includes(answer.text);
        equal(
          isNothing || [401, 403].includes(answer.status),
          true,
          `${name} ${answer.status} ${answer.text}`,
        );
        const control = await call(engine, 'admin', name, body);
        equal(control.text.length > 20, true, control.text);
      }
    }
  }),
  check("suppression et statut en lot par qui n'est pas administrateur · rien ne change", async (engine) => {
    const before = await snapshot(engine, contacts);
    for (const role of outsiders) {
      await call(engine, role, 'delete_contacts', { contact_ids: [id(0)] });
      await call(engine, role, 'set_contact_status', { contact_ids: [id(0)], status: 'refusé' });
      deepEqual(await snapshot(engine, contacts), before);
    }
    const status = { contact_ids: [id(0), id(1)], status: 'refusé' };
    equal((await call(engine, 'admin2', 'set_contact_status', status)).text, '2');
    equal((await call(engine, 'admin', 'set_contact_status', status)).text, '0');
    equal((await call(engine, 'admin', 'delete_contacts', { contact_ids: [id(0), id(2)] })).text, '2');
    const left = await snapshot(engine, contacts);
    deepEqual(
      left.map((row) => [row.id, row.status]),
      [[id(1), 'refusé']],
    );
  }),
  check('un statut inconnu en lot · refusé', async (engine) => {
    const answer = await call(engine, 'admin', 'set_contact_status', { contact_ids: [id(0)], status: 'x' });
    deepEqual([answer.status, (answer.body as Row).code], [400, '23514']);
  }),
  check('chaque changement de statut laisse une trace, et lui seul', async (engine) => {
    const path = `/rest/v1/contacts?id=eq.${id(0)}`;
    for (const body of [
      { status: 'contacté' },
      { status: 'contacté' },
      { notes: 'x' },
      { status: 'refusé' },
    ]) {
      await engine.request('admin2', { method: 'PATCH', path, body });
    }
    const events = await snapshot(engine, shapeOf('contact_events'));
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
  check('historique et copie · tout ce qui touche cette adresse, rien des autres', async (engine) => {
    for (const table of ['email_sends', 'suggested_prospects', 'quote_requests']) {
      const shape = shapeOf(table);
      for (const parent of shape.parents ?? []) await plantParents(engine, shapeOf(parent));
      await plantParents(engine, shape);
      for (const index of [0, 1, 2]) await plant(engine, shape, shape.row(index, engine.people));
    }
    await engine.sql(`
      update public.quote_requests set email = 'CONTACT0@exemple.test' where email = 'demande1@exemple.test';
      update public.suggested_prospects set email = 'contact0@exemple.test' where status = 'accepted';
    `);
    await record(engine, { basis: 'inquiry' });
    const lines = (await call(engine, 'admin', 'contact_timeline', { contact: id(0) })).body as Row[];
    deepEqual(lines.map(({ kind }) => kind).sort(), [
      ...['accepted', 'bounced', 'clicked', 'complained', 'consent', 'created', 'delivered', 'email'],
      ...['opened', 'quote', 'quote', 'replied'],
    ]);
    const data = (await call(engine, 'admin', 'export_person', { contact: id(0) })).body as Record<
      string,
      Row[] & Row
    >;
    deepEqual(
      ['consents', 'emails', 'history', 'prospects', 'quote_requests'].map((key) => data[key]?.length),
      [1, 1, 0, 2, 2],
    );
    equal(data.contact?.email, 'contact0@exemple.test');
    equal(JSON.stringify(data).includes('contact1@'), false);
    equal((await call(engine, 'admin', 'export_person', { contact: engine.people.admin.id })).text, 'null');
  }),
];
