import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import goldens from '../../../supabase/functions/_shared/quote/quote-goldens.json' with { type: 'json' };
import { type PricedQuote, quoteTotals } from '../../../supabase/functions/_shared/quote/quote-totals.ts';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { campaignCheck, contact } from '../fixtures/campaigns.ts';
import { randomQuotes, totalsInSql } from '../fixtures/random-quotes.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, plantParents } from '../fixtures/tables.ts';

const path = '/rest/v1/quotes';
const quoteLines = [
  { description: 'Visite du parc', quantity: '1.500', unit: 'jour', unitPriceCents: 76_000 },
];
const today = "(now() at time zone 'America/Toronto')::date";

/** A studio that charges taxes. */
export function check(
  name: string,
  run: (engine: Engine) => Promise<void>,
  more: { needs?: Check['needs']; object?: string } = {},
): Check {
  const planted = async (engine: Engine) => {
    await engine.sql(
      `update public.studio set tax_registered = true, tps_number = '123456789 RT0001', tvq_number = '1234567890 TQ0001',
         neq = '1170000001'`,
    );
    await run(engine);
  };
  const { name: _name, ...made } = campaignCheck('', planted, { object: 'quotes', ...more });
  return { ...made, name: `attack · quotes · ${name}` };
}

export const writeQuote = (engine: Engine, id: unknown, body: Row, role: Role = 'admin') =>
  engine.request(role, { method: 'PATCH', path: `${path}?id=eq.${id}`, body });

export async function quote(engine: Engine, id: unknown): Promise<Row> {
  const [row] = await engine.sql('select to_jsonb(q) as q from public.quotes q where id = $1', [id]);
  return ((row as Row | undefined)?.q ?? {}) as Row;
}

export const events = async (engine: Engine, id: unknown) =>
  (
    await engine.sql<{ kind: string }>(
      'select kind from public.quote_events where quote_id = $1 order by created_at, kind',
      [id],
    )
  ).map(({ kind }) => kind);

/** A draft for contact 0 that can be sent, to a client who accepts by its council unless a check says otherwise. */
export async function draft(engine: Engine, more: Row = {}, person = contact(0)): Promise<string> {
  const id = await succeed<string>(engine, 'admin', 'create_quote', { source: 'contact', source_id: person });
  const answer = await writeQuote(engine, id, {
    ...{ subject: 'Visite virtuelle', lines: quoteLines, accepts_by: 'council', ...more },
  });
  equal(answer.status < 300, true, answer.text);
  return id;
}

export const send = async (engine: Engine, id: string, role: Role = 'admin') =>
  rpc(engine, role, 'send_quote', { quote: id, read_at: (await quote(engine, id)).updated_at });

export async function sendQuote(engine: Engine, more: Row = {}, person = contact(0)): Promise<string> {
  const id = await draft(engine, more, person);
  const answer = await send(engine, id);
  equal(answer.status, 200, answer.text);
  return id;
}

export const answer = (
  engine: Engine,
  id: string,
  given: string,
  reason = 'Reçue sur papier',
  role: Role = 'admin',
) =>
  given === 'accepté'
    ? rpc(engine, role, 'record_paper_acceptance', { quote: id, answer: acceptanceDetails, reason })
    : rpc(engine, role, 'record_quote_answer', { quote: id, answer: given, reason });

export const acceptanceDetails = {
  name: 'Jeanne Roy',
  jobTitle: 'Greffière',
  authority: 'delegation',
  purchaseOrder: 'BC-12',
};

const adminFunctions = (id: string): [string, Row][] => [
  ['create_quote', {}],
  ['duplicate_quote', { quote: id }],
  ['revise_quote', { quote: id }],
  ['send_quote', { quote: id, read_at: '2031-01-01' }],
  ['record_quote_answer', { quote: id, answer: 'accepté', reason: 'x' }],
  ['move_to_trash', { kind: 'quotes', ids: [id] }],
];

/** Attacks on quotes: numbering, immutability after sending, permissions and amounts. */
export const attacksOnQuotes: Check[] = [
  check(
    'functions · visitor, signed-in user, reader, secret key · refused, nothing moves',
    async (engine) => {
      const id = await draft(engine);
      const before = await quote(engine, id);
      for (const [name, body] of adminFunctions(id))
        for (const role of ['visitor', 'user', 'reader', 'service'] as const) {
          const refused = await rpc(engine, role, name, body);
          equal((refused.body as Row).code, '42501', `${name} by ${role}: ${refused.text}`);
        }
      for (const role of ['visitor', 'user', 'reader', 'admin'] as const)
        equal((await rpc(engine, role, 'expire_quotes', {})).status >= 400, true, role);
      deepEqual(await quote(engine, id), before);
      deepEqual(await events(engine, id), ['created']);
      deepEqual(await succeed(engine, 'user', 'quote_totals_by_status'), []);
      deepEqual(await succeed(engine, 'reader', 'quote_totals_by_status'), [
        { status: 'brouillon', quotes: 1, total_cents: 131_072 },
      ]);
    },
  ),
  check(
    'created from a request, a contact, a trip, a template · what they know, and no other',
    async (engine) => {
      for (const table of ['quote_requests', 'trip_plans']) await plantParents(engine, rowFactoryOf(table));
      const request = { ...rowFactoryOf('quote_requests').row(0, engine.people), anonymised_at: null };
      await insert(engine, rowFactoryOf('quote_requests'), { ...request, contact_id: null });
      const trip = rowFactoryOf('trip_plans').row(0, engine.people);
      await insert(engine, rowFactoryOf('trip_plans'), trip);
      await insert(
        engine,
        rowFactoryOf('quote_templates'),
        rowFactoryOf('quote_templates').row(0, engine.people),
      );
      const template = rowFactoryOf('quote_templates').row(0, engine.people);

      const ofRequest = await succeed(engine, 'admin', 'create_quote', {
        ...{ source: 'quote_request', source_id: (request as Row).id, template: template.id },
      });
      const made = await quote(engine, ofRequest);
      deepEqual(
        [made.organization_name, made.email, made.request_id, made.subject, made.lines, made.terms],
        [
          'Municipalité 0',
          'demande0@exemple.test',
          (request as Row).id,
          'Objet 0',
          template.lines,
          'Modalités 0',
        ],
      );
      const ofContact = await quote(
        engine,
        await succeed(engine, 'admin', 'create_quote', { source: 'contact', source_id: contact(1) }),
      );
      deepEqual(
        [
          ofContact.organization_name,
          ofContact.contact_name,
          ofContact.address,
          ofContact.contact_id,
          ofContact.number,
        ],
        ['Organisme 1', 'Personne 1', 'Percé (Gaspésie)', contact(1), null],
      );
      const ofTrip = await quote(
        engine,
        await succeed(engine, 'admin', 'create_quote', { source: 'trip_plan', source_id: trip.id }),
      );
      deepEqual([ofTrip.organization_name, ofTrip.trip_plan_id], ['Client 0', trip.id]);
      for (const body of [
        { source: 'contact', source_id: trip.id },
        { source: 'campaign', source_id: trip.id },
        { template: trip.id },
      ])
        equal((await rpc(engine, 'admin', 'create_quote', body)).status >= 400, true, JSON.stringify(body));
    },
  ),
  check('sending · refused while something is missing, each with its French reason', async (engine) => {
    const id = await draft(engine);
    const missing: [Row, RegExp][] = [
      [{ organization_name: ' ' }, /organisation/],
      [{ email: '' }, /courriel/],
      [{ subject: '' }, /objet/],
      [{ lines: [] }, /une ligne/],
      [{ lines: [{ ...quoteLines[0], description: ' ' }] }, /description/],
      [{ valid_until: '2020-01-01' }, /validité/],
    ];
    const whole = await quote(engine, id);
    for (const [change, reason] of missing) {
      await writeQuote(engine, id, change);
      const refused = await send(engine, id);
      equal(refused.status, 422, refused.text);
      match((refused.body as Row).message as string, reason);
      const [column] = Object.keys(change) as [string];
      await writeQuote(engine, id, { [column]: whole[column] });
    }
    for (const change of ["legal_name = ''", 'tax_registered = null', "tps_number = ''"]) {
      await engine.sql(`update public.studio set ${change}`);
      equal((await send(engine, id)).status, 422, change);
      await engine.sql(
        "update public.studio set legal_name = 'Studio inc.', tax_registered = true, tps_number = '123456789 RT0001'",
      );
    }
    equal((await quote(engine, id)).number, null);
    const stale = await rpc(engine, 'admin', 'send_quote', { quote: id, read_at: '2031-01-01T00:00:00Z' });
    equal(stale.status, 409, stale.text);
    equal((await send(engine, id)).status, 200);
    equal((await send(engine, id)).status, 409);
  }),
  check('sent · the snapshot is whole, and nobody changes it', async (engine) => {
    const id = await sendQuote(engine);
    const before = await quote(engine, id);
    const [clock] = await engine.sql<{ year: number; day: string }>(
      `select extract(year from ${today})::int as year, ${today}::text as day`,
    );
    equal(before.number, `${clock?.year}-001`);
    deepEqual(before.snapshot, {
      ...{ number: before.number, revision: 1, date: clock?.day, validUntil: before.valid_until },
      subject: 'Visite virtuelle',
      studio: {
        ...{ name: 'Studio', legalName: 'Studio inc.', address: '1, rue du Quai, Percé', phone: '' },
        ...{ email: 'studio@exemple.test', website: '', neq: '1170000001', taxStatus: 'registered' },
        ...{ gstNumber: '123456789 RT0001', qstNumber: '1234567890 TQ0001' },
      },
      client: {
        ...{ organization: 'Organisme 0', contactName: 'Personne 0', contactTitle: '' },
        ...{ email: 'personne0@exemple.test', phone: '', address: 'Percé (Gaspésie)' },
        acceptsBy: 'council',
      },
      lines: [{ ...quoteLines[0], amountCents: 114_000 }],
      discount: null,
      totals: {
        ...{ subtotalCents: 114_000, discountCents: 0, taxableCents: 114_000 },
        ...{ gstCents: 5_700, qstCents: 11_372, totalCents: 131_072 },
      },
      ...{ delivery: '', terms: '', notes: '' },
    });
    // Through the API no row matches, even for columns that the trigger allows; in SQL the trigger refuses
    // the change.
    for (const change of [{ subject: 'Autre' }, { contact_id: null }]) await writeQuote(engine, id, change);
    await engine.request('admin', { method: 'DELETE', path: `${path}?id=eq.${id}` });
    equal((await rpc(engine, 'admin', 'move_to_trash', { kind: 'quotes', ids: [id] })).status, 409);
    for (const change of [
      "subject = 'Autre'",
      "lines = '[]'",
      "total_cents = default, discount_kind = 'montant', discount_value = 1",
      "snapshot = '{}'",
      'sequence = 9',
      "tax_status = 'small_supplier'",
      "status = 'brouillon'",
    ]) {
      const state = await engine
        .sql(`update public.quotes set ${change} where id = '${id}'`)
        .then(() => 'changed')
        .catch(({ code }: { code: string }) => code);
      equal(state, 'PT409', change);
    }
    deepEqual(await quote(engine, id), before);
    // When the studio changes its taxes, drafts change and sent quotes do not.
    const open = await draft(engine);
    await engine.sql('update public.studio set tax_registered = false');
    deepEqual(
      [(await quote(engine, open)).tax_status, (await quote(engine, open)).total_cents],
      ['small_supplier', 114_000],
    );
    deepEqual(await quote(engine, id), before);
    deepEqual(await events(engine, id), ['created', 'sent']);
  }),
  check(
    'the link of a sent quote · 128 bits, another each time, in no table that the API shows',
    async (engine) => {
      const ids = [await sendQuote(engine), await sendQuote(engine), await draft(engine)];
      const tokens = await engine.sql<{ token: string }>(
        'select token from private.quote_links order by token',
      );
      equal(tokens.length, 2);
      for (const { token } of tokens) match(token, /^[0-9a-f]{32}$/);
      notEqual(tokens[0]?.token, tokens[1]?.token);
      for (const id of ids) {
        const row = JSON.stringify(await quote(engine, id));
        for (const { token } of tokens) ok(!row.includes(token));
      }
    },
  ),
  check('a draft in the trash · comes back as it was, and leaves no gap', async (engine) => {
    const id = await draft(engine);
    const before = await quote(engine, id);
    equal(await succeed(engine, 'admin', 'move_to_trash', { kind: 'quotes', ids: [id] }), 1);
    deepEqual(await quote(engine, id), {});
    match((await quote(engine, await sendQuote(engine))).number as string, /-001$/);
    await succeed(engine, 'admin', 'restore_from_trash', { ids: [id] });
    const { updated_at: _then, ...restored } = await quote(engine, id);
    const { updated_at: _now, ...wanted } = before;
    deepEqual(restored, wanted);
    await engine.request('admin', { method: 'DELETE', path: `${path}?id=eq.${id}` });
    deepEqual(await engine.sql("select label from public.trash where kind = 'quotes'"), [
      { label: 'Devis, Organisme 0, Visite virtuelle' },
    ]);
    equal((await send(engine, id)).status, 404);
    match((await quote(engine, await sendQuote(engine))).number as string, /-002$/);
  }),
  check(
    'numbers · 24 drafts sent at the same instant, some refused, some twice · 1 to 20, each once, no gap',
    async (engine) => {
      const ids: string[] = [];
      for (let n = 0; n < 24; n++) ids.push(await draft(engine));
      // A quote that is refused at the last moment must give its number back.
      await engine.sql('update public.quotes set subject = $2 where id = any ($1)', [ids.slice(0, 4), '']);
      const reads = await Promise.all(ids.map((id) => quote(engine, id)));
      const calls = [...reads, ...reads.slice(8, 16)].map(
        ({ id, updated_at }) =>
          () =>
            rpc(engine, 'admin', 'send_quote', { quote: id, read_at: updated_at }),
      );
      const answers = await atOnce(engine, 'public.quotes', calls);
      deepEqual(
        [200, 409, 422].map((status) => answers.filter((one) => one.status === status).length),
        [20, 8, 4],
        answers.map(({ text }) => text).join('\n'),
      );
      const given = await engine.sql<{ sequence: number }>(
        'select sequence from public.quotes where sequence is not null order by sequence',
      );
      deepEqual(
        given.map(({ sequence }) => sequence),
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
    },
    { needs: 'simultaneity' },
  ),
  check('creation · asked for again under its id, a quote and a copy are made once', async (engine) => {
    const count = async () =>
      (await engine.sql<{ n: number }>('select count(*)::int as n from public.quotes'))[0]?.n ?? 0;
    const before = await count();
    const [first, copied] = [crypto.randomUUID(), crypto.randomUUID()];
    const from = { source: 'contact', source_id: contact(0), new_id: first };
    for (let press = 0; press < 3; press++)
      equal(await succeed(engine, 'admin', 'create_quote', from), first);
    for (let press = 0; press < 3; press++) {
      equal(await succeed(engine, 'admin', 'duplicate_quote', { quote: first, new_id: copied }), copied);
    }
    equal(await count(), before + 2);
    deepEqual([await events(engine, first), await events(engine, copied)], [['created'], ['created']]);
    equal((await rpc(engine, 'admin', 'duplicate_quote', { quote: crypto.randomUUID() })).status, 404);
  }),
  check(
    'revision · same number, one draft at a time, the earlier one is replaced when it is sent',
    async (engine) => {
      const first = await sendQuote(engine);
      const second = await succeed<string>(engine, 'admin', 'revise_quote', { quote: first });
      equal(await succeed(engine, 'admin2', 'revise_quote', { quote: first }), second);
      const opened = await quote(engine, second);
      deepEqual([opened.revision, opened.status, opened.snapshot], [2, 'brouillon', null]);
      equal(opened.number, (await quote(engine, first)).number);
      equal((await quote(engine, first)).status, 'envoyé');
      equal((await send(engine, second)).status, 200);
      equal((await quote(engine, first)).status, 'remplacé');
      deepEqual(await events(engine, first), ['created', 'sent', 'replaced']);
      deepEqual(await events(engine, second), ['revised', 'sent']);
      // Only the latest revision can be answered or revised.
      equal((await rpc(engine, 'admin', 'revise_quote', { quote: first })).status, 409);
      equal((await answer(engine, first, 'accepté')).status, 409);
      // A duplicate is a new quote with its own number.
      const copy = await quote(engine, await succeed(engine, 'admin', 'duplicate_quote', { quote: first }));
      deepEqual([copy.number, copy.revision, copy.lines, copy.status], [null, 1, quoteLines, 'brouillon']);
    },
  ),
  check('revision · not of a draft, nor of what is accepted, also when that comes first', async (engine) => {
    const id = await draft(engine);
    const refusedDraft = await rpc(engine, 'admin', 'revise_quote', { quote: id });
    // A quote that is still a draft has no number and cannot be revised.
    equal(refusedDraft.status, 409, refusedDraft.text);
    const first = await sendQuote(engine);
    const second = await succeed<string>(engine, 'admin', 'revise_quote', { quote: first });
    equal((await answer(engine, first, 'accepté')).status, 204);
    const late = await send(engine, second);
    equal(late.status, 409, late.text);
    match(late.text, /vient d’être accepté/);
    equal((await quote(engine, first)).status, 'accepté');
  }),
  check(
    'accepted and replaced at the same instant · one of the two',
    async (engine) => {
      for (let turn = 0; turn < 5; turn++) {
        const first = await sendQuote(engine);
        const second = await succeed<string>(engine, 'admin', 'revise_quote', { quote: first });
        const answers = await Promise.all([send(engine, second), answer(engine, first, 'accepté')]);
        equal(answers.filter(({ status }) => status < 300).length, 1, answers.map(({ text }) => text).join());
        const states = [(await quote(engine, first)).status, (await quote(engine, second)).status];
        ok(['accepté,brouillon', 'remplacé,envoyé'].includes(states.join()), states.join());
      }
    },
    { needs: 'simultaneity' },
  ),
  check('answers · only what the state allows, with a reason, kept in the thread', async (engine) => {
    const id = await sendQuote(engine);
    equal((await answer(engine, id, 'accepté', ' ')).status, 422);
    equal((await answer(engine, id, 'refusé', ' ')).status, 422);
    for (const wrong of ['brouillon', 'remplacé', 'expiré', 'envoyé'])
      equal((await answer(engine, id, wrong)).status, 409, wrong);
    equal((await answer(engine, id, 'accepté', 'Résolution 2026-114 du 3 mars')).status, 204);
    equal((await answer(engine, id, 'refusé')).status, 409);
    equal((await answer(engine, id, 'envoyé', 'Mauvaise pièce')).status, 204);
    equal((await quote(engine, id)).closed_at, null);
    equal((await answer(engine, id, 'refusé', 'Budget')).status, 204);
    equal((await answer(engine, id, 'annulé', 'Doublon')).status, 204);
    deepEqual(
      await engine.sql(
        "select kind, body from public.quote_events where quote_id = $1 and body <> '' order by created_at",
        [id],
      ),
      [
        {
          kind: 'accepted',
          body: 'Jeanne Roy, Greffière\nBon de commande BC-12\nRésolution 2026-114 du 3 mars',
        },
        { kind: 'reopened', body: 'Mauvaise pièce' },
        { kind: 'refused', body: 'Budget' },
        { kind: 'cancelled', body: 'Doublon' },
      ],
    );
    // A row that a person inserts becomes a note, whatever kind it claims.
    await engine.request('admin', {
      ...{ method: 'POST', path: '/rest/v1/quote_events' },
      body: { quote_id: id, kind: 'accepted', body: 'x', recorded_by: engine.people.admin.id },
    });
    equal((await events(engine, id)).filter((kind) => kind === 'accepted').length, 1);
  }),
  check('expiry · the day after the last one in Québec, once, and only what waits', async (engine) => {
    const [running, over, accepted] = [
      await sendQuote(engine),
      await sendQuote(engine),
      await sendQuote(engine),
    ];
    await answer(engine, accepted, 'accepté');
    await engine.sql('alter table public.quotes disable trigger quotes_keep_sent');
    try {
      await engine.sql(`update public.quotes set valid_until = ${today} where id = $1`, [running]);
      await engine.sql(`update public.quotes set valid_until = ${today} - 1 where id = any ($1)`, [
        [over, accepted],
      ]);
    } finally {
      await engine.sql('alter table public.quotes enable trigger quotes_keep_sent');
    }
    const expected = [
      [over, 0, 131_072],
      [running, 1, 131_072],
    ];
    const waiting = async () =>
      ((await succeed(engine, 'admin', 'today_items')) as Row[])
        .filter(({ kind }) => kind === 'quote')
        .map(({ record_id, urgency, amount }) => [record_id, urgency, amount]);
    deepEqual(await waiting(), expected);
    equal(await succeed(engine, 'service', 'expire_quotes'), 1);
    deepEqual(await waiting(), expected);
    equal(await succeed(engine, 'service', 'expire_quotes'), 0);
    const states = [];
    for (const id of [running, over, accepted]) states.push((await quote(engine, id)).status);
    deepEqual(states, ['envoyé', 'expiré', 'accepté']);
    deepEqual(await events(engine, over), ['created', 'sent', 'expired']);
  }),
  check(
    'a person erased · drafts go, sent quotes keep amounts, a contract keeps its name for six years',
    async (engine) => {
      const [open, waiting, contract] = [
        await draft(engine),
        await sendQuote(engine),
        await sendQuote(engine),
      ];
      await answer(engine, contract, 'accepté');
      const [others, othersContract] = [
        await sendQuote(engine, {}, contact(1)),
        await sendQuote(engine, {}, contact(1)),
      ];
      await answer(engine, othersContract, 'accepté');
      for (const id of [waiting, contract, others]) {
        await engine.sql(
          "insert into public.quote_events (quote_id, body) values ($1, 'Parlé à Personne 0')",
          [id],
        );
      }
      const notes = async (id: string) =>
        engine.sql<Row>("select body from public.quote_events where quote_id = $1 and kind = 'note'", [id]);
      const exported = (await succeed(engine, 'admin', 'export_person', { contact: contact(0) })) as Row;
      equal((exported.issued_quotes as Row[]).length, 3);
      ok(!JSON.stringify(exported).includes('quote_links'));
      const gone = (await succeed(engine, 'admin', 'erase_person', { contact: contact(0) })) as Row;
      deepEqual([gone.issued_quotes, gone.issued_quotes_kept], [2, 1]);
      deepEqual(await quote(engine, open), {});
      const erased = await quote(engine, waiting);
      ok(!/Personne 0|personne0|Organisme 0/.test(JSON.stringify(erased)));
      deepEqual([erased.total_cents, erased.number !== null], [131_072, true]);
      equal((await quote(engine, contract)).contact_name, 'Personne 0');
      deepEqual(
        [...(await notes(waiting)), ...(await notes(contract)), ...(await notes(others))],
        [{ body: '(effacé)' }, { body: 'Parlé à Personne 0' }, { body: 'Parlé à Personne 0' }],
      );
      equal((await quote(engine, others)).contact_name, 'Personne 1');
      deepEqual(await engine.sql("select from public.trash where kind = 'quotes'"), []);
      // Personal data of a quote is removed six years after the end of its year.
      await engine.sql('alter table public.quotes disable trigger quotes_keep_sent');
      try {
        await engine.sql(`update public.quotes set sent_at = now() - interval '8 years',
        closed_at = date_trunc('year', now(), 'America/Toronto') - interval '6 years' where id = '${contract}'`);
        await engine.sql('delete from public.privacy_register');
        await succeed(engine, 'service', 'apply_retention');
        equal((await quote(engine, contract)).contact_name, 'Personne 0');
        await engine.sql(
          `update public.quotes set closed_at = closed_at - interval '1 year 1 second' where id = '${contract}'`,
        );
      } finally {
        await engine.sql('alter table public.quotes enable trigger quotes_keep_sent');
      }
      await engine.sql('delete from public.privacy_register');
      await succeed(engine, 'service', 'apply_retention');
      equal((await quote(engine, contract)).contact_name, '');
    },
  ),
  {
    name: 'attack · quotes · totals · the examples, and random ones, the same in SQL, TypeScript and decimals',
    object: 'quotes',
    run: async (engine) => {
      for (const { name, totals, ...priced } of goldens) {
        const [row] = await totalsInSql(engine.sql, [priced as PricedQuote]);
        deepEqual(row?.totals, totals, name);
        deepEqual(row?.exact, totals, name);
      }
      const quotes = randomQuotes(20_261_122, proofSize(1_000, 5_000));
      const rows = await totalsInSql(engine.sql, quotes);
      const wrong = rows.filter(
        ({ agree }, index) => !agree || !sameTotals(rows[index]?.totals, quotes[index]),
      );
      deepEqual(wrong.slice(0, 3), []);
      equal(rows.length, quotes.length);
    },
  },
];

const sameTotals = (totals: Row | undefined, priced: PricedQuote | undefined) =>
  priced !== undefined &&
  Object.entries(quoteTotals(priced)).every(([name, cents]) => totals?.[name] === cents);
