import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { contact, mustRefuse } from '../fixtures/campaigns.ts';
import { answer, check as quoteCheck, sendQuote, writeQuote } from './quotes.ts';

const MAILBOX = 'helene@auberge.test';
const [theirs, strangers] = ['e1000000-0000-4000-8000-000000000001', 'e1000000-0000-4000-8000-000000000002'];
const quoteLines = [{ description: 'Visite', quantity: '1.000', unit: 'jour', unitPriceCents: 100_000 }];

const check = (name: string, run: (engine: Engine) => Promise<void>): Check => ({
  ...quoteCheck('', run, { object: 'personal_requests' }),
  name: `attack · « Ma fiche » · ${name}`,
});

type NewestRows = { count: number; newest: Row[] };

/** Reads the personal page by a link that was sent to this mailbox. */
async function record(engine: Engine, email = MAILBOX): Promise<Row & { token: string }> {
  await engine.sql('select private.queue_personal_link($1)', [email]);
  const rows = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
    ...{ batch: 50, same_key_is_safe: true },
  });
  const mail = rows.find(({ kind, email: to }) => kind === 'personal_link' && to === email);
  const token = String((mail?.personal_link as Row | undefined)?.token);
  const read = await succeed<Row>(engine, 'service', 'personal_record', { token, network_address: null });
  equal(read.status, 200);
  return { ...read, token };
}

const newestOf = (read: Row, list: string) => (read[list] as NewestRows).newest;

/** Makes a quote from a request whose client is not a contact. */
async function quoteOf(engine: Engine, request: string, subject: string, isSent: boolean): Promise<string> {
  const id = await succeed<string>(engine, 'admin', 'create_quote', {
    ...{ source: 'quote_request', source_id: request },
  });
  const written = await writeQuote(engine, id, { subject, lines: quoteLines, accepts_by: 'council' });
  ok(written.status < 300, written.text);
  if (!isSent) return id;
  const [row] = await engine.sql('select updated_at::text as at from public.quotes where id = $1', [id]);
  const given = await rpc(engine, 'admin', 'send_quote', { quote: id, read_at: row?.at });
  equal(given.status, 200, given.text);
  return id;
}

async function invoiceOf(engine: Engine, quote: string, isIssued: boolean): Promise<string> {
  const id = await succeed<string>(engine, 'admin', 'create_invoice', {
    ...(isIssued ? { quote, kind: 'deposit', share: 3_000 } : { quote, kind: 'balance' }),
  });
  if (!isIssued) return id;
  const [row] = await engine.sql('select updated_at::text as at from public.invoices where id = $1', [id]);
  const given = await rpc(engine, 'admin', 'issue_invoice', { invoice: id, read_at: row?.at, confirmed: 0 });
  equal(given.status, 200, given.text);
  return id;
}

/** Plants a request with its consent box ticked, an accepted and invoiced quote, and the same for a stranger. */
async function plant(engine: Engine): Promise<void> {
  for (const [id, email, name] of [
    [theirs, 'Helene@Auberge.test', 'Hélène'],
    [strangers, 'autre@auberge.test', 'Étranger'],
  ] as const) {
    await engine.sql(
      `insert into public.quote_requests
         (id, organization_name, contact_name, email, organization_type, service_type, message, marketing_consent_version)
       values ($1, 'Auberge du Lac', $2, $3, 'autre', 'visite-virtuelle', 'Bonjour', '2026-11-21')`,
      [id, name, email],
    );
    const quote = await quoteOf(engine, id, `Devis de ${name}`, true);
    await answer(engine, quote, 'accepté');
    const invoice = await invoiceOf(engine, quote, true);
    await invoiceOf(engine, quote, false);
    await quoteOf(engine, id, `Brouillon de ${name}`, false);
    await engine.sql(
      `insert into public.notifications
         (quote_request_id, issued_quote_id, invoice_id, kind, state, subject, body, finished_at)
       select case when kind in ('acknowledgement', 'admin_notice', 'reply') then '${id}'::uuid end,
         case when kind like 'quote%' then '${quote}'::uuid end, case when kind like 'invoice%' then '${invoice}'::uuid end,
         kind::public.notification_kind, state::public.notification_state,
         case when written then kind || ' ${name}' end, case when written then 'Bonjour' end, now()
       from (values
         ('acknowledgement', 'envoyé', false), ('reply', 'envoyé', true), ('reply', 'brouillon', true),
         ('reply', 'en_attente', true), ('reply', 'échec', true), ('quote', 'envoyé', true),
         ('quote_code', 'envoyé', false), ('quote_signed', 'envoyé', false), ('invoice', 'envoyé', true),
         ('invoice_reminder', 'incertain', true), ('admin_notice', 'envoyé', false), ('quote_accepted', 'envoyé', false)
       ) as made (kind, state, written)`,
    );
  }
}

/** Attacks on the page of a person known by address only: it shows every record with that address and no other. */
export const attacksOnPersonalRecords: Check[] = [
  check(
    'an address that is no contact’s · all that bears it, in any letter case, and nothing else',
    async (engine) => {
      await plant(engine);
      const read = await record(engine);
      equal(read.contact, null);
      deepEqual(
        newestOf(read, 'messages')
          .map(({ kind }) => kind)
          .sort(),
        ['acknowledgement', 'invoice', 'invoice_reminder', 'quote', 'quote_code', 'quote_signed', 'reply'],
      );
      deepEqual(
        newestOf(read, 'messages').flatMap(({ kind, isUncertain }) => (isUncertain ? [kind] : [])),
        ['invoice_reminder'],
      );
      deepEqual(
        newestOf(read, 'quotes').map(({ subject, status, totalCents }) => [subject, status, totalCents]),
        [['Devis de Hélène', 'accepté', 114_975]],
      );
      const [invoice, ...others] = newestOf(read, 'invoices');
      deepEqual(
        [invoice?.kind, invoice?.state, invoice?.totalCents, others],
        ['deposit', 'émise', 34_493, []],
      );
      match(String(invoice?.number), /^F-\d{4}-\d{3}$/);
      deepEqual(
        newestOf(read, 'requests').map(({ consentVersion }) => consentVersion),
        ['2026-11-21'],
      );
      deepEqual(
        newestOf(read, 'consents').map(({ basis, version }) => [basis, version]),
        [['express', '2026-11-21']],
      );
      equal((read.commercial as Row).state, 'ticked');
      ok(!/Étranger|autre@|Brouillon|Personne/.test(JSON.stringify(read)));
      // The box ticks nothing in the register: anybody may type anybody's address.
      deepEqual(await engine.sql('select from public.consent_events where lower(email) = $1', [MAILBOX]), []);
    },
  ),

  check(
    'an address that is no contact’s · whoever has only a quote or an invoice gets a link',
    async (engine) => {
      await plant(engine);
      await engine.sql('update public.quotes set request_id = null');
      await engine.sql('delete from public.quote_requests');
      await succeed(engine, 'service', 'request_personal_link', {
        email: 'HELENE@auberge.test',
        network_address: null,
      });
      const rows = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
        batch: 50,
        same_key_is_safe: true,
      });
      deepEqual(
        rows.flatMap(({ kind, email }) => (kind === 'personal_link' ? [String(email).toLowerCase()] : [])),
        [MAILBOX],
      );
    },
  ),

  check(
    'a contact · a quote of theirs that was sent to another address is not shown to them',
    async (engine) => {
      await sendQuote(engine, { subject: 'À la direction', email: 'direction@exemple.test' });
      await sendQuote(engine, { subject: 'À la personne' });
      const read = await record(engine, 'personne0@exemple.test');
      deepEqual(
        newestOf(read, 'quotes').map(({ subject }) => subject),
        ['À la personne'],
      );
    },
  ),

  check('a list · shows its newest hundred and tells how many there are', async (engine) => {
    await engine.sql(
      `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type, created_at)
       select 'Organisme ' || n, 'Hélène', '${MAILBOX}', 'autre', 'autre', now() - n * interval '1 hour'
       from generate_series(1, 120) as n`,
    );
    const { count, newest } = (await record(engine)).requests as NewestRows;
    deepEqual([count, newest.length, newest[0]?.organization], [120, 100, 'Organisme 1']);
  }),

  check('a withdrawal of an address that is no contact’s · is in its register, once', async (engine) => {
    await plant(engine);
    const { token } = await record(engine);
    const after = await succeed<Row>(engine, 'service', 'withdraw_personal_consent', {
      token,
      network_address: null,
    });
    deepEqual(
      newestOf(after, 'consents').map(({ basis }) => basis),
      ['withdrawn', 'express'],
    );
    deepEqual(
      [(after.commercial as Row).state, (after.commercial as Row).suppression],
      ['unsubscribed', 'unsubscribed'],
    );
    await succeed(engine, 'service', 'suppress_address', {
      address: 'autre@auberge.test',
      reason: 'bounced',
    });
    const other = await record(engine, 'autre@auberge.test').catch(() => null);
    // An address in error gets no link, so that its register is read here as the page would.
    equal(other, null);
    const [row] = await engine.sql("select private.record_of_address('AUTRE@auberge.test') as r");
    deepEqual(
      newestOf(row?.r as Row, 'consents').map(({ basis }) => basis),
      ['bounced', 'express'],
    );
  }),

  check(
    'an erasure asked for without a contact · reaches the studio and takes all that bears the address',
    async (engine) => {
      await plant(engine);
      const { token } = await record(engine);
      await succeed(engine, 'service', 'ask_for_erasure', { token, network_address: null });
      const [request] = await engine.sql('select id, contact_id from public.personal_requests');
      equal(request?.contact_id, null);
      const items = await succeed<Row[]>(engine, 'admin', 'today_items', {});
      deepEqual(
        items.flatMap(({ kind, target_id }) => (kind === 'erasure_request' ? [target_id] : [])),
        [null],
      );
      await mustRefuse(engine, ['visitor', 'user', 'reader', 'service'], 'erase_as_asked', {
        request: request?.id,
      });
      const gone = await succeed<Row>(engine, 'admin', 'erase_as_asked', { request: request?.id });
      deepEqual(
        [
          gone.contacts,
          gone.quote_requests,
          gone.issued_quotes,
          gone.issued_quotes_kept,
          gone.invoices,
          gone.invoices_kept,
        ],
        [0, 1, 1, 1, 1, 1],
      );
      deepEqual(await engine.sql('select from public.personal_requests'), []);
      equal(
        (await succeed<Row>(engine, 'service', 'personal_record', { token, network_address: null })).status,
        404,
      );
      const [row] = await engine.sql(`select private.record_of_address('${MAILBOX}') as r`);
      const left = row?.r as Row;
      // Tax law keeps the contract, the invoice and their e-mails, which are still shown.
      deepEqual(
        [newestOf(left, 'requests'), newestOf(left, 'quotes').length, newestOf(left, 'invoices').length],
        [[], 1, 1],
      );
      equal((left.commercial as Row).suppression, 'erased');
      const [other] = await engine.sql("select private.record_of_address('autre@auberge.test') as r");
      deepEqual(
        [newestOf(other?.r as Row, 'requests').length, newestOf(other?.r as Row, 'messages').length],
        [1, 7],
      );
      equal((await rpc(engine, 'admin', 'erase_as_asked', { request: request?.id })).status, 404);
    },
  ),

  check('an erasure asked for by a contact · is carried out on the whole contact', async (engine) => {
    const { token } = await record(engine, 'personne0@exemple.test');
    await succeed(engine, 'service', 'ask_for_erasure', { token, network_address: null });
    const [request] = await engine.sql('select id from public.personal_requests');
    const gone = await succeed<Row>(engine, 'admin', 'erase_as_asked', { request: request?.id });
    equal(gone.contacts, 1);
    deepEqual(await engine.sql('select from public.contacts where id = $1', [contact(0)]), []);
  }),

  check('the copy of a person · holds every e-mail that left for them, of whatever kind', async (engine) => {
    await plant(engine);
    await succeed(engine, 'admin', 'convert_quote_to_contact', {
      ...{ quote_id: theirs, contact_city: 'Percé', contact_region: 'Gaspésie' },
    });
    const [person] = await engine.sql('select id from public.contacts where lower(email) = $1', [MAILBOX]);
    const copy = await succeed<Row>(engine, 'admin', 'export_person', { contact: person?.id });
    deepEqual((copy.sent_messages as Row[]).map(({ kind }) => kind).sort(), [
      'acknowledgement',
      'invoice',
      'invoice_reminder',
      'quote',
      'quote_code',
      'quote_signed',
      'reply',
    ]);
    ok(!JSON.stringify(copy).includes('Étranger'));
    // The ledger now has the consent of the box, which is listed once only.
    const read = await record(engine);
    deepEqual(
      newestOf(read, 'consents').map(({ basis }) => basis),
      ['express'],
    );
  }),
];
