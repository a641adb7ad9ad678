import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, reset } from '../fixtures/tables.ts';

const [contacts, requests, messages] = [
  rowFactoryOf('contacts'),
  rowFactoryOf('quote_requests'),
  rowFactoryOf('inbound_messages'),
];
const contact = 'f3000000-0000-4000-8000-000000000001';
const other = 'f3000000-0000-4000-8000-000000000002';
const request = 'f3000000-0000-4000-8000-000000000003';
const message = 'f3000000-0000-4000-8000-000000000004';

type Answered = {
  answer?: { kind: string; id: string; same_phone?: Row[] };
  refusal?: string;
  is_told?: boolean;
} | null;
const makeKey = (engine: Engine, role: Role = 'admin') =>
  succeed(engine, role, 'create_assistant_key', { name: 'Mon assistant', days: 90 }) as Promise<string>;
const draft = (engine: Engine, key: unknown, kind: string, given: Row) =>
  succeed(engine, 'service', 'answer_assistant', {
    ...{ key, tool: `draft_${kind}`, arguments: given },
  }) as Promise<Answered>;
const waiting = (engine: Engine, role: Role = 'admin') =>
  succeed(engine, role, 'assistant_drafts') as Promise<Row[]>;

const reply = (body: string): Row => ({
  ...{ target: 'quote_request', id: request },
  content: { subject: 'Votre demande', body },
});

/** A draft of each kind, as the function writes it. */
const ofEachKind: Record<string, Row> = {
  reply: reply('Bonjour, au eve@perce.example ou au 418 555-0101.'),
  note: {
    target: 'contact',
    id: contact,
    content: { kind: 'appel', happened_on: '2024-05-01', body: 'Rappeler.' },
  },
  action: {
    ...{ target: 'contact', id: contact },
    content: { title: 'Relancer', kind: 'appeler', due_on: '2031-05-01', due_time: '' },
  },
  campaign: { content: { name: 'Printemps', subject: 'Vos rues', body: 'Bonjour', segment_id: '' } },
  quote: {
    ...{ target: 'quote_request', id: request },
    content: {
      subject: 'Relevé',
      lines: [{ description: 'Relevé', quantity: 1, unit: '', unit_price_cents: 1 }],
      notes: '',
    },
  },
  contact: { content: { name: 'Léa Roy', company: 'MRC', email: 'lea@mrc.example', phone: '', notes: '' } },
};

/** Everything of the business that a draft could have changed. */
const business = (engine: Engine) =>
  engine.sql(
    `select (select jsonb_agg(to_jsonb(x)) from public.contacts x) as contacts,
            (select jsonb_agg(to_jsonb(x)) from public.quote_requests x) as requests,
            (select count(*) from public.contact_activities) as exchanges,
            (select count(*) from public.next_actions) as actions,
            (select count(*) from public.campaigns) as campaigns,
            (select count(*) from public.quotes) as quotes,
            (select count(*) from public.notifications) as emails`,
  );

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    ...{ name: `attack · assistant drafts · ${name}`, object: 'private.assistant_drafts' },
    run: async (engine) => {
      try {
        const row = { ...contacts.row(0, engine.people), municipality_code: null, organisation_id: null };
        const known = {
          company: 'Ville de Percé',
          name: 'Ève Côté',
          email: 'eve@perce.example',
          phone: '418 555-0101',
        };
        await insert(engine, contacts, { ...row, ...known, id: contact, website: null, notes: '' });
        const stranger = { name: 'Luc Roy', email: 'luc@ailleurs.example', phone: '581 555-0199' };
        await insert(engine, contacts, { ...row, ...stranger, id: other, website: null, notes: '' });
        await insert(engine, requests, {
          ...requests.row(0, engine.people),
          ...{ id: request, email: 'eve@perce.example', phone: '(418) 555-0101', contact_id: null },
          ...{ message: 'Bonjour', anonymised_at: null },
        });
        await run(engine);
      } finally {
        await reset(engine);
        await engine.sql('delete from private.assistant_keys');
      }
    },
  };
}

/** Attacks on what an assistant may prepare: it changes no record, and carries nobody's details elsewhere. */
export const attacksOnAssistantDrafts: Check[] = [
  check('of each kind · kept for its person alone, and no record changes', async (engine) => {
    const key = await makeKey(engine);
    const before = await business(engine);
    for (const [kind, given] of Object.entries(ofEachKind)) {
      const made = await draft(engine, key, kind, given);
      equal(made?.answer?.kind, 'assistant_draft', `${kind}: ${JSON.stringify(made)}`);
    }
    deepEqual(await business(engine), before);
    const mine = await waiting(engine);
    deepEqual(mine.map(({ kind }) => kind).sort(), Object.keys(ofEachKind).sort());
    const note = mine.find(({ kind }) => kind === 'note');
    deepEqual([note?.target, note?.target_id, note?.key_name], ['contact', contact, 'Mon assistant']);
    deepEqual(note?.content, (ofEachKind.note as { content: Row }).content);
    deepEqual(await waiting(engine, 'admin2'), []);
    for (const role of ['visitor', 'user', 'reader'] as const)
      ok((await rpc(engine, role, 'assistant_drafts')).status >= 400, role);
    // What was prepared is in the list of calls without its texts.
    const { calls } = (await succeed(engine, 'admin', 'assistant_keys')) as { calls: Row[] };
    ok(!JSON.stringify(calls).includes('Rappeler.'));
  }),
  check('a person with the telephone of a contact · kept, and said whose it is', async (engine) => {
    const key = await makeKey(engine);
    const person = (phone: string) => ({ content: { name: 'Léa Roy', company: 'MRC', email: '', phone } });
    const theirs = { kind: 'contact', id: contact, name: 'Ève Côté', company: 'Ville de Percé' };
    for (const phone of ['418 555-0101', '(418)555.0101', '1 418 555-0101', '418 555-0101 poste 12']) {
      const made = await draft(engine, key, 'contact', person(phone));
      deepEqual(made?.answer?.same_phone, [theirs], phone);
      deepEqual((await waiting(engine))[0]?.same_phone, [theirs], phone);
      await succeed(engine, 'admin', 'close_assistant_draft', { draft: made?.answer?.id });
    }
    // A part of a number, another, and none are nobody's.
    for (const phone of ['555-0101', '418 555-0102', '']) {
      const made = await draft(engine, key, 'contact', person(phone));
      equal(made?.answer?.same_phone, undefined, phone);
      deepEqual((await waiting(engine))[0]?.same_phone, [], phone);
      await succeed(engine, 'admin', 'close_assistant_draft', { draft: made?.answer?.id });
    }
  }),
  check('of a day that cannot be · refused with the day that it is', async (engine) => {
    const key = await makeKey(engine);
    for (const [kind, day, said] of [
      ['note', { happened_on: '2031-05-01' }, /Un échange a déjà eu lieu : nous sommes le \d/],
      ['action', { due_on: '2024-05-01' }, /Ce jour est passé : nous sommes le \d/],
    ] as const) {
      const given = ofEachKind[kind] as { content: Row };
      const made = await draft(engine, key, kind, { ...given, content: { ...given.content, ...day } });
      match(String(made?.refusal), said);
    }
    deepEqual(await waiting(engine), []);
  }),
  check('thrown away by its person alone, and taken back', async (engine) => {
    const made = await draft(engine, await makeKey(engine), 'campaign', ofEachKind.campaign as Row);
    const id = made?.answer?.id;
    equal(await succeed(engine, 'admin2', 'close_assistant_draft', { draft: id }), false);
    for (const role of ['visitor', 'user', 'reader'] as const)
      ok((await rpc(engine, role, 'close_assistant_draft', { draft: id })).status >= 400, role);
    equal((await waiting(engine)).length, 1);
    equal(await succeed(engine, 'admin', 'close_assistant_draft', { draft: id }), true);
    deepEqual(await waiting(engine), []);
    equal(await succeed(engine, 'admin', 'close_assistant_draft', { draft: id, closed: false }), true);
    equal((await waiting(engine)).length, 1);
  }),
  check('of a person who may not write · nothing', async (engine) => {
    const key = await makeKey(engine, 'admin2');
    await engine.sql(`update public.user_roles set role = 'reader' where user_id = $1`, [
      engine.people.admin2.id,
    ]);
    equal(await draft(engine, key, 'campaign', ofEachKind.campaign as Row), null);
    equal(await draft(engine, 't360_none', 'campaign', ofEachKind.campaign as Row), null);
    // The row of a draft is made as its person, whoever calls; nobody but the door keeps it.
    for (const role of ['visitor', 'user', 'reader', 'admin'] as const) {
      const refused = await rpc(engine, role, 'keep_assistant_draft', {
        call: 1,
        draft: { kind: 'campaign', content: {} },
      });
      ok(refused.status >= 400, role);
    }
    deepEqual(await engine.sql('select id from private.assistant_drafts'), []);
  }),
  check('with the details of somebody else, or a link elsewhere · refused in French', async (engine) => {
    const key = await makeKey(engine);
    for (const body of [
      'Écrivez à luc@ailleurs.example.',
      'Écrivez à LUC@ailleurs.example.',
      'Téléphone : 581 555-0199',
      'Téléphone : (581)555.0199',
      `Téléphone : 581\u00a0555-0199`,
      'Voyez https://voleur.example/?d=tout',
      'Voyez www.voleur.example',
    ]) {
      const refused = await draft(engine, key, 'reply', reply(body));
      equal(refused?.is_told, true, `${body}: ${JSON.stringify(refused)}`);
      match(String(refused?.refusal), /que les coordonnées de la fiche/);
      const note = {
        ...(ofEachKind.note as Row),
        content: { kind: 'note', happened_on: '2024-05-01', body },
      };
      equal((await draft(engine, key, 'note', note))?.is_told, true, body);
      const content = { name: 'x', subject: 'x', body, segment_id: '' };
      equal((await draft(engine, key, 'campaign', { content }))?.is_told, true, body);
      const person = { name: 'x', company: 'x', email: 'x@y.example', phone: '', notes: body };
      equal((await draft(engine, key, 'contact', { content: person }))?.is_told, true, body);
    }
    // Not even those of the record, in what goes to many.
    const content = { name: 'x', subject: 'x', body: 'eve@perce.example', segment_id: '' };
    equal((await draft(engine, key, 'campaign', { content }))?.is_told, true);
    // Dates, amounts and postal codes are no telephone number.
    ok(
      (await draft(engine, key, 'reply', reply('Le 2031-05-01, 1 234 567,89 $, G0C 2L0, n° 2031-0042.')))
        ?.answer,
    );
    deepEqual((await waiting(engine)).length, 1);
    // What was to be left out is told, and not kept with the call.
    match(
      String((await draft(engine, key, 'reply', reply('luc@ailleurs.example')))?.refusal),
      /luc@ailleurs/,
    );
    const { calls } = (await succeed(engine, 'admin', 'assistant_keys')) as { calls: Row[] };
    ok(!/ailleurs|voleur|0199/i.test(JSON.stringify(calls)));
  }),
  check('with what is noted about somebody else, word for word · refused', async (engine) => {
    const key = await makeKey(engine);
    const note = 'Le budget de la ville est confidentiel jusqu’au printemps.';
    await engine.sql('update public.contacts set notes = $2 where id = $1', [other, `Appelée.\n${note}`]);
    const refused = await draft(engine, key, 'reply', reply(`Bonjour,\n${note.toUpperCase()}`));
    match(String(refused?.refusal), /ce qui est noté d’une autre personne/);
    // What is noted about the person themself, and a line that anybody writes, may stand.
    await engine.sql('update public.contacts set notes = $2 where id = $1', [contact, note]);
    await engine.sql(`update public.contacts set notes = 'Appelée.' where id = $1`, [other]);
    const own = {
      ...(ofEachKind.note as Row),
      content: { kind: 'note', happened_on: '2024-05-01', body: `Appelée. ${note}` },
    };
    ok((await draft(engine, key, 'note', own))?.answer?.id);
  }),
  check('with what another person wrote, to a contact, a request or nobody yet · refused', async (engine) => {
    const key = await makeKey(engine);
    const wrote = 'Notre conseil a refusé les trois autres soumissions hier soir.';
    const row = { ...messages.row(0, engine.people), id: message, body: `Bonjour,\n  ${wrote}  \nMerci.` };
    const filed = { contact_id: other, quote_request_id: null, email_send_id: null };
    await insert(engine, messages, { ...row, ...filed, discarded_at: null });
    const note = (text: string) => ({
      ...(ofEachKind.note as Row),
      content: { kind: 'note', happened_on: '2024-05-01', body: text },
    });
    const places: [place: string, column: string, value: string | null][] = [
      ['of another contact', 'contact_id', other],
      ['of nobody yet', 'contact_id', null],
      ['of a request', 'quote_request_id', request],
    ];
    for (const [place, column, value] of places) {
      await engine.sql(`update public.inbound_messages set contact_id = null, quote_request_id = null`);
      await engine.sql(`update public.inbound_messages set ${column} = $1`, [value]);
      const refused = await draft(engine, key, 'note', note(`À dire : « ${wrote.toUpperCase()} »`));
      match(String(refused?.refusal), /ce qu’elle a écrit/, place);
    }
    const cut = wrote.slice(0, 45);
    ok((await draft(engine, key, 'note', note(cut)))?.answer?.id, 'a part of the line');
    await engine.sql('update public.inbound_messages set quote_request_id = null, contact_id = $1', [
      contact,
    ]);
    ok((await draft(engine, key, 'note', note(wrote)))?.answer?.id, 'their own');
  }),
  check('about what is not there, or of a kind that it does not have · refused', async (engine) => {
    const key = await makeKey(engine);
    const gone = contact.replace('f3', 'f4');
    for (const [kind, given] of [
      ['note', { ...(ofEachKind.note as Row), id: gone }],
      ['note', { ...(ofEachKind.note as Row), target: 'quote_request', id: request }],
      ['reply', { ...reply('Bonjour'), target: 'trip_plan' }],
      ['reply', { ...reply('Bonjour'), target: 'contact', id: contact }],
      ['quote', { content: {} }],
      ['campaign', { ...(ofEachKind.campaign as Row), target: 'contact', id: contact }],
      ['contact', { content: { name: 'Ève', company: 'x', email: 'EVE@perce.example' } }],
    ] as const) {
      const refused = await draft(engine, key, kind, given);
      equal(refused?.is_told, true, `${kind}: ${JSON.stringify(refused)}`);
    }
    ok((await draft(engine, key, 'email', {}))?.refusal);
    ok((await draft(engine, key, 'campaign', { content: [] }))?.refusal);
    await engine.sql(`update public.quote_requests set anonymised_at = now() where id = $1`, [request]);
    equal((await draft(engine, key, 'reply', reply('Bonjour')))?.is_told, true);
    deepEqual(await waiting(engine), []);
  }),
  check('the answer to a contact who wrote · kept', async (engine) => {
    const row = messages.row(0, engine.people);
    await insert(engine, messages, {
      ...row,
      ...{
        id: message,
        contact_id: contact,
        quote_request_id: null,
        kind: 'reply',
        discarded_at: null,
        email_send_id: null,
      },
      applied_at: '2031-05-01',
    });
    const given = { ...reply('Bonjour'), target: 'contact', id: contact };
    ok((await draft(engine, await makeKey(engine), 'reply', given))?.answer?.id);
  }),
  check('about a person · given to them on request, erased with them', async (engine) => {
    const key = await makeKey(engine);
    for (const kind of ['note', 'reply'])
      ok((await draft(engine, key, kind, ofEachKind[kind] as Row))?.answer);
    await engine.sql('update public.quote_requests set contact_id = $2 where id = $1', [request, contact]);
    const copy = await succeed<Record<string, Row[]>>(engine, 'admin', 'export_person', { contact });
    deepEqual(copy.assistant_drafts?.map(({ kind }) => kind).sort(), ['note', 'reply']);
    const others = await succeed<Record<string, Row[]>>(engine, 'admin', 'export_person', {
      contact: other,
    });
    deepEqual(others.assistant_drafts, []);
    await succeed(engine, 'admin', 'erase_person', { contact });
    deepEqual(await engine.sql('select from private.assistant_drafts'), []);
  }),
  check('a hundred wait · the next is refused; those of an anonymised request go with it', async (engine) => {
    const key = await makeKey(engine);
    await engine.sql(
      `insert into private.assistant_drafts (key_id, kind, content, quote_request_id)
       select id, 'reply', '{}', $1 from private.assistant_keys, generate_series(1, 100)`,
      [request],
    );
    const refused = await draft(engine, key, 'campaign', ofEachKind.campaign as Row);
    match(String(refused?.refusal), /Cent brouillons attendent/);
    await succeed(engine, 'admin', 'anonymise_quote_requests', { ids: [request] });
    deepEqual(await waiting(engine), []);
    // What nobody opened goes by the daily run.
    await engine.sql(
      `insert into private.assistant_drafts (key_id, kind, content, created_at)
       select id, 'campaign', '{}', now() - interval '91 days' from private.assistant_keys`,
    );
    ok((await draft(engine, key, 'campaign', ofEachKind.campaign as Row))?.answer?.id);
    await succeed(engine, 'service', 'apply_retention');
    equal((await engine.sql('select id from private.assistant_drafts')).length, 1);
  }),
];
