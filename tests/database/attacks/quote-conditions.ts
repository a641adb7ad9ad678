import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, onEmptyDatabase, plantParents } from '../fixtures/tables.ts';

const factory = rowFactoryOf('quotes');

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    ...{ name: `attack · quotes · ${name}`, object: 'quotes' },
    run: async (engine) => {
      await onEmptyDatabase(engine, async () => {
        await plantParents(engine, factory);
        await run(engine);
      });
    },
  };
}

const id = (index: number) => `d5000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`;
const token = (index: number) => String(index).padStart(32, '0');

/** Plants quotes with their links: each is sent and open, except for the columns of its case. */
async function plantQuotes(engine: Engine, cases: Record<string, Row>): Promise<void> {
  for (const [index, [subject, columns]] of Object.entries(cases).entries()) {
    await insert(engine, factory, {
      ...factory.row(2, engine.people),
      ...{ id: id(index), subject, sequence: 100 + index, anonymised_at: null, valid_until: '2099-01-01' },
      ...{ trip_plan_id: null, contact_id: null, request_id: null },
      ...columns,
    });
    await engine.sql(
      `insert into private.quote_links (quote_id, token) values ('${id(index)}', '${token(index)}')`,
    );
  }
}

const bare = { resolution_number: null, resolution_date: null, resolution_path: null, purchase_order: null };
const statuses = ['brouillon', 'envoyé', 'accepté', 'refusé', 'expiré', 'remplacé', 'annulé'];

/** Each condition about quotes alone, with other quotes beside. */
export const attacksOnQuoteConditions: Check[] = [
  check(
    'an acceptance · printed as it was given, of its own quote, unless it was reversed',
    async (engine) => {
      const ways = ['online', 'paper'].flatMap((method) =>
        ['resolution', 'delegation', 'personal'].map((authority) => ({ method, authority })),
      );
      await plantQuotes(
        engine,
        Object.fromEntries(
          [...ways.map(({ method, authority }) => `${method} ${authority}`), 'reversed', 'none'].map(
            (name) => [name, { status: 'accepté' }],
          ),
        ),
      );
      const acceptances = rowFactoryOf('quote_acceptances');
      for (const [index, { method, authority }] of [
        ...ways,
        { method: 'paper', authority: 'delegation' },
      ].entries()) {
        const reversed = index === ways.length;
        await insert(engine, acceptances, {
          ...acceptances.row(method === 'online' ? 1 : 0, engine.people),
          ...{ id: id(50 + index), quote_id: id(index), method, authority, name: `Signataire ${index}` },
          ...{ reversed_at: null, reversed_by: null, reversed_reason: null },
          ...(authority === 'personal' ? bare : {}),
          ...(reversed
            ? { reversed_at: '2030-01-01', reversed_by: engine.people.admin.id, reversed_reason: 'Erreur' }
            : {}),
        });
      }
      const printed = await engine.sql<{ subject: string; says: string | null }>(
        `select q.subject, concat_ws(' ', p #>> '{channel,kind}', p #>> '{ground,kind}', p ->> 'name') as says
       from public.quotes q, lateral private.printed_acceptance(q.id) as p order by q.sequence`,
      );
      deepEqual(
        printed.map(({ says }) => says),
        [
          ...[
            'code resolution Signataire 0',
            'code purchase_order Signataire 1',
            'code personal Signataire 2',
          ],
          ...[
            'paper resolution Signataire 3',
            'paper purchase_order Signataire 4',
            'paper personal Signataire 5',
          ],
          ...['', ''],
        ],
      );
      const names: unknown[] = [];
      for (const index of [0, 5, 6, 7]) {
        const page = await succeed<{ accepted: Row | null }>(engine, 'service', 'public_quote', {
          token: token(index),
        });
        names.push(page.accepted?.name ?? null);
      }
      deepEqual(names, ['Signataire 0', 'Signataire 5', null, null]);
    },
  ),
  check('a status · what the page, the server and the file of a quote say of it', async (engine) => {
    await plantQuotes(engine, {
      ...Object.fromEntries(statuses.map((status) => [status, { status }])),
      'too late': { valid_until: '2020-01-01' },
      'accepted, long ago': { status: 'accepté', valid_until: '2020-01-01' },
    });
    const rows = await engine.sql<{ subject: string; server: string; code: string | null }>(
      `select subject, private.quote_for_server(q.id) ->> 'status' as server, private.closed_quote_answer(q) ->> 'code' as code
       from public.quotes q`,
    );
    deepEqual(Object.fromEntries(rows.map(({ subject, server, code }) => [subject, [server, code]])), {
      brouillon: ['brouillon', null],
      envoyé: ['envoyé', null],
      accepté: ['accepté', 'accepted'],
      refusé: ['refusé', 'refused'],
      expiré: ['expiré', 'expired'],
      remplacé: ['remplacé', 'replaced'],
      annulé: ['annulé', 'cancelled'],
      'too late': ['expiré', 'expired'],
      'accepted, long ago': ['accepté', 'accepted'],
    });
    // A PDF is made neither for a draft nor for a quote that has one.
    await engine.sql(
      `update private.quote_links set pdf_sha256 = repeat('a', 64) where quote_id <> '${id(0)}'`,
    );
    equal(await succeed(engine, 'service', 'quote_without_pdf'), null);
    // A visitor can ask a question about any quote that is neither replaced nor cancelled.
    const asked: string[] = [];
    for (const [index, subject] of rows.entries()) {
      const answer = await succeed<Row>(engine, 'service', 'ask_about_quote', {
        ...{ token: token(index), asker: 'Jeanne', question: 'Quand?' },
      });
      if (answer.status === 204) asked.push(subject.subject);
    }
    deepEqual(
      asked.sort(),
      rows
        .map(({ subject }) => subject)
        .filter((subject) => !['remplacé', 'annulé'].includes(subject))
        .sort(),
    );
  }),
  check('questions and views · counted by the hour, of that quote alone', async (engine) => {
    await plantQuotes(engine, { busy: {}, calm: {}, 'busy before': {} });
    const event = (index: number, kind: string, ago: string, times = 1) =>
      `insert into public.quote_events (quote_id, kind, body, created_at)
       select '${id(index)}', '${kind}', 'Mot', now() - interval '${ago}' from generate_series(1, ${times});`;
    await engine.sql(`
      ${event(0, 'question', '50 minutes', 5)} ${event(2, 'question', '70 minutes', 5)}
      ${event(0, 'opened', '50 minutes')} ${event(2, 'opened', '70 minutes')}`);
    const asked: unknown[] = [];
    const rows =
      "select q.subject as name, 'event' as part, to_jsonb(e) as row from public.quote_events e join public.quotes q on q.id = e.quote_id where e.kind = 'opened'";
    const seen = await changedRows(engine, rows, async () => {
      for (const index of [0, 1, 2]) {
        const answer = await succeed<Row>(engine, 'service', 'ask_about_quote', {
          ...{ token: token(index), asker: 'Jeanne', question: 'Quand?' },
        });
        asked.push(answer.status);
        await succeed(engine, 'service', 'note_quote_opened', { token: token(index) });
      }
    });
    deepEqual(asked, [429, 204, 204]);
    deepEqual(seen, { calm: ['event: new'], 'busy before': ['event: new'] });
  }),
  check('a refusal · is noted with its reason, and the studio is told of that quote', async (engine) => {
    await plantQuotes(engine, { refused: {}, beside: {} });
    const answer = await succeed<Row>(engine, 'service', 'refuse_quote', {
      ...{ token: token(0), refuser: 'Jeanne', reason: 'Trop cher' },
    });
    equal(answer.status, 204);
    deepEqual(
      await engine.sql(
        `select q.subject, q.status, e.kind, e.body, n.kind as told from public.quotes q
         left join public.quote_events e on e.quote_id = q.id left join public.notifications n on n.issued_quote_id = q.id
         order by q.sequence`,
      ),
      [
        {
          subject: 'refused',
          status: 'refusé',
          kind: 'refused',
          body: 'Jeanne\nTrop cher',
          told: 'quote_refused',
        },
        { subject: 'beside', status: 'envoyé', kind: null, body: null, told: null },
      ],
    );
  }),
  check(
    'the e-mail of a quote that the provider accepted · answers its open request, and no other',
    async (engine) => {
      const requests = rowFactoryOf('quote_requests');
      for (const [index, status] of ['nouveau', 'archivé', 'nouveau'].entries())
        await insert(engine, requests, {
          ...requests.row(2, engine.people),
          ...{ id: id(60 + index), status, anonymised_at: null, email: `client${index}@exemple.test` },
        });
      await plantQuotes(engine, { open: { request_id: id(60) }, archived: { request_id: id(61) } });
      await engine.sql('delete from public.notifications');
      for (const index of [0, 1]) {
        const letter = { message_subject: 'Objet', message_body: 'Texte', read_at: null };
        await succeed(engine, 'admin', 'email_quote', {
          ...letter,
          message: id(80 + index),
          quote: id(index),
        });
      }
      const claim = { batch: 10, same_key_is_safe: false };
      const { body: claimed } = await rpc(engine, 'service', 'claim_due_notifications', claim);
      for (const row of claimed as Row[])
        await succeed(engine, 'service', 'finish_notification', {
          ...{ notification_id: row.id, token: row.lease_token, outcome: 'accepted' },
        });
      deepEqual(
        await engine.sql(`select status from public.quote_requests where id::text like '%6_' order by id`),
        [{ status: 'répondu' }, { status: 'archivé' }, { status: 'nouveau' }],
      );
    },
  ),
  check(
    'an e-mail of a quote sent before · to a public office needs its ground, which is kept',
    async (engine) => {
      await engine.sql(`
      insert into public.contacts (id, name, company, email, city, region, sector)
      values ('${id(70)}', 'Ville', 'Ville', 'ville@exemple.test', 'Percé', 'Gaspésie', 'municipalité')`);
      const bare = { contact_id: id(70), lobbying_ground: null, lobbying_reference: null };
      await plantQuotes(engine, { sent: bare, beside: bare });
      const email = (message: number, more: Row = {}) =>
        rpc(engine, 'admin', 'email_quote', {
          ...{
            message: id(message),
            quote: id(0),
            read_at: null,
            message_subject: 'Objet',
            message_body: 'Texte',
          },
          ...more,
        });
      equal((await email(80)).status, 422);
      deepEqual(await engine.sql('select 1 from public.notifications'), []);
      equal((await email(81, { ground: 'award', ground_reference: ' Contrat 12 ' })).status, 200);
      // Each e-mail is queued once, even when it is sent twice under the same id.
      for (const message of [81, 82, 82]) equal((await email(message)).status, 200);
      equal((await email(83, { message_subject: ' ' })).status, 422);
      deepEqual(await engine.sql('select id from public.notifications order by id'), [
        { id: id(81) },
        { id: id(82) },
      ]);
      deepEqual(
        await engine.sql(
          'select subject, lobbying_reference as reference from public.quotes order by sequence',
        ),
        [
          { subject: 'sent', reference: 'Contrat 12' },
          { subject: 'beside', reference: null },
        ],
      );
    },
  ),
  check(
    'a quote that was sent · is not rewritten, by our own server either, before and after its names are gone',
    async (engine) => {
      await plantQuotes(engine, {
        sent: {},
        anonymised: { anonymised_at: '2030-01-01' },
        draft: { status: 'brouillon' },
      });
      const rows = "select subject as name, '' as part, to_jsonb(q) as row from public.quotes q";
      const seen = await changedRows(engine, rows, async () => {
        for (const index of [0, 1, 2]) {
          await engine
            .sql(`update public.quotes set terms = 'Autres' where id = '${id(index)}'`)
            .catch(({ code }) => {
              equal(code, 'PT409');
            });
        }
      });
      deepEqual(seen, { draft: ['terms', 'updated_at'] });
    },
  ),
  check('a code · holds ten minutes, for its own message', async (engine) => {
    await plantQuotes(engine, { one: {} });
    const code = (index: number, ago: string) =>
      `insert into private.quote_codes (id, quote_id, code_hash, created_at) values ('${id(60 + index)}', '${id(0)}', 'a', now() - interval '${ago}');`;
    await engine.sql(`${code(0, '9 minutes 30 seconds')} ${code(1, '10 minutes 30 seconds')}`);
    const refused = async (index: number) =>
      (
        await engine.sql<{ no: boolean }>(
          `select private.code_refusal('${id(60 + index)}') is not null as no`,
        )
      )[0]?.no;
    deepEqual([await refused(0), await refused(1), await refused(2)], [false, true, true]);
  }),
  check('an acceptance · makes a partner of its own contact, unless they refused', async (engine) => {
    const contacts = "select name, '' as part, to_jsonb(c) as row from public.contacts c";
    await engine.sql(`
      insert into public.municipalities (code, kind, name, region, source)
      values ('70001', 'municipalité', 'Magog', 'Estrie', 'Registre');
      insert into public.contacts (id, name, company, email, city, region, status) values
        ('${id(70)}', 'client', 'Organisme', 'client@exemple.test', 'Percé', 'Gaspésie', 'contacté'),
        ('${id(71)}', 'partner', 'Organisme', 'partner@exemple.test', 'Percé', 'Gaspésie', 'partenaire'),
        ('${id(72)}', 'refused', 'Organisme', 'refused@exemple.test', 'Percé', 'Gaspésie', 'refusé'),
        ('${id(73)}', 'elsewhere', 'Organisme', 'elsewhere@exemple.test', 'Magog', 'Estrie', 'partenaire')`);
    await plantQuotes(engine, {
      client: { contact_id: id(70) },
      partner: { contact_id: id(71) },
      refused: { contact_id: id(72) },
      'without a trip': { contact_id: id(73) },
      'with its own trip': {
        contact_id: id(73),
        trip_plan_id: rowFactoryOf('trip_plans').row(2, engine.people).id,
      },
    });
    // The only other contact, in another organisation, does not change.
    const seen = await changedRows(engine, contacts, () =>
      engine.sql(
        "select private.follow_acceptance(q) from public.quotes q where q.subject in ('client', 'partner', 'refused')",
      ),
    );
    deepEqual(seen, { client: ['status', 'updated_at'] });
    const trips = async (subject: string) =>
      Object.keys(
        await changedRows(
          engine,
          "select id::text as name, '' as part, to_jsonb(t) as row from public.trip_plans t",
          () =>
            engine.sql('select private.follow_acceptance(q) from public.quotes q where subject = $1', [
              subject,
            ]),
        ),
      ).length;
    // Accepting a quote makes a trip to its municipality, unless it has a trip.
    deepEqual([await trips('with its own trip'), await trips('without a trip')], [0, 1]);
  }),
  check('requests that are over · answered or archived, a year ago, with names in them', async (engine) => {
    await engine.sql('delete from public.quote_requests');
    const request = (name: string, status: string, months: string, anonymised = 'null') =>
      `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type, status, created_at, anonymised_at)
       values ('${name}', 'Personne', 'a@exemple.test', 'ville', 'autre', '${status}', now() - interval '${months}', ${anonymised});`;
    await engine.sql(`
      ${request('answered', 'répondu', '12 months 1 day')} ${request('archived', 'archivé', '12 months 1 day')}
      ${request('lately', 'répondu', '11 months')} ${request('new', 'nouveau', '13 months')}
      ${request('in progress', 'en_cours', '13 months')} ${request('done', 'archivé', '13 months', 'now()')}`);
    deepEqual(
      await engine.sql(
        `select organization_name as name from public.quote_requests where id in (select private.expired_requests(12)) order by 1`,
      ),
      [{ name: 'answered' }, { name: 'archived' }],
    );
  }),
];
