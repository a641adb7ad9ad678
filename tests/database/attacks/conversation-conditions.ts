import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { anotherMessage, changesOf, idsOf, plantCampaigns } from '../fixtures/campaign-rows.ts';
import { campaignCheck } from '../fixtures/campaigns.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, plantParents } from '../fixtures/tables.ts';

const finishedCampaign = {
  campaign: "status = 'terminé', finished_at = now()",
  send: "status = 'envoyé', finished_at = now() - interval '84 hours'",
};
const sentYesterday = (columns: string) => `finished_at = now() - interval '1 day', ${columns}`;

/**
 * Plants one contact for each case, with a first message and a second one in the state of the case, in a campaign of
 * its own.
 */
async function plantPeople(engine: Engine): Promise<void> {
  const after = (name: string, columns: string) => ({
    more: ({ contact }: { contact: string }) =>
      anotherMessage(idsOf(name).campaign, contact, 0, sentYesterday(columns)),
  });
  await plantCampaigns(engine, finishedCampaign, {
    'second campaign': {},
    'the later failed': after('second campaign', "status = 'échec'"),
    'the later maybe arrived': after('second campaign', "status = 'incertain'"),
    'never reached': { send: "status = 'annulé'" },
  });
}

const emailOf = async (engine: Engine, name: string) =>
  (
    await engine.sql<{ email: string }>(`select email from public.contacts where id = ${idsOf(name).contact}`)
  )[0]?.email;

/**
 * Stores an incoming message as the webhook does; the answer says whether it was kept, and for which contact and
 * message.
 */
const receive = (engine: Engine, from: string | undefined, index: number, more: Row = {}) =>
  succeed<Row>(engine, 'service', 'receive_message', {
    message: {
      ...{ id: `d9000000-0000-4000-8000-${String(index).padStart(12, '0')}`, provider_id: `recu-${index}` },
      ...{
        from_email: from,
        kind: 'reply',
        received_at: new Date().toISOString(),
        tokens: [],
        named: [],
        ...more,
      },
    },
  });

const request = (email: string, days: number, columns = '') => `
  insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type, created_at)
  values ('${email}', 'Personne', '${email}', 'ville', 'autre', now() - interval '${days} days');
  ${columns ? `update public.quote_requests set ${columns} where email = '${email}';` : ''}`;

const reply = (email: string, kind: string, days: number) => `
  insert into public.notifications (quote_request_id, kind, state, subject, body, finished_at)
  select id, '${kind}', 'envoyé', ${kind === 'reply' ? "'Objet', 'Texte'" : 'null, null'}, now() - interval '${days} days'
  from public.quote_requests where email = '${email}';`;

/** Checks that each incoming message is filed with the right message and contact, beside those of others. */
export const attacksOnConversationConditions: Check[] = [
  campaignCheck('an answer · is noted with the last message that may have arrived, once', async (engine) => {
    await plantPeople(engine);
    await engine.sql(
      Object.entries({
        failed: 'the later failed',
        unsure: 'the later maybe arrived',
        again: 'second campaign',
      })
        .map(
          ([provider, name], index) =>
            `insert into public.inbound_messages (id, provider_id, from_email, kind, received_at, contact_id, applied_at)
             select 'd9000000-0000-4000-8000-00000000000${index}', '${provider}', 'autre@exemple.test', 'reply', now(), ${idsOf(name).contact},
               ${provider === 'again' ? 'now()' : 'null'};`,
        )
        .join('\n'),
    );
    const replied = async (index: number) => {
      await changesOf(engine, () =>
        engine.sql(`select private.apply_answer('d9000000-0000-4000-8000-00000000000${index}')`),
      );
      const rows = await engine.sql<{ name: string; status: string }>(
        `update public.email_sends s set replied_at = null from public.campaigns c
         where c.id = s.campaign_id and s.replied_at is not null returning c.name, s.status`,
      );
      return rows.map(({ name, status }) => `${name} ${status}`);
    };
    deepEqual(await replied(0), ['the later failed envoyé']);
    deepEqual(await replied(1), ['second campaign incertain']);
    deepEqual(await replied(2), []);
  }),
  campaignCheck('a message without a thread · by its sender, to what was last between us', async (engine) => {
    await plantPeople(engine);
    const places = async (name: string) =>
      (
        await engine.sql<{ place: Row | null }>('select private.place_of_sender($1) as place', [
          await emailOf(engine, name),
        ])
      )[0]?.place;
    const [{ first, unsure }] = (await engine.sql(
      `select ${idsOf('the later failed').send} as first,
              (select id from public.email_sends where status = 'incertain') as unsure`,
    )) as [Row];
    equal((await places('the later failed'))?.send, first);
    equal((await places('the later maybe arrived'))?.send, unsure);
    equal((await places('never reached'))?.send, null);
    // A request from the same address counts from its date and from our replies to it; messages to others do
    // not count.
    const email = (await emailOf(engine, 'the later failed')) ?? '';
    await engine.sql(`
      ${request(email, 10)} ${reply(email, 'acknowledgement', 1)}
      ${request('autre@exemple.test', 2)} ${reply('autre@exemple.test', 'reply', 1)}`);
    equal((await places('the later failed'))?.send, first);
    await engine.sql(reply(email, 'reply', 2));
    deepEqual(Object.keys((await places('the later failed')) ?? {}), ['request']);
    equal((await receive(engine, 'autre@exemple.test', 1)).place, 'sender');
    await engine.sql(
      "update public.quote_requests set anonymised_at = now() where email <> 'autre@exemple.test'",
    );
    equal((await places('the later failed'))?.send, first);
  }),
  campaignCheck('a message that names another · that one, where it has a place', async (engine) => {
    await plantPeople(engine);
    const { contact } = idsOf('second campaign');
    await engine.sql(`
      insert into public.inbound_messages (id, provider_id, message_id, from_email, kind, received_at, contact_id) values
        (gen_random_uuid(), 'decoy', '<decoy@exemple.test>', 'a@exemple.test', 'reply', now(), ${idsOf('never reached').contact}),
        (gen_random_uuid(), 'named', '<named@exemple.test>', 'a@exemple.test', 'reply', now(), ${contact}),
        (gen_random_uuid(), 'nowhere', '<nowhere@exemple.test>', 'a@exemple.test', 'reply', now(), null)`);
    const [row] = await engine.sql(
      `select private.place_of_message_id('<named@exemple.test>') ->> 'contact' = ${contact}::text as named,
              private.place_of_message_id('<nowhere@exemple.test>') as nowhere`,
    );
    deepEqual(row, { named: true, nowhere: null });
  }),
  campaignCheck(
    'automatic messages · thirty an hour from one address, and no place by their sender',
    async (engine) => {
      await plantPeople(engine);
      const from = await emailOf(engine, 'second campaign');
      const known = (kind: string, ago: string, count: number, address = from) =>
        `insert into public.inbound_messages (id, provider_id, from_email, kind, received_at, created_at)
       select gen_random_uuid(), '${kind} ${ago} ${address} ' || i, '${address}', '${kind}', now(), now() - interval '${ago}'
       from generate_series(1, ${count}) i;`;
      await engine.sql(`
      ${known('absence', '50 minutes', 14)} ${known('automatic', '50 minutes', 14)} ${known('reply', '50 minutes', 9)}
      ${known('absence', '70 minutes', 9)} ${known('absence', '50 minutes', 9, 'autre@exemple.test')}`);
      equal((await receive(engine, from, 1, { kind: 'absence' })).place, 'sender');
      equal((await receive(engine, from, 2, { kind: 'automatic' })).place, null);
      equal((await receive(engine, from, 3, { kind: 'automatic' })).loop, true);
      equal((await receive(engine, from, 4, { kind: 'absence' })).loop, true);
      equal((await receive(engine, from, 5)).stored, true);
      deepEqual(
        await engine.sql(
          "select kind, sender_check from public.inbound_messages where provider_id like 'recu-%' order by 1",
        ),
        ['reply', 'absence', 'automatic'].map((kind) => ({ kind, sender_check: 'unknown' })),
      );
    },
  ),
  campaignCheck(
    'a bounce of a small message · of those that left the studio, named by its own id',
    async (engine) => {
      const quotes = rowFactoryOf('quotes');
      await plantParents(engine, quotes);
      await insert(engine, quotes, { ...quotes.row(2, engine.people), email: 'client@exemple.test' });
      const { id: quote } = quotes.row(2, engine.people);
      const { id: asked } = rowFactoryOf('quote_requests').row(0, engine.people);
      const about: Record<string, string> = {
        ...{ admin_notice: 'request', acknowledgement: 'request', reply: 'request' },
        ...{ quote: 'quote', quote_code: 'quote', quote_signed: 'quote', quote_accepted: 'quote' },
        ...{ quote_question: 'quote', quote_refused: 'quote' },
      };
      const worded = ['reply', 'quote', 'quote_question', 'quote_refused'];
      const told: string[] = [];
      for (const [kind, record] of Object.entries(about)) {
        const [row] = await engine.sql<{ id: string }>(
          `insert into public.notifications (kind, ${record === 'quote' ? 'issued_quote_id' : 'quote_request_id'}, subject, body, provider_id)
         values ('${kind}', $1, ${worded.includes(kind) ? "'Objet', 'Texte'" : 'null, null'}, '${kind}') returning id`,
          [record === 'quote' ? quote : asked],
        );
        const failure = async (id: string | null, provider: string | null) =>
          (
            await engine.sql<{ is: boolean }>(
              "select private.record_acknowledgement_failure($1, $2, 'bounced') as is",
              [id, provider],
            )
          )[0]?.is;
        const byId = await failure(row?.id ?? null, null);
        equal(await failure(null, kind), byId, kind);
        // An unknown id is not matched, and the provider's own id is ignored then.
        equal(await failure('d9000000-0000-4000-8000-000000000009', kind), false, kind);
        if (byId) told.push(kind);
      }
      deepEqual(told, ['acknowledgement', 'reply', 'quote', 'quote_code', 'quote_signed']);
    },
  ),
  campaignCheck('an imported list · what counts as a proof of consent, and what it needs', async (engine) => {
    const accepted: string[] = [];
    const bases = [
      'express',
      'inquiry',
      'purchase',
      'contract',
      'published',
      'disclosed',
      'referral',
      'none',
    ];
    for (const basis of [...bases, 'withdrawn', 'unverified', 'no_solicitation']) {
      for (const source_url of [null, 'https://exemple.test']) {
        const answer = await engine.request('admin', {
          ...{ method: 'POST', path: '/rest/v1/rpc/import_contacts' },
          body: {
            ...{ block: [], list_source: 'Liste', dry_run: true },
            consent: { basis, occurred_on: '2026-01-01', evidence: 'Formulaire', source_url },
          },
        });
        if (answer.status === 200) accepted.push(`${basis}${source_url ? ' with a page' : ''}`);
      }
    }
    deepEqual(accepted, [
      ...[
        'express',
        'express with a page',
        'inquiry',
        'inquiry with a page',
        'purchase',
        'purchase with a page',
      ],
      ...['contract', 'contract with a page', 'published with a page', 'disclosed', 'disclosed with a page'],
    ]);
  }),
];
