import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { anotherMessage, changesOf, idsOf, plantCampaigns } from '../fixtures/campaign-rows.ts';
import { campaignCheck } from '../fixtures/campaigns.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, plantParents } from '../fixtures/tables.ts';

const organisationRows = "select name, '' as part, to_jsonb(o) as row from public.organisations o";

const erase = async (engine: Engine, name: string) => {
  const [person] = await engine.sql<{ id: string }>('select id from public.contacts where name = $1', [name]);
  await succeed(engine, 'admin', 'erase_person', { contact: person?.id });
};

/** States of a person's messages before an erasure and after it, each in a campaign with another recipient. */
const messageStages: Record<string, [columns: string, after: string]> = {
  waits: ["status = 'programmé'", 'annulé'],
  'being sent': ["status = 'programmé', lease_token = gen_random_uuid()", 'incertain'],
  'maybe sent': ["status = 'programmé', may_have_arrived = true", 'incertain'],
  sent: ["status = 'envoyé'", 'envoyé'],
  failed: ["status = 'échec'", 'échec'],
};

const monthsAgo = (months: number) => {
  const moment = new Date();
  moment.setMonth(moment.getMonth() - months);
  return moment.toISOString();
};

/** Quotes by case: columns that differ from a refused quote sent eight years ago. */
const quotes: Record<string, Row> = {
  old: {},
  'of seven years and a half': { sent_at: monthsAgo(90) },
  'of six years': { sent_at: monthsAgo(72) },
  'a draft': { status: 'brouillon' },
  'a contract of lately': { status: 'accepté', closed_at: monthsAgo(12) },
  'a contract of long ago': { status: 'accepté', closed_at: monthsAgo(108) },
  'anonymised before': { anonymised_at: monthsAgo(1) },
};

const quoteRows = "select q.subject as name, '' as part, to_jsonb(q) as row from public.quotes q";

async function plantQuotes(engine: Engine): Promise<string[]> {
  const factory = rowFactoryOf('quotes');
  await plantParents(engine, factory);
  const ids: string[] = [];
  for (const [index, [subject, columns]] of Object.entries(quotes).entries()) {
    const id = `d5000000-0000-4000-8000-00000000000${index}`;
    ids.push(id);
    await insert(engine, factory, {
      ...factory.row(2, engine.people),
      ...{
        id,
        subject,
        sequence: 100 + index,
        anonymised_at: null,
        status: 'refusé',
        sent_at: monthsAgo(96),
        ...columns,
      },
    });
    await engine.sql(
      `insert into public.quote_events (quote_id, kind, body, recorded_by) values ('${id}', 'note', 'Mot', '${engine.people.admin.id}')`,
    );
  }
  return ids;
}

/** Checks of what an erasure and the retention periods remove, beside rows of other people that must not change. */
export const attacksOnPrivacyConditions: Check[] = [
  campaignCheck('erased · the messages of one person, as far as each had come', async (engine) => {
    const { contact } = idsOf('alone');
    const planted = Object.entries(messageStages).map(([name, [columns]]) => [
      name,
      {
        more: ({ campaign }: { campaign: string }) =>
          anotherMessage(campaign, contact, 0, `finished_at = null, ${columns}`),
      },
    ]);
    await plantCampaigns(
      engine,
      { campaign: "status = 'en_cours'", send: "status = 'programmé'" },
      { ...Object.fromEntries(planted), alone: {}, beside: {} },
    );
    const [person] = await engine.sql<{ id: string }>(`select ${contact} as id`);
    const mine = await engine.sql<{ id: string; name: string }>(
      'select s.id, c.name from public.email_sends s join public.campaigns c on c.id = s.campaign_id where s.contact_id = $1',
      [person?.id],
    );
    const seen = await changesOf(engine, () =>
      succeed(engine, 'admin', 'erase_person', { contact: person?.id }),
    );
    deepEqual(Object.keys(seen).sort(), ['alone', ...Object.keys(messageStages)].sort());
    // A campaign ends only where no other recipient is waiting.
    deepEqual(
      Object.entries(seen)
        .filter(([, columns]) => columns.includes('status'))
        .map(([name]) => name),
      ['alone'],
    );
    const after = await engine.sql<{ id: string; status: string }>(
      'select id, status from public.email_sends where id = any ($1)',
      [mine.map(({ id }) => id)],
    );
    deepEqual(
      Object.fromEntries(after.map(({ id, status }) => [mine.find((send) => send.id === id)?.name, status])),
      {
        alone: 'annulé',
        ...Object.fromEntries(Object.entries(messageStages).map(([name, [, end]]) => [name, end])),
      },
    );
  }),
  campaignCheck(
    'erased · the organisation that was the person’s alone, and the address that it had of them',
    async (engine) => {
      await engine.sql(`
      insert into public.municipalities (code, kind, name, region, source, official_email) values
        ('70001', 'municipalité', 'Un', 'Estrie', 'Registre', 'seule@exemple.test'),
        ('70002', 'municipalité', 'Deux', 'Estrie', 'Registre', 'deux@exemple.test');
      insert into public.contacts (name, company, email, city, region) values
        ('Seule', 'Seule', 'seule@exemple.test', 'Bonaventure', 'Gaspésie'),
        ('Registre', 'Au registre', 'registre@exemple.test', 'Gaspé', 'Gaspésie'),
        ('Deux', 'Partagée', 'a2@exemple.test', 'Matane', 'Gaspésie'),
        ('Autre', 'Partagée', 'autre2@exemple.test', 'Matane', 'Gaspésie');
      update public.organisations set register_code = '70002' where name = 'Au registre';
      insert into public.organisations (kind, name, city, region, register_code, email) values
        ('entreprise', 'Vide', 'Percé', 'Gaspésie', null, 'vide@exemple.test'),
        ('entreprise', 'Son adresse', 'Percé', 'Gaspésie', null, 'Seule@exemple.test'),
        ('municipalité', 'Son adresse, du registre', 'Percé', 'Gaspésie', '70001', 'seule@exemple.test');`);
      deepEqual(await changedRows(engine, organisationRows, () => erase(engine, 'Seule')), {
        Seule: ['gone'],
        'Son adresse': ['email', 'updated_at'],
      });
      // The organisation's address is no longer that of the register.
      await engine.sql(
        "update public.organisations set email = 'registre@exemple.test' where name = 'Au registre'",
      );
      deepEqual(await changedRows(engine, organisationRows, () => erase(engine, 'Registre')), {
        'Au registre': ['email', 'updated_at'],
      });
      deepEqual(await changedRows(engine, organisationRows, () => erase(engine, 'Deux')), {});
    },
  ),
  campaignCheck('erased · what the events of a quote say, unless it is a contract', async (engine) => {
    await plantQuotes(engine);
    await engine.sql(
      `insert into public.quote_events (quote_id, kind, body, recorded_by)
       select id, kind, 'Mot', '${engine.people.admin.id}' from public.quotes, unnest('{question,sent}'::public.quote_event_kind[]) as kind`,
    );
    const { id } = rowFactoryOf('contacts').row(2, engine.people);
    await succeed(engine, 'admin', 'erase_person', { contact: id });
    deepEqual(
      await engine.sql(
        `select q.subject, string_agg(e.kind || ' ' || e.body, ', ' order by e.kind::text) as says
         from public.quotes q join public.quote_events e on e.quote_id = q.id
         where q.subject in ('of six years', 'a contract of lately') group by 1 order by 1`,
      ),
      [
        { subject: 'a contract of lately', says: 'note Mot, question Mot, sent Mot' },
        { subject: 'of six years', says: 'note (effacé), question (effacé), sent ' },
      ],
    );
  }),
  campaignCheck('forgotten with age · quotes sent seven years ago, no contract, no draft', async (engine) => {
    const ids = await plantQuotes(engine);
    const forgotten = ['a contract of long ago', 'of seven years and a half', 'old'];
    const seen = await changedRows(engine, quoteRows, () => engine.sql('select private.quote_daily_run()'));
    deepEqual(Object.keys(seen).sort(), forgotten);
    deepEqual(
      await engine.sql(
        `select q.subject from public.quote_events e join public.quotes q on q.id = e.quote_id where e.body = '(effacé)' order by 1`,
      ),
      forgotten.map((subject) => ({ subject })),
    );
    const [client] = await engine.sql(
      "select snapshot -> 'client' as kept from public.quotes where subject = 'old'",
    );
    deepEqual(client?.kept, {
      ...{ organization: 'Client anonymisé', contactName: '', contactTitle: '' },
      ...{ email: '', phone: '', address: '' },
    });
    // A draft and an already anonymised quote do not change, even when their ids are given.
    const again = await changedRows(engine, quoteRows, () =>
      engine.sql('select private.anonymise_sent_quotes($1)', [ids]),
    );
    deepEqual(Object.keys(again).sort(), ['a contract of lately', 'of six years']);
  }),
  campaignCheck(
    'forgotten with age · the trash, the record of who did what, discarded messages',
    async (engine) => {
      const ages = ['23 months', '24 months 15 days', '29 days', '30 days 12 hours'];
      const [trip] = await engine.sql<{ id: string }>(
        `insert into public.trip_plans (city, region, start_date, end_date)
       values ('Percé', 'Gaspésie', '2030-01-01', '2030-01-02') returning id`,
      );
      await engine.sql(
        ages
          .map(
            (age, index) => `
        insert into public.activity_log (kind, action, fields, created_at) values ('tags', 'updated', '{"${age}"}', now() - interval '${age}');
        insert into public.inbound_messages (id, provider_id, from_email, kind, received_at, discarded_at)
        values (gen_random_uuid(), '${age}', 'a@exemple.test', 'reply', now(), now() - interval '${age}');
        insert into public.trash (id, kind, label, deleted_at)
        values ('d4000000-0000-4000-8000-00000000000${index}', 'trip_plans', '${age}', now() - interval '${age}');`,
          )
          .join('\n'),
      );
      // Visitors of a tour are forgotten at the end of their day, everything else in the trash with its item.
      const tour = (day: string) => `'{"day": "${day}", "address_hash": "a"}'`;
      await engine.sql(`insert into private.trash_rows (trash_id, place, depth, content) values
      ('d4000000-0000-4000-8000-000000000002', 'private.tour_visitors', 1, ${tour('2020-01-01')}),
      ('d4000000-0000-4000-8000-000000000002', 'private.tour_visitors', 1, ${tour('2099-01-01')}),
      ('d4000000-0000-4000-8000-000000000002', 'public.tour_views', 1, ${tour('2020-01-01')})`);
      await engine.sql(
        "insert into public.privacy_register (kind) values ('export'); insert into public.retention_settings (id) values (1)",
      );
      deepEqual(await succeed<Row>(engine, 'service', 'apply_retention'), {
        rejected_prospects: 0,
        quote_requests: 0,
      });
      deepEqual(await engine.sql("select detail from public.privacy_register where kind = 'retention'"), [
        { detail: { rejected_prospects: 0, quote_requests: 0 } },
      ]);
      const left = async (query: string) =>
        (await engine.sql<{ line: string }>(query)).map(({ line }) => line).sort();
      deepEqual(await left("select fields[1] as line from public.activity_log where kind = 'tags'"), [
        '23 months',
        '29 days',
        '30 days 12 hours',
      ]);
      deepEqual(await left('select provider_id as line from public.inbound_messages'), ['29 days']);
      deepEqual(await left('select label as line from public.trash'), ['29 days']);
      deepEqual(await left("select place || ' ' || (content ->> 'day') as line from private.trash_rows"), [
        'private.tour_visitors 2099-01-01',
        'public.tour_views 2020-01-01',
      ]);
      equal((await engine.sql('select 1 from public.trip_plans where id = $1', [trip?.id])).length, 1);
    },
  ),
];
