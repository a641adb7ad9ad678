import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { type PricedQuote, quoteTotals } from '../../../supabase/functions/_shared/quote/quote-totals.ts';
import { proofSize } from '../../unit/proof-size.ts';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { contact } from '../fixtures/campaigns.ts';
import { wrongCuts } from '../fixtures/random-invoices.ts';
import { randomQuotes } from '../fixtures/random-quotes.ts';
import { answer, quote, check as quoteCheck, sendQuote } from './quotes.ts';

const path = '/rest/v1/invoices';
const today = "(now() at time zone 'America/Toronto')::date";

const check = (
  name: string,
  run: (engine: Engine) => Promise<void>,
  more: { needs?: Check['needs'] } = {},
) => {
  const made = quoteCheck('', run, { object: 'invoices', ...more });
  return { ...made, name: `attack · invoices · ${name}` };
};

/** An accepted quote of 1 140,00 $ before taxes, 1 310,72 $ with them. */
async function accepted(engine: Engine, more: Row = {}): Promise<string> {
  const id = await sendQuote(engine, more);
  equal((await answer(engine, id, 'accepté')).status, 204);
  return id;
}

const create = (engine: Engine, of: string, kind: string, share?: number) =>
  succeed<string>(engine, 'admin', 'create_invoice', { quote: of, kind, ...(share && { share }) });

async function invoice(engine: Engine, id: unknown): Promise<Row> {
  const [row] = await engine.sql<{ i: Row }>('select to_jsonb(i) as i from public.invoices i where id = $1', [
    id,
  ]);
  return row?.i ?? {};
}

const issueInvoice = async (engine: Engine, id: string, confirmed = 0, role: Role = 'admin') =>
  rpc(engine, role, 'issue_invoice', {
    ...{ invoice: id, read_at: (await invoice(engine, id)).updated_at, confirmed },
  });

async function createAndIssue(engine: Engine, of: string, kind: string, share?: number): Promise<string> {
  const id = await create(engine, of, kind, share);
  const given = await issueInvoice(engine, id);
  equal(given.status, 200, given.text);
  return id;
}

const credit = (
  engine: Engine,
  of: string,
  amount?: number,
  id: string = crypto.randomUUID(),
  waived?: boolean,
) =>
  rpc(engine, 'admin', 'credit_invoice', {
    ...{ credit: id, invoice: of, reason: 'Erreur', ...(amount && { amount }), ...(waived && { waived }) },
  });

/** Issues a waiving credit note for an amount in cents, or for all that is still due. */
const waive = (engine: Engine, of: string, amount?: number) =>
  credit(engine, of, amount, crypto.randomUUID(), true);

const billingLeft = async (engine: Engine, of: string) =>
  (await succeed<Row>(engine, 'reader', 'billing_totals', { quote: of })).taxableCents;

const recordPayment = (engine: Engine, of: string, amount: number, payment: string = crypto.randomUUID()) =>
  rpc(engine, 'admin', 'record_payment', {
    ...{ payment, invoice: of, method: 'cheque', amount, received_on: '2026-01-05', reference: '114' },
  });

const invoiceStanding = async (engine: Engine, id: string): Promise<Row> =>
  (await succeed<Row[]>(engine, 'reader', 'invoice_standings', { only_invoice: id }))[0] ?? {};

/** Changes the due date of an issued invoice, which no user may do. */
async function dueOn(engine: Engine, id: string, day: string): Promise<void> {
  await engine.sql(
    `set session_replication_role = replica; update public.invoices set due_on = ${day} where id = '${id}';
     set session_replication_role = origin;`,
  );
}

const sendReminder = (
  engine: Engine,
  id: string,
  message: string = crypto.randomUUID(),
  role: Role = 'admin',
) =>
  rpc(engine, role, 'remind_invoice', {
    ...{ message, invoice: id, message_subject: 'Rappel', message_body: 'Bonjour' },
  });

const queuedMails = async (engine: Engine, id: string) =>
  (
    await engine.sql<{ kind: string }>(
      'select kind from public.notifications where invoice_id = $1 order by created_at, kind',
      [id],
    )
  ).map(({ kind }) => kind);

/** Adds up the amounts billed of a quote, without those given back. */
const billedInvoices = async (engine: Engine, of: string) =>
  (
    await engine.sql(
      `select coalesce(sum(sign * (totals ->> 'taxableCents')::bigint), 0)::int as taxable,
         coalesce(sum(sign * (totals ->> 'gstCents')::bigint), 0)::int as gst,
         coalesce(sum(sign * (totals ->> 'qstCents')::bigint), 0)::int as qst,
         coalesce(sum(sign * total_cents), 0)::int as total
       from public.invoices, lateral (select case kind when 'credit' then -1 else 1 end as sign) as signed
       where quote_id = $1 and issued_at is not null`,
      [of],
    )
  )[0];

const wholeTotals = { taxable: 114_000, gst: 5_700, qst: 11_372, total: 131_072 };

/** Attacks on invoices: amounts, numbering, immutability after issue, payments, reminders and permissions. */
export const attacksOnInvoices: Check[] = [
  check('the assistant · a municipality owes what its invoices leave to pay', async (engine) => {
    await engine.sql(
      `insert into public.municipalities (code, kind, name, designation, region, source)
       values ('08053', 'municipalité', 'Matane', 'Ville', 'Bas-Saint-Laurent', 'Essai'),
         ('08999', 'municipalité', 'Ailleurs', 'Ville', 'Bas-Saint-Laurent', 'Essai')`,
    );
    await engine.sql(`update public.contacts set municipality_code = '08053' where id = $1`, [contact(0)]);
    const of = await accepted(engine);
    const [half, unpaid] = [
      await createAndIssue(engine, of, 'deposit', 5_000),
      await createAndIssue(engine, of, 'balance'),
    ];
    const due = Number((await invoiceStanding(engine, half)).total_cents);
    equal((await recordPayment(engine, half, Math.floor(due / 2))).status, 204);
    equal((await waive(engine, unpaid, 10_000)).status, 200);
    await createAndIssue(engine, await accepted(engine, {}), 'deposit', 1_000);
    const key = await succeed(engine, 'admin', 'create_assistant_key', { name: 'Essai', days: 1 });
    const owed = async (id: string) => {
      const given = { key, tool: 'municipalite', arguments: { id } };
      return (await succeed<{ answer: Row }>(engine, 'service', 'answer_assistant', given)).answer;
    };
    const standings = await succeed<Row[]>(engine, 'reader', 'invoice_standings');
    const left = standings.reduce((sum, { balance_cents }) => sum + Number(balance_cents), 0);
    const town = await owed('08053');
    deepEqual(
      [town.owed_cents, (town.invoices as Row[]).find(({ id }) => id === half)?.balance_cents],
      [left, due - Math.floor(due / 2)],
    );
    equal((town.invoices as Row[]).length, standings.length);
    // What was done in the town for another organisation is owed there, and not by the town itself.
    await engine.sql(
      `insert into public.organisations (id, kind, name, register_code, city, region) values
         ('f3000000-0000-4000-8000-000000000001', 'municipalité', 'Ville de Matane', '08053', 'Matane', 'Bas-Saint-Laurent')`,
    );
    await engine.sql(
      `insert into public.trip_plans (id, city, region, start_date, end_date, municipality_code)
       values ('f3000000-0000-4000-8000-000000000002', 'Matane', 'Bas-Saint-Laurent', '2031-05-01', '2031-05-01', '08053')`,
    );
    await engine.sql(`update public.contacts set municipality_code = null where id = $1`, [contact(0)]);
    await engine.sql(
      `update public.quotes set trip_plan_id = 'f3000000-0000-4000-8000-000000000002' where id = $1`,
      [of],
    );
    const given = { key, tool: 'organisation', arguments: { id: 'f3000000-0000-4000-8000-000000000001' } };
    const itself = await succeed<{ answer: Row }>(engine, 'service', 'answer_assistant', given);
    deepEqual([itself.answer.owed_cents, itself.answer.invoices], [0, []]);
    ok(Number((await owed('08053')).owed_cents) > 0);
    const other = await owed('08999');
    deepEqual([other.owed_cents, other.invoices], [0, []]);
    await engine.sql('delete from private.assistant_keys');
  }),
  check(
    'functions · visitor, signed-in user, reader, secret key · refused, nothing moves',
    async (engine) => {
      const of = await accepted(engine);
      const [draft, out] = [
        await create(engine, of, 'progress', 1_000),
        await createAndIssue(engine, of, 'deposit', 3_000),
      ];
      const payment = crypto.randomUUID();
      equal((await recordPayment(engine, out, 100, payment)).status, 204);
      const everything = () =>
        engine.sql(
          `select (select jsonb_agg(i order by id) from public.invoices i) as i, (select jsonb_agg(p) from public.invoice_payments p) as p,
           (select jsonb_agg(n) from public.notifications n where invoice_id is not null) as n`,
        );
      const before = await everything();
      const letter = { message: draft, message_subject: 'x', message_body: 'x' };
      for (const [name, body] of [
        ['create_invoice', { quote: of, kind: 'balance' }],
        ['issue_invoice', { invoice: draft, read_at: null }],
        ['credit_invoice', { credit: draft, invoice: out, reason: 'x' }],
        ['email_invoice', { ...letter, invoice: draft, read_at: null }],
        ['remind_invoice', { ...letter, invoice: out }],
        [
          'record_payment',
          { payment: draft, invoice: out, method: 'cash', amount: 1, received_on: '2026-01-05' },
        ],
        ['undo_payment', { payment }],
        ['move_to_trash', { kind: 'invoices', ids: [draft] }],
      ] as const)
        for (const role of ['visitor', 'user', 'reader', 'service'] as const)
          equal(((await rpc(engine, role, name, body)).body as Row).code, '42501', `${name} by ${role}`);
      for (const [name, body] of [
        ['invoice_to_print', { invoice: out }],
        ['keep_invoice_pdf', { invoice: out, sha256: 'ab'.repeat(32) }],
      ] as const)
        for (const role of ['visitor', 'user', 'reader', 'admin'] as const)
          equal(((await rpc(engine, role, name, body)).body as Row).code, '42501', `${name} by ${role}`);
      deepEqual(await everything(), before);
      deepEqual(await succeed(engine, 'user', 'invoice_standings'), []);
      equal(await succeed(engine, 'user', 'invoice_preview', { invoice: out }), null);
      equal(await succeed(engine, 'user', 'billing_totals', { quote: of }), null);
      equal(await succeed(engine, 'user', 'credit_totals', { invoice: out }), null);
      equal(((await succeed(engine, 'reader', 'invoice_preview', { invoice: out })) as Row).refusal, null);
      equal((await rpc(engine, 'visitor', 'invoice_standings', {})).status >= 400, true);
    },
  ),
  check('deposit, progress and balance · together the accepted quote, to the cent', async (engine) => {
    const of = await accepted(engine);
    const deposit = await createAndIssue(engine, of, 'deposit', 3_333);
    await createAndIssue(engine, of, 'progress', 1_234);
    await createAndIssue(engine, of, 'progress', 77);
    const balance = await createAndIssue(engine, of, 'balance');
    deepEqual(await billedInvoices(engine, of), wholeTotals);
    const first = await invoice(engine, deposit);
    deepEqual(
      [first.reference, first.organization_name, (first.snapshot as Row).quote],
      [
        'Bon de commande BC-12',
        'Organisme 0',
        { number: (await quote(engine, of)).number, revision: 1, date: (first.snapshot as Row).date },
      ],
    );
    match(JSON.stringify(first.lines), /Acompte de 33,33\s% sur le devis/);
    match(
      String((await invoice(engine, balance)).notes),
      /^Total du devis\s: 1\s140,00\s\$ avant taxes, dont 529,42\s\$ facturés auparavant\./,
    );
    match(String(first.number), /^F-20\d\d-001$/);
    // The timeline of the contact shows the invoice and its payment.
    await recordPayment(engine, deposit, 100);
    const told = await succeed<Row[]>(engine, 'reader', 'contact_timeline', {
      contact: (await quote(engine, of)).contact_id,
    });
    const business = ['quote_sent', 'quote_closed', 'invoice', 'payment'];
    deepEqual(
      business.map((kind) => told.filter((line) => line.kind === kind).length),
      [1, 1, 4, 1],
    );
    match(String((await invoice(engine, balance)).number), /-004$/);
    // Once everything is billed no further invoice can be made, and the quote stays accepted.
    for (const part of [{ kind: 'balance' }, { kind: 'progress', share: 100 }]) {
      const refused = await rpc(engine, 'admin', 'create_invoice', { quote: of, ...part });
      equal(refused.status, 409);
      match(refused.text, /facturé en entier/);
    }
    match((await answer(engine, of, 'envoyé')).text, /facturé/);
  }),
  check('more than the quote · only what the person read and confirmed', async (engine) => {
    const of = await accepted(engine);
    await createAndIssue(engine, of, 'deposit', 9_000);
    const [id, next] = [await create(engine, of, 'progress', 2_000), await create(engine, of, 'progress', 1)];
    const preview = await succeed<Row>(engine, 'admin', 'invoice_preview', { invoice: id });
    equal(preview.addedCents, 11_400);
    for (const confirmed of [0, 11_399, 11_401, -1])
      equal((await issueInvoice(engine, id, confirmed)).status, 409, String(confirmed));
    equal((await invoice(engine, id)).number, null);
    equal((await issueInvoice(engine, id, 11_400)).status, 200);
    deepEqual(
      [(await invoice(engine, id)).added_cents, (await billedInvoices(engine, of)) as unknown],
      [11_400, { taxable: 125_400, gst: 6_270, qst: 12_509, total: 144_179 }],
    );
    // A line added to one draft uses up the amount that the next draft needed, so issuing that one is
    // refused.
    equal((await issueInvoice(engine, next)).status, 409);
    const stale = await rpc(engine, 'admin', 'issue_invoice', {
      invoice: next,
      read_at: '2031-01-01',
      confirmed: 11,
    });
    equal(stale.status, 409);
  }),
  check('a quote of nothing · refused as such, one of a cent is billed', async (engine) => {
    const given = await accepted(engine, { discount_kind: 'pourcentage', discount_value: 10_000 });
    const refused = await rpc(engine, 'admin', 'create_invoice', { quote: given, kind: 'balance' });
    equal(refused.status, 409);
    match(refused.text, /Le total de ce devis est nul/);
    const cent = await accepted(engine, { discount_kind: 'montant', discount_value: 113_999 });
    await createAndIssue(engine, cent, 'balance');
    match(
      (await rpc(engine, 'admin', 'create_invoice', { quote: cent, kind: 'balance' })).text,
      /facturé en entier/,
    );
  }),
  check('only an accepted quote is billed, and a council or a person alone accept alike', async (engine) => {
    const open = await sendQuote(engine);
    equal(
      (await rpc(engine, 'admin', 'create_invoice', { quote: open, kind: 'deposit', share: 3_000 })).status,
      409,
    );
    const alone = await sendQuote(engine, { accepts_by: 'person', organization_name: 'Auberge du Quai' });
    const token = await succeed<string>(engine, 'admin', 'quote_link', { quote: alone });
    await succeed(engine, 'service', 'keep_quote_pdf', { quote: alone, sha256: 'ab'.repeat(32) });
    await succeed(engine, 'service', 'send_quote_code', { token });
    const [code] = await engine.sql<{ code: string }>(
      'select private.quote_code(id) as code from private.quote_codes where quote_id = $1',
      [alone],
    );
    const person = { name: 'Anne Fortin', jobTitle: 'Propriétaire', authority: 'personal', code: code?.code };
    const given = await succeed<Row>(engine, 'service', 'accept_quote', {
      token,
      answer: person,
      network_address: null,
    });
    equal(given.status, 200, JSON.stringify(given));
    const id = await createAndIssue(engine, alone, 'deposit', 5_000);
    deepEqual(
      [(await invoice(engine, id)).reference, (await invoice(engine, id)).organization_name],
      ['', 'Auberge du Quai'],
    );
    // The acceptance is withdrawn between the draft of the invoice and its issue.
    const of = await accepted(engine);
    const late = await create(engine, of, 'deposit', 3_000);
    equal((await answer(engine, of, 'envoyé')).status, 204);
    equal((await issueInvoice(engine, late)).status, 422);
  }),
  check('issued · the policy alone keeps an administrator from it, and a draft is theirs', async (engine) => {
    const of = await accepted(engine);
    const id = await createAndIssue(engine, of, 'deposit', 3_000);
    const draft = await create(engine, of, 'balance');
    // Disables the trigger, whose refusal would hide a missing policy.
    await engine.sql('alter table public.invoices disable trigger invoices_keep_issued');
    try {
      for (const one of [id, draft]) {
        const about = { path: `${path}?id=eq.${one}` };
        await engine.request('admin', { method: 'PATCH', ...about, body: { subject: 'Autre' } });
      }
      deepEqual(
        [(await invoice(engine, id)).subject === 'Autre', (await invoice(engine, draft)).subject],
        [false, 'Autre'],
      );
      for (const one of [id, draft]) {
        await engine.request('admin', { method: 'DELETE', path: `${path}?id=eq.${one}` });
      }
      equal((await invoice(engine, id)).id, id);
    } finally {
      await engine.sql('alter table public.invoices enable trigger invoices_keep_issued');
    }
  }),
  check('issued · nobody changes or deletes it, and its taxes are those of the day', async (engine) => {
    const of = await accepted(engine);
    const id = await createAndIssue(engine, of, 'deposit', 3_000);
    const before = await invoice(engine, id);
    await engine.request('admin', {
      method: 'PATCH',
      path: `${path}?id=eq.${id}`,
      body: { subject: 'Autre' },
    });
    await engine.request('admin', { method: 'DELETE', path: `${path}?id=eq.${id}` });
    equal((await rpc(engine, 'admin', 'move_to_trash', { kind: 'invoices', ids: [id] })).status, 409);
    for (const statement of [
      "update public.invoices set subject = 'Autre'",
      "update public.invoices set lines = '[]'",
      'update public.invoices set totals = totals || \'{"gstCents": 0}\'',
      "update public.invoices set billed = '{[0,1)}'",
      'update public.invoices set sequence = 9',
      'update public.invoices set issued_at = null',
      "update public.invoices set snapshot = '{}'",
      'update public.invoices set anonymised_at = now(), totals = \'{"totalCents": 1}\'',
      'delete from public.invoices',
    ]) {
      const state = await engine
        .sql(`${statement} where id = '${id}'`)
        .then(() => 'changed')
        .catch(({ code }: { code: string }) => code);
      equal(state, 'PT409', statement);
    }
    const digest = 'ab'.repeat(32);
    equal(await succeed(engine, 'service', 'keep_invoice_pdf', { invoice: id, sha256: digest }), digest);
    equal(
      await succeed(engine, 'service', 'keep_invoice_pdf', { invoice: id, sha256: 'cd'.repeat(32) }),
      digest,
    );
    await engine.sql('update public.studio set tax_registered = false');
    deepEqual(await invoice(engine, id), {
      ...before,
      pdf_sha256: digest,
      updated_at: (await invoice(engine, id)).updated_at,
    });
    equal(((before.snapshot as Row).studio as Row).gstNumber, '123456789 RT0001');
    // The studio stops charging taxes; the next invoice has none.
    const untaxed = await invoice(engine, await createAndIssue(engine, of, 'balance'));
    deepEqual(
      [untaxed.total_cents, untaxed.tax_status, ((untaxed.snapshot as Row).studio as Row).gstNumber],
      [79_800, 'small_supplier', ''],
    );
  }),
  check(
    'a draft · written, put in the trash and back, deleted; an issued number is never given again',
    async (engine) => {
      const of = await accepted(engine);
      const id = await create(engine, of, 'progress');
      deepEqual((await invoice(engine, id)).lines, (await quote(engine, of)).lines);
      equal(
        (
          await engine.request('admin', {
            method: 'PATCH',
            path: `${path}?id=eq.${id}`,
            body: { reference: 'BC-9' },
          })
        ).status,
        204,
      );
      equal(await succeed(engine, 'admin', 'move_to_trash', { kind: 'invoices', ids: [id] }), 1);
      deepEqual(await invoice(engine, id), {});
      await succeed(engine, 'admin', 'restore_from_trash', { ids: [id] });
      equal((await invoice(engine, id)).reference, 'BC-9');
      await engine.request('admin', { method: 'DELETE', path: `${path}?id=eq.${id}` });
      deepEqual(await engine.sql("select label from public.trash where kind = 'invoices'"), [
        { label: 'Facture, Organisme 0, Visite virtuelle' },
      ]);
      match(
        String((await invoice(engine, await createAndIssue(engine, of, 'deposit', 100))).number),
        /-001$/,
      );
    },
  ),
  check(
    'a credit note · whole, in part, never more than is left, once, and billed again to the cent',
    async (engine) => {
      const of = await accepted(engine);
      const [first, second] = [
        await createAndIssue(engine, of, 'deposit', 3_333),
        await createAndIssue(engine, of, 'progress', 4_111),
      ];
      const id = crypto.randomUUID();
      equal((await credit(engine, first, undefined, id)).status, 200);
      equal((await credit(engine, first, undefined, id)).status, 200);
      const note = await invoice(engine, id);
      const { subtotalCents: _s, discountCents: _d, ...undone } = note.totals as Row;
      const {
        subtotalCents: _t,
        discountCents: _e,
        ...charged
      } = (await invoice(engine, first)).totals as Row;
      deepEqual(undone, charged);
      match(String(note.number), /-003$/);
      equal((await invoiceStanding(engine, first)).state, 'créditée');
      equal((await credit(engine, first)).status, 409);
      equal((await credit(engine, id)).status, 409);
      equal((await credit(engine, second, 46_866)).status, 422);
      equal((await credit(engine, second, 17)).status, 200);
      equal((await credit(engine, second, 33_333)).status, 200);
      equal((await invoiceStanding(engine, second)).state, 'émise');
      await createAndIssue(engine, of, 'progress', 2_222);
      await createAndIssue(engine, of, 'balance');
      deepEqual(await billedInvoices(engine, of), wholeTotals);
      equal((await recordPayment(engine, id, 100)).status, 409);
      match(
        (
          await rpc(engine, 'admin', 'credit_invoice', {
            credit: crypto.randomUUID(),
            invoice: second,
            reason: ' ',
          })
        ).text,
        /raison/,
      );
    },
  ),
  check(
    'a credit note of what is no longer due · counts as billed, and is never billed again',
    async (engine) => {
      const of = await accepted(engine);
      const first = await createAndIssue(engine, of, 'deposit', 5_000);
      const [again, gone] = [1_234, 6_499];
      equal((await credit(engine, first, again)).status, 200);
      equal(await billingLeft(engine, of), 57_000 + again);
      const told = await succeed<Row>(engine, 'reader', 'credit_totals', { invoice: first, amount: gone });
      equal((await waive(engine, first, gone)).status, 200);
      const [note] = await engine.sql<{ id: string; totals: Row }>(
        'select id, totals from public.invoices where is_waived',
      );
      equal(note?.totals.totalCents, told.totalCents);
      const rows = await succeed<Row[]>(engine, 'reader', 'invoice_standings', { of_quote: of });
      const shown = rows.find(({ is_waived }) => is_waived);
      deepEqual([shown?.id, shown?.credits_number], [note?.id, (await invoice(engine, first)).number]);
      equal(await billingLeft(engine, of), 57_000 + again);
      const whole = await succeed<Row>(engine, 'reader', 'billing_totals', { quote: of });
      const last = await invoice(engine, await createAndIssue(engine, of, 'balance'));
      equal((last.totals as Row).totalCents, whole.totalCents);
      equal(await billingLeft(engine, of), 0);
      equal(((await billedInvoices(engine, of)) as Row).taxable, 114_000 - gone);
      equal((await rpc(engine, 'admin', 'create_invoice', { quote: of, kind: 'balance' })).status, 409);
      // The same cents cannot be credited twice, on this invoice or another.
      equal((await credit(engine, first, 57_000 - again - gone + 1)).status, 422);
      // Once every invoice is credited the acceptance can be withdrawn.
      equal((await answer(engine, of, 'envoyé')).status, 409);
      equal((await waive(engine, first)).status, 200);
      equal((await waive(engine, String(last.id))).status, 200);
      equal(await billingLeft(engine, of), 0);
      equal((await answer(engine, of, 'envoyé')).status, 204);
      // Only a credit note can be waiving, and it cannot change after issue.
      for (const statement of [
        `update public.invoices set is_waived = false where id = '${note?.id}'`,
        `update public.invoices set is_waived = true where id = '${first}'`,
      ])
        equal(
          await engine.sql(statement).then(
            () => 'changed',
            ({ code }: { code: string }) => code,
          ),
          'PT409',
        );
    },
  ),
  check(
    'numbers · drafts of four quotes issued at the same instant, some refused, some twice · from 1, no gap, no double',
    async (engine) => {
      const quotes: string[] = [];
      for (let n = 0; n < 4; n++) quotes.push(await accepted(engine));
      const [ofEach, wrong] = [proofSize(15, 50), proofSize(6, 20)];
      const drafts = await engine.sql<{ id: string }>(
        `insert into public.invoices (quote_id, kind, organization_name, lines)
         select of, 'progress', 'Ville', $2 from unnest($1::uuid[]) as of, generate_series(1, $3::integer) returning id`,
        [
          quotes,
          JSON.stringify([{ description: 'Étape', quantity: '1.000', unit: '', unitPriceCents: 1_500 }]),
          ofEach,
        ],
      );
      const ids = drafts.map(({ id }) => id);
      // An invoice that is refused at the last moment releases its number.
      await engine.sql("update public.invoices set organization_name = ' ' where id = any ($1)", [
        ids.slice(0, wrong),
      ]);
      const reads = await engine.sql<{ id: string; updated_at: string }>(
        'select id, to_jsonb(updated_at) as updated_at from public.invoices where id = any ($1)',
        [ids],
      );
      // A busy API refuses some requests before they reach the database: those are sent again.
      const press = async ({ id, updated_at }: { id: string; updated_at: string }): Promise<Answer> => {
        const given = await rpc(engine, 'admin', 'issue_invoice', { invoice: id, read_at: updated_at });
        return given.status === 504 ? press({ id, updated_at }) : given;
      };
      const calls = [...reads, ...reads.slice(0, wrong)].map((read) => () => press(read));
      const answers = await atOnce(engine, 'public.invoices', calls);
      equal(
        answers.filter(({ status }) => status === 200).length,
        4 * ofEach - wrong,
        answers.map(({ text }) => text).join('\n'),
      );
      const given = await engine.sql<{ sequence: number }>(
        'select sequence from public.invoices where sequence is not null order by sequence',
      );
      deepEqual(
        given.map(({ sequence }) => sequence),
        Array.from({ length: 4 * ofEach - wrong }, (_, n) => n + 1),
      );
    },
    { needs: 'simultaneity' },
  ),
  check(
    'the rest of one quote billed ten times at the same instant · once',
    async (engine) => {
      const of = await accepted(engine);
      const ids: string[] = [];
      for (let n = 0; n < 10; n++) ids.push(await create(engine, of, 'balance'));
      const reads = await Promise.all(ids.map((id) => invoice(engine, id)));
      const answers = await atOnce(
        engine,
        'public.invoices',
        reads.map(
          ({ id, updated_at }) =>
            () =>
              rpc(engine, 'admin', 'issue_invoice', { invoice: id, read_at: updated_at }),
        ),
      );
      equal(answers.filter(({ status }) => status === 200).length, 1);
      deepEqual(await billedInvoices(engine, of), wholeTotals);
    },
    { needs: 'simultaneity' },
  ),
  check('payments · in part, whole, too much, noted once, undone and kept', async (engine) => {
    const id = await createAndIssue(engine, await accepted(engine), 'balance');
    const payment = crypto.randomUUID();
    equal((await invoiceStanding(engine, id)).state, 'émise');
    equal((await recordPayment(engine, id, 31_072, payment)).status, 204);
    equal((await recordPayment(engine, id, 31_072, payment)).status, 204);
    const state = async () => {
      const { state: now, paid_cents, balance_cents } = await invoiceStanding(engine, id);
      return [now, paid_cents, balance_cents];
    };
    deepEqual(await state(), ['partiellement payée', 31_072, 100_000]);
    await dueOn(engine, id, `${today} - 1`);
    deepEqual(await state(), ['en retard', 31_072, 100_000]);
    equal((await recordPayment(engine, id, 100_500)).status, 204);
    deepEqual(await state(), ['payée', 131_572, -500]);
    equal(await succeed(engine, 'admin', 'undo_payment', { payment }), true);
    equal(await succeed(engine, 'admin', 'undo_payment', { payment }), false);
    deepEqual(await state(), ['en retard', 100_500, 30_572]);
    const [kept] = await engine.sql<Row>('select * from public.invoice_payments where id = $1', [payment]);
    deepEqual([Number(kept?.amount_cents), kept?.undone_by], [31_072, engine.people.admin.id]);
    for (const statement of [
      'delete from public.invoice_payments',
      'update public.invoice_payments set amount_cents = 1',
      'update public.invoice_payments set undone_at = null',
    ]) {
      const refused = await engine
        .sql(`${statement} where id = '${payment}'`)
        .then(() => 'changed')
        .catch(({ code }: { code: string }) => code);
      equal(refused, 'PT409', statement);
    }
    for (const [more, reason] of [
      [{ amount: 0 }, /montant/],
      [{ received_on: '2999-01-01' }, /jour/],
    ] as const) {
      const body = {
        payment: crypto.randomUUID(),
        invoice: id,
        method: 'cash',
        amount: 1,
        received_on: '2026-01-05',
      };
      match((await rpc(engine, 'admin', 'record_payment', { ...body, ...more })).text, reason);
    }
  }),
  check(
    'the e-mail · issues in the same breath, leaves once for a message, and to nobody who bounced',
    async (engine) => {
      const of = await accepted(engine);
      const id = await create(engine, of, 'deposit', 3_000);
      const message = crypto.randomUUID();
      const letter = async (more: Row = {}) =>
        rpc(engine, 'admin', 'email_invoice', {
          ...{ message, invoice: id, read_at: (await invoice(engine, id)).updated_at },
          ...{ message_subject: 'Facture {{numero}}', message_body: 'Voici {{numero}}', ...more },
        });
      equal((await letter({ message_body: ' ' })).status, 422);
      equal((await invoice(engine, id)).number, null);
      equal((await letter()).status, 200);
      equal((await letter()).status, 200);
      deepEqual(await queuedMails(engine, id), ['invoice']);
      const [claimed] = (
        await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
          ...{ batch: 20, same_key_is_safe: true },
        })
      ).filter(({ kind }) => kind === 'invoice');
      const printed = (claimed?.invoice ?? {}) as Row;
      const { number } = await invoice(engine, id);
      deepEqual(
        [claimed?.email, claimed?.subject, claimed?.body, printed.id, (printed.document as Row).number],
        ['personne0@exemple.test', `Facture ${number}`, `Voici ${number}`, id, number],
      );
      await engine.sql("select private.suppress(private.email_hash('personne0@exemple.test'), 'bounced')");
      equal((await letter({ message: crypto.randomUUID() })).status, 422);
    },
  ),
  check('reminders · never by themselves, only when late, and not once it is paid', async (engine) => {
    const id = await createAndIssue(engine, await accepted(engine), 'balance');
    match((await sendReminder(engine, id)).text, /pas en retard/);
    await dueOn(engine, id, `${today} - 40`);
    const items = async () =>
      (await succeed<Row[]>(engine, 'admin', 'today_items')).filter(({ kind }) => kind === 'invoice');
    deepEqual(
      (await items()).map(({ record_id, urgency, amount }) => [record_id, urgency, amount]),
      [[id, 0, 131_072]],
    );
    // Runs the scheduled jobs once.
    await succeed(engine, 'service', 'apply_retention');
    await succeed(engine, 'service', 'expire_quotes');
    for (let turn = 0; turn < 3; turn++)
      await succeed(engine, 'service', 'claim_due_notifications', { batch: 20, same_key_is_safe: true });
    deepEqual(await queuedMails(engine, id), []);
    const message = crypto.randomUUID();
    equal((await sendReminder(engine, id, message)).status, 204);
    equal((await sendReminder(engine, id, message)).status, 204);
    deepEqual(await queuedMails(engine, id), ['invoice_reminder']);
    // A second reminder is refused for 24 hours, and « Aujourd’hui » proposes it again after a week.
    match((await sendReminder(engine, id)).text, /moins de 24 heures/);
    deepEqual(await items(), []);
    const age = (days: number) =>
      engine.sql(
        `update public.notifications set created_at = now() - interval '${days} days' where id = $1`,
        [message],
      );
    await age(8);
    equal((await items()).length, 1);
    await age(2);
    // The invoice is paid after the reminder is queued and before it leaves.
    equal((await recordPayment(engine, id, 131_072)).status, 204);
    const claimed = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
      batch: 20,
      same_key_is_safe: true,
    });
    deepEqual(
      claimed.filter(({ kind }) => kind === 'invoice_reminder'),
      [],
    );
    deepEqual(
      await engine.sql('select state, last_error from public.notifications where invoice_id = $1', [id]),
      [{ state: 'retenu', last_error: 'Cette facture est payée.' }],
    );
    deepEqual(await items(), []);
    equal((await sendReminder(engine, id)).status, 409);
  }),
  check('aujourd’hui · an accepted quote that nothing bills', async (engine) => {
    const of = await accepted(engine);
    const items = async () =>
      (await succeed<Row[]>(engine, 'admin', 'today_items')).filter(
        ({ kind }) => kind === 'quote_to_invoice',
      );
    deepEqual(
      (await items()).map(({ record_id }) => record_id),
      [of],
    );
    await create(engine, of, 'deposit', 3_000);
    deepEqual(await items(), []);
  }),
  check('aujourd’hui · the rest of a quote, once its trip is over', async (engine) => {
    const of = await accepted(engine);
    const [trip] = await engine.sql<{ id: string }>(
      `insert into public.trip_plans (city, region, start_date, end_date)
       values ('Percé', 'Gaspésie–Îles-de-la-Madeleine', ${today} - 1, ${today} + 1) returning id`,
    );
    await engine.sql('update public.quotes set trip_plan_id = $2 where id = $1', [of, trip?.id]);
    const items = async () =>
      (await succeed<Row[]>(engine, 'admin', 'today_items'))
        .filter(({ kind }) => ['quote_to_invoice', 'quote_balance'].includes(String(kind)))
        .map(({ kind, amount }) => [kind, amount]);
    const moveTrip = (change: string) =>
      engine.sql(`update public.trip_plans set ${change} where id = '${trip?.id}'`);
    const deposit = await createAndIssue(engine, of, 'deposit', 3_000);
    deepEqual(await items(), []);
    const rest = [['quote_balance', 131_072 - 39_321]];
    await moveTrip("status = 'terminé'");
    deepEqual(await items(), rest);
    await moveTrip(`status = 'confirmé', start_date = ${today} - 3, end_date = ${today} - 1`);
    deepEqual(await items(), rest);
    await moveTrip("status = 'annulé'");
    deepEqual(await items(), []);
    // For a quote without a trip, the item appears a month after its last invoice.
    await engine.sql('update public.quotes set trip_plan_id = null where id = $1', [of]);
    deepEqual(await items(), []);
    const issue = (days: number) =>
      engine.sql(`set session_replication_role = replica;
        update public.invoices set issued_at = now() - interval '${days} days' where id = '${deposit}';
        set session_replication_role = origin;`);
    await issue(31);
    deepEqual(await items(), rest);
    await issue(0);
    await engine.sql('update public.quotes set trip_plan_id = $2 where id = $1', [of, trip?.id]);
    await moveTrip("status = 'terminé'");
    const draft = await create(engine, of, 'balance');
    deepEqual(await items(), []);
    await succeed(engine, 'admin', 'move_to_trash', { kind: 'invoices', ids: [draft] });
    deepEqual(await items(), rest);
    // After the deposit is credited to be billed again, the whole quote is to be invoiced.
    equal((await credit(engine, deposit)).status, 200);
    deepEqual(await items(), [['quote_to_invoice', 131_072]]);
    const whole = await createAndIssue(engine, of, 'balance');
    deepEqual(await items(), []);
    equal((await waive(engine, whole, 100)).status, 200);
    deepEqual(await items(), []);
  }),
  check(
    'a person erased · drafts go, an issued invoice keeps its name six years after its year',
    async (engine) => {
      const of = await accepted(engine);
      const [out, open] = [
        await createAndIssue(engine, of, 'deposit', 3_000),
        await create(engine, of, 'balance'),
      ];
      await engine.sql(
        "insert into public.notifications (invoice_id, kind, subject, body) values ($1, 'invoice', 'Facture', 'Bonjour')",
        [out],
      );
      equal(
        ((await succeed<Row>(engine, 'admin', 'export_person', { contact: contact(0) })).invoices as Row[])
          .length,
        2,
      );
      const gone = await succeed<Row>(engine, 'admin', 'erase_person', { contact: contact(0) });
      deepEqual([gone.invoices, gone.invoices_kept], [1, 1]);
      deepEqual(await invoice(engine, open), {});
      deepEqual(await engine.sql("select from public.trash where kind = 'invoices'"), []);
      equal((await invoice(engine, out)).contact_name, 'Personne 0');
      await engine.sql(
        `set session_replication_role = replica;
       update public.invoices set issued_at = date_trunc('year', now(), 'America/Toronto') - interval '6 years 1 second';
       set session_replication_role = origin;`,
      );
      await engine.sql('delete from public.privacy_register');
      await succeed(engine, 'service', 'apply_retention');
      const forgotten = await invoice(engine, out);
      ok(!/Personne 0|personne0|Organisme 0/.test(JSON.stringify(forgotten)));
      deepEqual([forgotten.total_cents, await queuedMails(engine, out)], [39_321, []]);
      notEqual(forgotten.number, null);
    },
  ),
  {
    name: 'attack · invoices · totals · random quotes cut into invoices and credit notes, back to the cent',
    object: 'invoices',
    run: async (engine) => {
      const quotes = randomQuotes(20_261_127, proofSize(100, 500)).map((priced: PricedQuote) => ({
        totals: quoteTotals(priced),
        taxStatus: priced.taxStatus,
      }));
      deepEqual((await wrongCuts(engine.sql, quotes, 7)).slice(0, 3), []);
    },
  },
];
