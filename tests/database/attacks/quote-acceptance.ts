import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { contact } from '../fixtures/campaigns.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { plantParents } from '../fixtures/tables.ts';
import {
  acceptanceDetails,
  answer,
  check,
  draft,
  events,
  quote,
  send,
  sendQuote,
  writeQuote,
} from './quotes.ts';

const digest = 'ab'.repeat(32);
const resolution = {
  ...{ name: 'Jeanne Roy', jobTitle: 'Greffière', authority: 'resolution' },
  ...{ resolutionNumber: '2026-114', resolutionDate: '2026-03-03' },
};

const personalAnswer = { name: 'Anne Fortin', jobTitle: 'Propriétaire', authority: 'personal' };

const tokenOf = async (engine: Engine, id: string) =>
  succeed<string>(engine, 'admin', 'quote_link', { quote: id });

/** Calls a function of the public page as the edge function does. */
const page = (engine: Engine, name: string, body: Row) => succeed<Row>(engine, 'service', name, body);

const accept = (engine: Engine, token: string, code: string, more: Row = {}) =>
  page(engine, 'accept_quote', {
    ...{ token, network_address: '203.0.113.7', answer: { ...resolution, code, ...more } },
  });

/** A quote whose PDF is kept, its token, and the code that its e-mail brings. */
async function withCode(engine: Engine, more: Row = {}) {
  const id = await sendQuote(engine, more);
  const token = await tokenOf(engine, id);
  await succeed(engine, 'service', 'keep_quote_pdf', { quote: id, sha256: digest });
  return { id, token, code: await newCode(engine, token) };
}

/** Asks for a code, and reads it where it leaves: in the outbox. */
async function newCode(engine: Engine, token: string): Promise<string> {
  equal((await page(engine, 'send_quote_code', { token })).status, 204);
  const [mail] = (await claim(engine)).filter(({ kind }) => kind === 'quote_code');
  return String((mail?.issued_quote as Row | undefined)?.code);
}

async function claim(engine: Engine): Promise<Row[]> {
  await engine.sql(
    "update public.notifications set next_attempt_at = now() - interval '1 second' where lease_token is null",
  );
  return succeed<Row[]>(engine, 'service', 'claim_due_notifications', { batch: 20, same_key_is_safe: true });
}

const queuedMails = async (engine: Engine, id: string) =>
  (
    await engine.sql<{ kind: string }>(
      'select kind from public.notifications where issued_quote_id = $1 order by kind',
      [id],
    )
  ).map(({ kind }) => kind);

const acceptances = (engine: Engine, id: string) =>
  engine.sql<Row>('select a.* from public.quote_acceptances a where quote_id = $1', [id]);

const otherCode = (code: string) => (code === '000000' ? '000001' : '000000');

/** Reads every row that a person without the right could change. */
const state = async (engine: Engine, id: string) => [
  await quote(engine, id),
  await acceptances(engine, id),
  await events(engine, id),
  await queuedMails(engine, id),
];

/** Quotes outside the back office: the e-mail, the page, and acceptance. */
export const attacksOnQuoteAcceptance: Check[] = [
  check(
    'functions of the page · whoever has no secret key is refused, and those of the back office are not the server’s',
    async (engine) => {
      const { id, token, code } = await withCode(engine);
      const before = await state(engine, id);
      const ofThePage: [string, Row][] = [
        ['public_quote', { token }],
        ['note_quote_opened', { token }],
        ['ask_about_quote', { token, asker: 'x', question: 'x' }],
        ['refuse_quote', { token, refuser: 'x', reason: 'x' }],
        ['send_quote_code', { token }],
        ['accept_quote', { token, answer: { ...resolution, code }, network_address: null }],
        ['quote_to_print', { quote: id }],
        ['quote_without_pdf', {}],
        ['keep_quote_pdf', { quote: id, sha256: digest }],
        ['unused_quote_files', {}],
      ];
      for (const [name, body] of ofThePage)
        for (const role of ['visitor', 'user', 'reader', 'admin'] as const)
          equal(((await rpc(engine, role, name, body)).body as Row).code, '42501', `${name} by ${role}`);
      const ofTheOffice: [string, Row][] = [
        ['email_quote', { message: id, quote: id, read_at: null, message_subject: 'x', message_body: 'x' }],
        ['quote_link', { quote: id }],
        ['record_paper_acceptance', { quote: id, answer: acceptanceDetails, reason: 'x' }],
        ['create_trip_from_quote', { quote: id }],
      ];
      for (const [name, body] of ofTheOffice)
        for (const role of ['visitor', 'user', 'reader', 'service'] as const)
          equal(((await rpc(engine, role, name, body)).body as Row).code, '42501', `${name} by ${role}`);
      deepEqual(await state(engine, id), before);
      equal((await accept(engine, token, code)).status, 200);
    },
  ),
  check('an unknown token · 404 for each, and the page read changes nothing', async (engine) => {
    const { id, token } = await withCode(engine);
    const before = await state(engine, id);
    for (const wrong of ['f'.repeat(32), '', id, `${token} `]) {
      equal(await page(engine, 'public_quote', { token: wrong }), null);
      for (const [name, body] of [
        ['note_quote_opened', {}],
        ['ask_about_quote', { asker: 'x', question: 'x' }],
        ['refuse_quote', { refuser: 'x', reason: 'x' }],
        ['send_quote_code', {}],
        ['accept_quote', { answer: {}, network_address: null }],
      ] as const)
        deepEqual(await page(engine, name, { token: wrong, ...body }), { status: 404 }, name);
    }
    const read = await page(engine, 'public_quote', { token });
    deepEqual([read.status, read.emailHint, read.accepted], ['envoyé', 'p•••@exemple.test', null]);
    deepEqual(await state(engine, id), before);
  }),
  check(
    'accepted with the code · the record is whole, both sides get a copy, the client becomes a partner',
    async (engine) => {
      const { id, token, code } = await withCode(engine);
      match(code, /^[0-9]{6}$/);
      equal(
        (await engine.sql('select from private.quote_codes where code_hash like $1', [`%${code}%`])).length,
        0,
      );
      const accepted = await accept(engine, token, code);
      equal(accepted.status, 200, JSON.stringify(accepted));
      const [row] = await acceptances(engine, id);
      deepEqual(
        [row?.method, row?.name, row?.job_title, row?.resolution_number, row?.code_sent_to, row?.pdf_sha256],
        ['online', 'Jeanne Roy', 'Greffière', '2026-114', 'personne0@exemple.test', digest],
      );
      deepEqual([row?.network_address, row?.recorded_by, row?.purchase_order], ['203.0.113.7', null, null]);
      ok(row?.code_hash && row.code_sent_at && row.accepted_at);
      equal((await quote(engine, id)).status, 'accepté');
      deepEqual(await events(engine, id), ['created', 'sent', 'accepted']);
      deepEqual(await queuedMails(engine, id), ['quote_code', 'quote_accepted', 'quote_signed']);
      const copies = (await claim(engine)).map(({ kind, issued_quote }) => [
        kind,
        ((issued_quote as Row).acceptance as Row).pdfSha256,
        (issued_quote as Row).code,
      ]);
      deepEqual(copies.sort(), [
        ['quote_accepted', digest, null],
        ['quote_signed', digest, null],
      ]);
      deepEqual(await engine.sql('select status from public.contacts where id = $1', [contact(0)]), [
        { status: 'partenaire' },
      ]);
      const actions = await engine.sql<Row>(
        'select title, contact_id, trip_plan_id, due_on from public.next_actions',
      );
      deepEqual([actions.length, actions[0]?.title], [1, 'Planifier le déplacement']);
      equal((await accept(engine, token, code)).code, 'accepted');
      const read = await page(engine, 'public_quote', { token });
      deepEqual([read.status, (read.accepted as Row).name], ['accepté', 'Jeanne Roy']);
    },
  ),
  check(
    'wrong codes · five lock it, also for the right one; another is sent three times an hour',
    async (engine) => {
      const { id, token, code } = await withCode(engine);
      for (const left of [4, 3, 2, 1]) {
        const wrong = await accept(engine, token, otherCode(code));
        deepEqual([wrong.status, wrong.code, wrong.left], [403, 'code_wrong', left]);
      }
      // A form that is not filled in costs no try.
      equal((await accept(engine, token, otherCode(code), { name: ' ' })).status, 422);
      equal((await accept(engine, token, otherCode(code))).code, 'code_locked');
      equal((await accept(engine, token, code)).code, 'code_locked');
      const second = await newCode(engine, token);
      if (second !== code) equal((await accept(engine, token, code)).code, 'code_wrong');
      const third = await newCode(engine, token);
      if (third !== second) equal((await accept(engine, token, second)).code, 'code_wrong');
      equal((await page(engine, 'send_quote_code', { token })).status, 429);
      await engine.sql("update private.quote_codes set created_at = created_at - interval '16 minutes'");
      equal((await accept(engine, token, third)).code, 'code_locked');
      deepEqual(await acceptances(engine, id), []);
      equal((await quote(engine, id)).status, 'envoyé');
      // An expired code is not e-mailed either.
      await engine.sql("update private.quote_codes set created_at = created_at - interval '2 hours'");
      equal((await page(engine, 'send_quote_code', { token })).status, 204);
      await engine.sql("update private.quote_codes set created_at = created_at - interval '16 minutes'");
      deepEqual(await claim(engine), []);
      ok((await engine.sql("select from public.notifications where state = 'retenu'")).length > 0);
    },
  ),
  check('what an acceptance must say · each field with its French reason, the two powers', async (engine) => {
    const { token, code } = await withCode(engine);
    const faults: [Row, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'Roy\r\nBcc: x@exemple.test' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ jobTitle: null }, 'jobTitle'],
      [{ authority: 'maire' }, 'authority'],
      [{ resolutionNumber: ' ' }, 'resolutionNumber'],
      [{ resolutionNumber: 'x'.repeat(51) }, 'resolutionNumber'],
      [{ resolutionDate: '2999-01-01' }, 'resolutionDate'],
      [{ resolutionDate: '2026-02-30' }, 'resolutionDate'],
      [{ resolutionDate: 'hier' }, 'resolutionDate'],
      [{ authority: 'delegation' }, 'purchaseOrder'],
      [{ authority: 'delegation', purchaseOrder: 'a\nb' }, 'purchaseOrder'],
    ];
    for (const [wrong, field] of faults) {
      const refused = await accept(engine, token, code, wrong);
      deepEqual([refused.status, Object.keys(refused.fields as Row)], [422, [field]], JSON.stringify(wrong));
    }
    equal(
      (await accept(engine, token, code, { authority: 'delegation', purchaseOrder: 'BC-9' })).status,
      200,
    );
  }),
  check(
    'a company or a citizen · accepts by a name, a function and the code, and by nothing of a council',
    async (engine) => {
      const { id, token, code } = await withCode(engine, { accepts_by: null });
      equal((await page(engine, 'public_quote', { token })).acceptsBy, 'person');
      const order_ = { authority: 'delegation', purchaseOrder: 'BC-9' };
      for (const wrong of [{}, order_, { authority: 'maire' }, { authority: null }]) {
        const refused = await accept(engine, token, code, wrong);
        deepEqual([refused.status, Object.keys(refused.fields as Row)], [422, ['authority']]);
        match(String(refused.message), /^Un nom et une fonction suffisent/);
      }
      const nameless = await accept(engine, token, code, { ...personalAnswer, jobTitle: ' ' });
      deepEqual(Object.keys(nameless.fields as Row), ['jobTitle']);
      equal((await accept(engine, token, otherCode(code), personalAnswer)).code, 'code_wrong');
      // Answers about a council resolution are ignored where a person decides alone.
      const accepted = await accept(engine, token, code, { ...personalAnswer, purchaseOrder: 'BC-9' });
      equal(accepted.status, 200, JSON.stringify(accepted));
      const [row] = await acceptances(engine, id);
      deepEqual(
        [row?.name, row?.job_title, row?.authority, row?.code_sent_to, row?.pdf_sha256],
        ['Anne Fortin', 'Propriétaire', 'personal', 'personne0@exemple.test', digest],
      );
      deepEqual([row?.resolution_number, row?.resolution_date, row?.purchase_order], [null, null, null]);
      const [said] = await engine.sql<Row>("select body from public.quote_events where kind = 'accepted'");
      equal(said?.body, 'Anne Fortin, Propriétaire');
      const printed = (await page(engine, 'public_quote', { token })).acceptance as Row;
      deepEqual([printed.title, printed.ground], ['Propriétaire', { kind: 'personal' }]);

      // An acceptance on paper can be recorded and withdrawn as well.
      equal((await answer(engine, id, 'envoyé', 'Erreur')).status, 204);
      const refused = await answer(engine, id, 'accepté', 'Par la poste');
      equal(refused.status, 422);
      match(refused.text, /Un nom et une fonction suffisent/);
      const body = { quote: id, answer: personalAnswer, reason: 'Par la poste' };
      equal((await rpc(engine, 'admin', 'record_paper_acceptance', body)).status, 204);
      equal((await quote(engine, id)).status, 'accepté');
    },
  ),
  check('a public client · a name alone is refused, on the page and on paper', async (engine) => {
    const { id, token, code } = await withCode(engine);
    const refused = await accept(engine, token, code, {
      ...personalAnswer,
      ...{ resolutionNumber: '2026-114' },
    });
    deepEqual([refused.status, Object.keys(refused.fields as Row)], [422, ['authority']]);
    match(String(refused.message), /^Choisissez une résolution/);
    const body = { quote: id, answer: personalAnswer, reason: 'Par la poste' };
    const onPaper = await rpc(engine, 'admin', 'record_paper_acceptance', body);
    equal(onPaper.status, 422);
    match(onPaper.text, /Choisissez une résolution/);
    deepEqual([(await quote(engine, id)).status, await acceptances(engine, id)], ['envoyé', []]);
    equal((await page(engine, 'public_quote', { token })).acceptsBy, 'council');
  }),
  check(
    'who is a public client · by the contact, the request, the name or the register, unless the studio says otherwise',
    async (engine) => {
      const guess = (id: string) =>
        succeed<string | null>(engine, 'admin', 'quote_accepts_by', { quote: id });
      const named = await succeed<string>(engine, 'admin', 'create_quote', {});
      const names: [string, string][] = [
        ...[
          'Ville de La Malbaie',
          'La Ville de Percé',
          'Municipalité de Sainte-Exemple',
          'MRC de La Matanie',
        ].map((name): [string, string] => [name, 'council']),
        ...[
          'Village de Sainte-Exemple',
          'Cantons-Unis de Sainte-Exemple',
          'VILLE DE PERCÉ',
          'Hôtel de ville',
        ].map((name): [string, string] => [name, 'council']),
        ...[
          'Village historique',
          'Villégiature du Nord',
          'Paroisse Saint-Joseph',
          'Jeanne Roy',
          '',
          'Percé',
        ].map((name): [string, string] => [name, 'person']),
      ];
      for (const [name, expected] of names) {
        await writeQuote(engine, named, { organization_name: name });
        equal(await guess(named), expected, name);
      }
      await engine.sql(
        `insert into public.municipalities (code, kind, name, region, source)
         values ('99001', 'municipalité', 'Percé', 'Gaspésie–Îles-de-la-Madeleine', 'essai')`,
      );
      equal(await guess(named), 'council');
      await writeQuote(engine, named, { organization_name: 'Gîte du Rocher' });
      await plantParents(engine, rowFactoryOf('quotes'));
      const asked = async (kind: string) => {
        const [request] = await engine.sql<Row>('select id from public.quote_requests limit 1');
        await engine.sql('update public.quote_requests set organization_type = $2 where id = $1', [
          request?.id,
          kind,
        ]);
        await writeQuote(engine, named, { request_id: request?.id });
        return guess(named);
      };
      deepEqual([await asked('organisme-public'), await asked('autre')], ['council', 'person']);

      // The municipality where a contact lives does not make its employer a public office.
      const id = await draft(engine, { accepts_by: null });
      equal(await guess(id), 'person');
      const set = (change: string) =>
        engine.sql(`update public.contacts set ${change} where id = $1`, [contact(0)]);
      await set("sector = 'municipalité'");
      equal(await guess(id), 'council');
      await set('is_public_office_holder = false');
      equal(await guess(id), 'person');
      await set("sector = 'autre', is_public_office_holder = true");
      equal(await guess(id), 'council');

      // The studio's choice changes how the quote is accepted, but neither the guess nor the lobbying rules.
      await writeQuote(engine, id, { accepts_by: 'person' });
      equal(await guess(id), 'council');
      equal(await succeed(engine, 'admin', 'quote_lacks_ground', { quote: id }), true);
      equal(await succeed(engine, 'user', 'quote_accepts_by', { quote: id }), null);
      equal(await succeed(engine, 'reader', 'quote_accepts_by', { quote: id }), 'council');
      equal(await guess(contact(0)), null);
      const duplicated = await succeed<string>(engine, 'admin', 'duplicate_quote', { quote: id });
      equal((await quote(engine, duplicated)).accepts_by, 'person');
    },
  ),
  check(
    'how a quote is accepted · frozen when it is sent; one that was sent before goes by its client',
    async (engine) => {
      const { id, token, code } = await withCode(engine, { accepts_by: null });
      const { snapshot } = await quote(engine, id);
      equal(((snapshot as Row).client as Row).acceptsBy, 'person');
      const shown = async () => (await page(engine, 'public_quote', { token })).acceptsBy;
      await engine.sql("update public.contacts set sector = 'mrc' where id = $1", [contact(0)]);
      await writeQuote(engine, id, { accepts_by: 'council' });
      equal(await shown(), 'person');
      equal(await succeed(engine, 'admin', 'quote_accepts_by', { quote: id }), 'person');
      equal((await accept(engine, token, code)).status, 422);

      const revision = await succeed<string>(engine, 'admin', 'revise_quote', { quote: id });
      equal((await quote(engine, revision)).accepts_by, null);
      await writeQuote(engine, revision, { accepts_by: 'council' });
      equal((await quote(engine, id)).accepts_by, null);
      const before = `update public.quotes set snapshot = snapshot #- '{client,acceptsBy}' where id = $1`;
      await engine.sql('alter table public.quotes disable trigger quotes_keep_sent');
      await engine.sql(before, [id]);
      await engine.sql('alter table public.quotes enable trigger quotes_keep_sent');
      equal(await shown(), 'council');
      equal((await accept(engine, token, code)).status, 200);
    },
  ),
  check(
    'closed quotes · expired, replaced, refused, cancelled: neither code nor acceptance',
    async (engine) => {
      const closed: Record<string, (id: string) => Promise<unknown>> = {
        expired: async (id) => {
          await engine.sql('alter table public.quotes disable trigger quotes_keep_sent');
          await engine.sql("update public.quotes set valid_until = '2020-01-01' where id = $1", [id]);
          await engine.sql('alter table public.quotes enable trigger quotes_keep_sent');
        },
        replaced: async (id) =>
          send(engine, await succeed<string>(engine, 'admin', 'revise_quote', { quote: id })),
        refused: async (id) =>
          page(engine, 'refuse_quote', {
            token: await tokenOf(engine, id),
            refuser: 'Paul',
            reason: 'Budget',
          }),
        cancelled: (id) => answer(engine, id, 'annulé'),
      };
      for (const [code, close] of Object.entries(closed)) {
        const known = await withCode(engine);
        await close(known.id);
        const before = await state(engine, known.id);
        for (const refused of [
          await accept(engine, known.token, known.code),
          await page(engine, 'send_quote_code', { token: known.token }),
          await page(engine, 'refuse_quote', { token: known.token, refuser: 'Paul', reason: 'Budget' }),
        ])
          deepEqual([refused.status, refused.code], [409, code]);
        await page(engine, 'note_quote_opened', { token: known.token });
        deepEqual(await state(engine, known.id), before, code);
      }
    },
  ),
  check('questions and openings · five and one an hour; the studio is told', async (engine) => {
    const { id, token } = await withCode(engine);
    const ask = (body: string) => page(engine, 'ask_about_quote', { token, asker: 'Paul', question: body });
    equal((await ask(' ')).status, 422);
    for (let n = 0; n < 5; n++) equal((await ask(`Question ${n}`)).status, 204);
    equal((await ask('Encore')).status, 429);
    for (let n = 0; n < 3; n++) await page(engine, 'note_quote_opened', { token });
    const kinds = await events(engine, id);
    deepEqual(
      [kinds.filter((kind) => kind === 'question').length, kinds.filter((kind) => kind === 'opened').length],
      [5, 1],
    );
    equal((await queuedMails(engine, id)).filter((kind) => kind === 'quote_question').length, 5);
  }),
  check(
    'aujourd’hui · a question waits, accepted or not, until somebody of the studio has answered',
    async (engine) => {
      const waiting = async () =>
        ((await succeed(engine, 'admin', 'today_items')) as Row[])
          .filter(({ kind }) => kind === 'quote_question')
          .map(({ record_id }) => record_id);
      const { id, token, code } = await withCode(engine);
      deepEqual(await waiting(), []);
      const ask = () => page(engine, 'ask_about_quote', { token, asker: 'Paul', question: 'Et le quai?' });
      equal((await ask()).status, 204);
      deepEqual(await waiting(), [id]);
      equal((await accept(engine, token, code)).status, 200);
      deepEqual(await waiting(), [id]);
      const answered = "insert into public.quote_events (quote_id, body) values ($1, 'Répondu au téléphone')";
      await engine.sql(answered, [id]);
      deepEqual(await waiting(), []);
      equal((await ask()).status, 204);
      deepEqual(await waiting(), [id]);
      const sentAgain =
        "insert into public.notifications (issued_quote_id, kind, state, subject, body) values ($1, 'quote', 'en_attente', 'x', 'x')";
      await engine.sql(sentAgain, [id]);
      deepEqual(await waiting(), []);
    },
  ),
  check(
    'many acceptances at the same instant · one',
    async (engine) => {
      const { id, token, code } = await withCode(engine);
      const length = proofSize(40, 200);
      const calls = Array.from({ length }, () => () => accept(engine, token, code));
      const answers = await atOnce(engine, 'public.quotes', calls, 'rows');
      equal(answers.filter(({ status }) => status === 200).length, 1);
      equal(answers.filter(({ code: said }) => said === 'accepted').length, length - 1);
      equal((await acceptances(engine, id)).length, 1);
      deepEqual(await queuedMails(engine, id), ['quote_code', 'quote_accepted', 'quote_signed']);
      equal((await engine.sql('select from public.trip_plans')).length <= 1, true);
    },
    { needs: 'simultaneity' },
  ),
  check(
    'e-mailed · frozen and queued in one go, once, and nothing of it when it is refused',
    async (engine) => {
      const id = await draft(engine);
      const message = 'c0000000-0000-4000-8000-00000000000c';
      const email = async (more: Row = {}) =>
        rpc(engine, 'admin', 'email_quote', {
          ...{ message, quote: id, read_at: (await quote(engine, id)).updated_at },
          ...{ message_subject: 'Votre devis', message_body: 'Bonjour,' },
          ...more,
        });
      equal((await email({ message_body: ' ' })).status, 422);
      equal((await email({ read_at: '2031-01-01T00:00:00Z' })).status, 409);
      await engine.sql("select private.suppress(private.email_hash('personne0@exemple.test'), 'bounced')");
      const bounced = await email();
      equal(bounced.status, 422, bounced.text);
      match(bounced.text, /erreur permanente/);
      deepEqual([(await quote(engine, id)).status, await queuedMails(engine, id)], ['brouillon', []]);
      await engine.sql('delete from public.suppressions');
      equal((await email()).status, 200);
      equal((await email()).status, 200);
      deepEqual([(await quote(engine, id)).status, await queuedMails(engine, id)], ['envoyé', ['quote']]);
      const [mail] = (await claim(engine)) as [Row];
      const { token, document, pdfSha256 } = mail.issued_quote as Row;
      match(token as string, /^[0-9a-f]{32}$/);
      deepEqual(
        [mail.subject, (document as Row).subject, pdfSha256],
        ['Votre devis', 'Visite virtuelle', null],
      );
      deepEqual(await claim(engine), []);
      equal(await succeed(engine, 'service', 'keep_quote_pdf', { quote: id, sha256: digest }), digest);
      equal(
        await succeed(engine, 'service', 'keep_quote_pdf', { quote: id, sha256: 'cd'.repeat(32) }),
        digest,
      );
    },
  ),
  check(
    'an e-mail about a quote · of one that exists, and gone with it',
    async (engine) => {
      const { id } = await withCode(engine);
      const stray =
        "insert into public.notifications (issued_quote_id, kind) values (gen_random_uuid(), 'quote_code')";
      const refused = await engine.sql(stray).catch(({ code }: { code: string }) => code);
      equal(refused, '23503');
      await engine.sql('delete from public.quotes where id = $1', [id]);
      deepEqual(await engine.sql('select from public.notifications where issued_quote_id is not null'), []);
    },
    { object: 'notifications' },
  ),
  check(
    'on paper, and reversed · with a reason each; the record stays, and another may follow',
    async (engine) => {
      const id = await sendQuote(engine);
      equal((await answer(engine, id, 'accepté', ' ')).status, 422);
      equal(
        (await rpc(engine, 'admin', 'record_paper_acceptance', { quote: id, answer: {}, reason: 'x' }))
          .status,
        422,
      );
      equal((await answer(engine, id, 'accepté', 'Reçue par la poste')).status, 204);
      equal((await answer(engine, id, 'envoyé', 'Mauvais devis')).status, 204);
      equal((await answer(engine, id, 'accepté', 'La bonne')).status, 204);
      const rows = await acceptances(engine, id);
      deepEqual(
        rows
          .map((row) => [
            row.method,
            row.recorded_by,
            row.recorded_reason,
            row.reversed_reason,
            row.reversed_by,
          ])
          .sort(),
        [
          ['paper', engine.people.admin.id, 'La bonne', null, null],
          ['paper', engine.people.admin.id, 'Reçue par la poste', 'Mauvais devis', engine.people.admin.id],
        ],
      );
      equal((await answer(engine, id, 'annulé', 'Travaux abandonnés')).status, 204);
      equal((await acceptances(engine, id)).filter(({ reversed_at }) => reversed_at === null).length, 0);
    },
  ),
  check(
    'an acceptance reversed · the code that gave it, and those of before it, stay spent',
    async (engine) => {
      const { id, token, code } = await withCode(engine);
      equal((await accept(engine, token, code)).status, 200);
      equal((await answer(engine, id, 'envoyé', 'Acceptée par erreur')).status, 204);
      const again = await accept(engine, token, code);
      deepEqual([again.status, again.code], [403, 'code_locked']);
      match(String(again.message), /déjà servi/);
      equal((await quote(engine, id)).status, 'envoyé');
      // The code in an e-mail that was sent again by hand no longer works.
      await engine.sql(
        "update public.notifications set state = 'en_attente', lease_token = null where kind = 'quote_code'",
      );
      deepEqual(
        (await claim(engine)).filter(({ kind }) => kind === 'quote_code'),
        [],
      );

      // The code was asked for before an acceptance on paper, which was then withdrawn.
      const asked = await newCode(engine, token);
      equal((await answer(engine, id, 'accepté', 'Par la poste')).status, 204);
      equal((await answer(engine, id, 'envoyé', 'Mauvais devis')).status, 204);
      equal((await accept(engine, token, asked)).code, 'code_locked');
      equal((await accept(engine, token, await newCode(engine, token))).status, 200);
    },
  ),
  check('on paper with its scan · of this quote, and there; the server keeps it', async (engine) => {
    const [id, another] = [await sendQuote(engine), await sendQuote(engine)];
    const file = 'd0000000-0000-4000-8000-00000000000d.pdf';
    const accept_ = (resolutionPath: string) =>
      rpc(engine, 'admin', 'record_paper_acceptance', {
        ...{ quote: id, reason: 'Par la poste', answer: { ...acceptanceDetails, resolutionPath } },
      });
    for (const name of [`${id}/${file}`, `${id}/devis.pdf`, `${another}/${file}`])
      await engine.sql(
        `insert into storage.objects (bucket_id, name, created_at) values ('quote-files', $1, now() - interval '2 hours')`,
        [name],
      );
    for (const wrong of [`${another}/${file}`, `${id}/devis.pdf`, `${id}/absent.pdf`, '']) {
      const refused = await accept_(wrong);
      equal(refused.status, 422, `${wrong}: ${refused.text}`);
      match(refused.text, /n’est plus là/);
    }
    deepEqual(await acceptances(engine, id), []);
    equal((await accept_(`${id}/${file}`)).status, 204);
    equal((await acceptances(engine, id))[0]?.resolution_path, `${id}/${file}`);
    // A file that no acceptance names is deleted.
    deepEqual(await succeed(engine, 'service', 'unused_quote_files', {}), [`${another}/${file}`]);
    await engine.sql("delete from storage.objects where bucket_id = 'quote-files'");
  }),
  check(
    'an unasked quote to a public office · refused without its ground, which is kept with it',
    async (engine) => {
      const lacks = (id: string) => succeed<boolean>(engine, 'admin', 'quote_lacks_ground', { quote: id });
      const toOffice = async () => {
        const id = await draft(engine);
        await engine.sql("update public.contacts set sector = 'mrc' where id = $1", [contact(0)]);
        return id;
      };
      const id = await toOffice();
      equal(await lacks(id), true);
      equal(await succeed(engine, 'reader', 'quote_lacks_ground', { quote: id }), false);
      const email = async (more: Row = {}) =>
        rpc(engine, 'admin', 'email_quote', {
          ...{ message: id, quote: id, read_at: (await quote(engine, id)).updated_at },
          ...{ message_subject: 'Devis', message_body: 'Bonjour,', ...more },
        });
      const ground = { ground: 'public_call', ground_reference: ' Avis 2026-14 ' };
      for (const refused of [
        await send(engine, id),
        await email(),
        await email({ ...ground, ground_reference: ' ' }),
      ]) {
        equal(refused.status, 422, refused.text);
        match(refused.text, /n’a pas demandé ce devis/);
      }
      deepEqual([(await quote(engine, id)).status, await queuedMails(engine, id)], ['brouillon', []]);
      equal((await email(ground)).status, 200);
      const known = await quote(engine, id);
      deepEqual(
        [known.status, known.lobbying_ground, known.lobbying_reference],
        ['envoyé', 'public_call', 'Avis 2026-14'],
      );
      // A revision inherits the ground, and a later e-mail does not ask for it again.
      equal(await lacks(await succeed<string>(engine, 'admin', 'revise_quote', { quote: id })), false);
      equal((await email({ message: contact(0) })).status, 200);
      // A duplicate needs a ground of its own; a quote from a request, or to a private organisation, needs
      // none.
      equal(await lacks(await succeed<string>(engine, 'admin', 'duplicate_quote', { quote: id })), true);
      await engine.sql("update public.contacts set sector = 'tourisme' where id = $1", [contact(0)]);
      equal(await lacks(await draft(engine)), false);
      const empty = await succeed<string>(engine, 'admin', 'create_quote', {});
      equal(await lacks(empty), false);
      await writeQuote(engine, empty, { organization_name: 'Municipalité de Sainte-Exemple' });
      equal(await lacks(empty), true);
      await plantParents(engine, rowFactoryOf('quotes'));
      const [request] = await engine.sql<Row>('select id from public.quote_requests limit 1');
      await writeQuote(engine, empty, { request_id: request?.id });
      equal(await lacks(empty), false);
    },
  ),
  check(
    'e-mails that failed · one line with their number, of which each is in the thread',
    async (engine) => {
      const id = await sendQuote(engine);
      const items = async () =>
        ((await succeed(engine, 'admin', 'today_items')) as Row[]).filter(
          ({ kind }) => kind === 'quote_emails',
        );
      deepEqual(await items(), []);
      await engine.sql(
        `insert into public.notifications (issued_quote_id, kind, state, subject, body, finished_at)
       values ($1, 'quote', 'échec', 'x', 'x', now() - interval '40 days'),
         ($1, 'quote_signed', 'incertain', null, null, now()), ($1, 'quote_code', 'retenu', null, null, now())`,
        [id],
      );
      const [line, ...more] = await items();
      deepEqual([line?.record_id, Number(line?.amount), line?.urgency, more], [id, 2, 1, []]);
      const [failed] = await engine.sql<Row>("select id from public.notifications where state = 'incertain'");
      await succeed(engine, 'admin', 'retry_notification', { notification_id: failed?.id });
      deepEqual(await items(), []);
    },
  ),
  check(
    'the trip · made by itself where the place is known, else on a press, once; planned once confirmed',
    async (engine) => {
      const [known, unknown] = [await sendQuote(engine), await sendQuote(engine)];
      equal((await rpc(engine, 'admin', 'create_trip_from_quote', { quote: unknown })).status, 409);
      await answer(engine, unknown, 'accepté');
      equal((await quote(engine, unknown)).trip_plan_id, null);
      const trip = await succeed(engine, 'admin', 'create_trip_from_quote', { quote: unknown });
      equal(await succeed(engine, 'admin2', 'create_trip_from_quote', { quote: unknown }), trip);
      const region = 'Gaspésie–Îles-de-la-Madeleine';
      await engine.sql('update public.contacts set region = $2 where id = $1', [contact(0), region]);
      await engine.sql(
        `insert into public.municipalities (code, kind, name, region, source, latitude, longitude)
       values ('99001', 'municipalité', 'Percé', $1, 'essai', 48.5, -64.2)`,
        [region],
      );
      await answer(engine, known, 'accepté');
      const made = (await quote(engine, known)).trip_plan_id;
      deepEqual(
        await engine.sql(
          `select city, municipality_code, client_name, private.is_business_day(start_date) as "isBusinessDay"
           from public.trip_plans where id = $1`,
          [made],
        ),
        [{ city: 'Percé', municipality_code: '99001', client_name: 'Organisme 0', isBusinessDay: true }],
      );
      const actions = () =>
        engine.sql(
          'select title, done_at is not null as done from public.next_actions where trip_plan_id = $1',
          [made],
        );
      const trips = { path: `/rest/v1/trip_plans?id=eq.${made}`, method: 'PATCH' } as const;
      equal(
        (await engine.request('admin', { ...trips, body: { description: 'Par beau temps' } })).status,
        204,
      );
      deepEqual(await actions(), [{ title: 'Planifier le déplacement', done: false }]);
      equal((await engine.request('admin', { ...trips, body: { status: 'confirmé' } })).status, 204);
      deepEqual(await actions(), [{ title: 'Planifier le déplacement', done: true }]);
    },
  ),
  check(
    'a client who is no contact · becomes one, once, with the consent of the request, which is won; the town of the address',
    async (engine) => {
      const request = crypto.randomUUID();
      await engine.sql(
        `insert into public.quote_requests (
           id, organization_name, contact_name, email, organization_type, service_type, marketing_consent_version)
         values ($1, 'Auberge du Lac', 'Hélène Gagné', 'Helene@auberge.test', 'autre', 'visite-virtuelle', '2026-11-01')`,
        [request],
      );
      const id = await draft(engine);
      await engine.sql(
        `update public.quotes set contact_id = null, request_id = $2, organization_name = 'Auberge du Lac',
           email = 'helene@auberge.test', address = E'12, chemin du Lac\nSaint-Donat (Québec)  J0T 2C0' where id = $1`,
        [id, request],
      );
      await send(engine, id);
      await answer(engine, id, 'accepté');
      const known = await quote(engine, id);
      const consents = () =>
        engine.sql<Row>(
          'select basis, evidence from public.consent_events where contact_id = $1 order by basis',
          [known.contact_id],
        );
      deepEqual(
        await engine.sql('select name, company, city, status from public.contacts where id = $1', [
          known.contact_id,
        ]),
        [{ name: 'Hélène Gagné', company: 'Auberge du Lac', city: 'Saint-Donat', status: 'partenaire' }],
      );
      deepEqual(await consents(), [
        { basis: 'express', evidence: `Formulaire de soumission du site, demande ${request}` },
        { basis: 'contract', evidence: `Devis ${known.number} accepté` },
      ]);
      const won = async () =>
        (
          await engine.sql<Row>(
            'select contact_id, outcome, expected_amount_cents from public.quote_requests where id = $1',
            [request],
          )
        )[0];
      const { taxableCents } = known.totals as Row;
      deepEqual(await won(), {
        contact_id: known.contact_id,
        outcome: 'gagnée',
        expected_amount_cents: String(taxableCents),
      });
      deepEqual(await engine.sql('select city from public.trip_plans where id = $1', [known.trip_plan_id]), [
        { city: 'Saint-Donat' },
      ]);
      await succeed(engine, 'admin', 'record_quote_answer', {
        quote: id,
        answer: 'envoyé',
        reason: 'Erreur',
      });
      equal((await won())?.outcome, null);
      deepEqual(
        (await consents()).map(({ basis }) => basis),
        ['express'],
      );
    },
  ),
  check('two accepted quotes of a request · it stays won until both are reopened', async (engine) => {
    const request = crypto.randomUUID();
    await engine.sql(
      `insert into public.quote_requests (id, organization_name, contact_name, email, organization_type, service_type)
       values ($1, 'Auberge du Lac', 'Hélène Gagné', 'helene@auberge.test', 'autre', 'visite-virtuelle')`,
      [request],
    );
    const outcomes: unknown[] = [];
    const quotes = [await draft(engine), await draft(engine)];
    await engine.sql('update public.quotes set request_id = $1 where id = any ($2)', [request, quotes]);
    for (const id of quotes) {
      await send(engine, id);
      await answer(engine, id, 'accepté');
    }
    for (const id of quotes) {
      equal((await answer(engine, id, 'envoyé', 'Erreur')).status, 204);
      const [known] = await engine.sql<Row>('select outcome from public.quote_requests where id = $1', [
        request,
      ]);
      outcomes.push(known?.outcome);
    }
    deepEqual(outcomes, ['gagnée', null]);
  }),
  check('a client who refused, or who asked for silence, becomes no partner', async (engine) => {
    await engine.sql("update public.contacts set status = 'refusé' where id = $1", [contact(0)]);
    await answer(engine, await sendQuote(engine), 'accepté');
    deepEqual(await engine.sql('select status from public.contacts where id = $1', [contact(0)]), [
      { status: 'refusé' },
    ]);
    await engine.sql("update public.contacts set status = 'intéressé' where id = $1", [contact(0)]);
    await succeed(engine, 'admin', 'suppress_contact', { contact: contact(0) });
    await answer(engine, await sendQuote(engine), 'accepté');
    ok(
      (await engine.sql<Row>('select status from public.contacts where id = $1', [contact(0)]))[0]?.status !==
        'partenaire',
    );
    deepEqual(
      await engine.sql("select from public.consent_events where contact_id = $1 and basis = 'contract'", [
        contact(0),
      ]),
      [],
    );
  }),
  check(
    'a person erased · acceptances that were reversed, codes and e-mails go with the link',
    async (engine) => {
      const { id, token } = await withCode(engine);
      await answer(engine, id, 'accepté');
      await answer(engine, id, 'envoyé', 'Erreur');
      const exported = (await succeed(engine, 'admin', 'export_person', { contact: contact(0) })) as Row;
      const [known] = exported.issued_quotes as [Row];
      equal((known.acceptances as Row[]).length, 1);
      await succeed(engine, 'admin', 'erase_person', { contact: contact(0) });
      deepEqual([await acceptances(engine, id), await queuedMails(engine, id)], [[], []]);
      deepEqual(await engine.sql('select from private.quote_codes'), []);
      equal(await page(engine, 'public_quote', { token }), null);
    },
  ),
];
