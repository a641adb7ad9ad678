import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  createCampaign,
  mustRefuse,
  sendAll,
  states,
} from '../fixtures/campaigns.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { withRows } from '../fixtures/tables.ts';

/** Every text of every table that speaks of the person. */
async function traces(engine: Engine): Promise<string[]> {
  const tables = [
    'contacts',
    'email_sends',
    'consent_events',
    'quote_requests',
    'suggested_prospects',
    'contact_events',
  ];
  const more = ['email_events', 'suppressions', 'suppression_lifts', 'privacy_register', 'notifications'];
  const found: string[] = [];
  for (const table of [...tables, ...more]) {
    const rows = await engine.sql<{ line: string }>(
      `select to_jsonb(t)::text as line from public.${table} t`,
    );
    if (rows.some(({ line }) => /personne0|Personne 0|Organisme 0/i.test(line))) found.push(table);
  }
  return found;
}

const quote = (engine: Engine, months: number, status = 'archivé') =>
  engine.sql(
    `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type, status, created_at)
     values ('Organisme 0', 'Personne 0', 'personne0@exemple.test', 'ville', 'autre', $1, now() - $2 * interval '1 month')`,
    [status, months],
  );

/** Loi 25: copies, erasure, retention, and the register of them. */
export const attacksOnDataProtection: Check[] = [
  campaignCheck('export and erasure · visitor, signed-in user, secret key · refused', async (engine) => {
    await mustRefuse(engine, ['visitor', 'user', 'service'], 'export_person', { contact: contact(0) });
    await mustRefuse(engine, ['visitor', 'user', 'service'], 'erase_person', { contact: contact(0) });
    await mustRefuse(engine, ['visitor', 'user', 'admin'], 'apply_retention', {});
    equal((await engine.sql('select * from public.contacts')).length, 5);
    deepEqual(await engine.sql('select * from public.privacy_register'), []);
  }),
  campaignCheck('an export · everything known, and the register keeps it', async (engine) => {
    await createCampaign(engine, {}, [contact(0)]);
    const [row] = (await sendAll(engine)) as [Row];
    await succeed(engine, 'service', 'record_email_event', {
      ...{
        event_id: 'e',
        send: row.id,
        provider_message: null,
        kind: 'opened',
        occurred_at: '2026-11-01T10:00:00Z',
      },
    });
    await quote(engine, 1);
    await succeed(engine, 'admin', 'suppress_contact', { contact: contact(0) });
    const data = await succeed<Record<string, Row[]>>(engine, 'admin', 'export_person', {
      contact: contact(0),
    });
    deepEqual(
      ['consents', 'suppressions', 'quote_requests', 'emails'].map((part) => data[part]?.length),
      [2, 1, 1, 1],
    );
    equal(((data.emails?.[0]?.events ?? []) as Row[]).length, 1);
    ok(!JSON.stringify(data).includes(String(row.unsubscribe_token)));
    const lines = await engine.sql('select kind, recorded_by from public.privacy_register');
    deepEqual(lines, [{ kind: 'export', recorded_by: engine.people.admin.id }]);
  }),
  campaignCheck('erase · not a word left in any table, the link received still works', async (engine) => {
    await createCampaign(engine, {}, [contact(0), contact(1)]);
    await sendAll(engine);
    await createCampaign(engine, { name: 'Seconde' }, [contact(0), contact(2)]);
    await quote(engine, 1, 'nouveau');
    ok((await traces(engine)).length >= 4);
    const [{ token }] = (await engine.sql(
      'select unsubscribe_token as token from public.email_sends where contact_id = $1 limit 1',
      [contact(0)],
    )) as [Row];
    const gone = await succeed<Row>(engine, 'admin', 'erase_person', { contact: contact(0) });
    deepEqual(gone, {
      ...{ contacts: 1, email_sends: 2, quote_requests: 1, prospects: 0, consent_events: 1 },
      ...{ invoices: 0, invoices_kept: 0, issued_quotes: 0, issued_quotes_kept: 0, inbound_messages: 0 },
    });
    deepEqual(await traces(engine), []);
    deepEqual(await states(engine), ['0:annulé', '0:envoyé', '0:envoyé', '0:programmé']);
    equal((await claim(engine)).length, 1);
    equal(await succeed(engine, 'visitor', 'unsubscribe', { token }), true);
    equal((await engine.sql('select * from public.suppressions')).length, 1);
    deepEqual(await traces(engine), []);
    const [line] = await engine.sql('select kind, detail from public.privacy_register');
    deepEqual(line, { kind: 'erasure', detail: gone });
  }),
  campaignCheck(
    'retention · nothing without a rule, once a day, only what is old and closed',
    async (engine) => {
      for (const [months, status] of [
        [13, 'archivé'],
        [13, 'nouveau'],
        [11, 'répondu'],
      ] as const)
        await quote(engine, months, status);
      await engine.sql(`
      insert into public.trip_plans (id, city, region, start_date, end_date) values ('d3000000-0000-4000-8000-000000000000', 'Percé', 'Gaspésie', '2026-01-01', '2026-01-02');
      insert into public.suggested_prospects (trip_plan_id, company, city, region, status) values
        ('d3000000-0000-4000-8000-000000000000', 'Vieux', 'Percé', 'Gaspésie', 'rejected'),
        ('d3000000-0000-4000-8000-000000000000', 'Neuf', 'Percé', 'Gaspésie', 'rejected'),
        ('d3000000-0000-4000-8000-000000000000', 'Gardé', 'Percé', 'Gaspésie', 'accepted');
      alter table public.suggested_prospects disable trigger user;
      update public.suggested_prospects set updated_at = now() - interval '7 months' where company in ('Vieux', 'Gardé');
      alter table public.suggested_prospects enable trigger user;
    `);
      deepEqual(await succeed(engine, 'service', 'apply_retention'), {
        rejected_prospects: 0,
        quote_requests: 0,
      });
      equal(await succeed(engine, 'service', 'apply_retention'), null);
      await engine.sql("update public.privacy_register set created_at = now() - interval '1 day'");
      await engine.sql(
        'insert into public.retention_settings (id, rejected_prospects_months, quote_requests_months) values (1, 6, 12)',
      );
      const preview = { rejected_prospects: 1, quote_requests: 1 };
      deepEqual(
        await succeed(engine, 'admin', 'retention_preview', { prospects_months: 6, quotes_months: 12 }),
        preview,
      );
      deepEqual(await succeed(engine, 'service', 'apply_retention'), preview);
      deepEqual(
        (await engine.sql('select company from public.suggested_prospects order by 1')).map(
          ({ company }) => company,
        ),
        ['Gardé', 'Neuf'],
      );
      equal(
        (await engine.sql('select * from public.quote_requests where anonymised_at is not null')).length,
        1,
      );
      equal((await engine.sql("select * from public.privacy_register where kind = 'retention'")).length, 2);
    },
  ),
  {
    name: 'attack · a copy of everything · administrators only, in the register before a row leaves',
    object: 'privacy_register',
    run: (engine) =>
      withRows(engine, rowFactoryOf('contacts'), [0], async () => {
        const start = (role: 'visitor' | 'user' | 'service' | 'admin') =>
          engine.request(role, { method: 'POST', path: '/rest/v1/rpc/start_full_export', body: {} });
        for (const role of ['visitor', 'user', 'service'] as const) {
          equal((await start(role)).status >= 400, true, role);
        }
        deepEqual(await engine.sql('select * from public.privacy_register'), []);
        const counts = { contacts: 1, consent_events: 0, email_sends: 0, quotes: 0, prospects: 0 };
        deepEqual((await start('admin')).body, counts);
        deepEqual(
          await engine.sql('select kind, subject_hash, detail, recorded_by from public.privacy_register'),
          [{ kind: 'full_export', subject_hash: null, detail: counts, recorded_by: engine.people.admin.id }],
        );
      }),
  },
];
