import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { campaignCheck, contact, createCampaign, sendAll } from '../fixtures/campaigns.ts';

const mayWrite = (engine: Engine, id: unknown) =>
  succeed<string | null>(engine, 'admin', 'may_email', { contact: id });

/** OpenStreetMap gives the same organisation again, with its page as a proof, and it is accepted. */
async function foundAgain(engine: Engine, email: string): Promise<unknown> {
  const [prospect] = await engine.sql<{ id: string }>(
    `with trip as (
       insert into public.trip_plans (city, region, start_date, end_date)
       values ('Percé', 'Gaspésie', '2030-01-01', '2030-01-02') returning id)
     insert into public.suggested_prospects
       (trip_plan_id, company, city, region, email, email_source_url, email_found_at, origin, external_id)
     select id, 'Organisme', 'Percé', 'Gaspésie', $1, 'https://organisme.example/contact', now(), 'osm', 'osm:node/7'
     from trip returning id`,
    [email],
  );
  return succeed(engine, 'admin', 'accept_prospect', { prospect_id: prospect?.id });
}

const suppressions = async (engine: Engine, ...emails: string[]) => {
  const rows = await engine.sql<{ email: string; reason: string }>(
    `select email, s.reason from unnest($1::text[]) as email
       join public.suppressions s on s.email_hash = private.email_hash(email) order by email`,
    [emails],
  );
  return rows.map(({ email, reason }) => `${email} ${reason}`);
};

/** Attacks on erasure: a person who is erased, or refused and was deleted, does not come back. */
export const attacksOnErasure: Check[] = [
  campaignCheck('erased, then found again in a public register · not written to', async (engine) => {
    await engine.sql("update public.contacts set status = 'refusé' where id = $1", [contact(0)]);
    await succeed(engine, 'admin', 'erase_person', { contact: contact(0) });
    const again = await foundAgain(engine, 'Personne0@exemple.test');
    equal(await mayWrite(engine, again), 'Renseignements effacés à sa demande');
    // A person who was not erased, found in the same register, may be written to.
    equal(await mayWrite(engine, contact(1)), null);
  }),
  campaignCheck(
    'a refusal deleted, then found again · not written to',
    async (engine) => {
      await engine.sql("update public.contacts set status = 'refusé' where id = $1", [contact(0)]);
      equal(
        await succeed(engine, 'admin', 'move_to_trash', { kind: 'contacts', ids: [contact(0), contact(1)] }),
        2,
      );
      deepEqual(await suppressions(engine, 'personne0@exemple.test', 'personne1@exemple.test'), [
        'personne0@exemple.test manual',
      ]);
      const again = await foundAgain(engine, 'personne0@exemple.test');
      equal(await mayWrite(engine, again), "Retiré des envois par l'équipe");
    },
    { object: 'contacts' },
  ),
  campaignCheck('erase · earlier addresses, events, reasons and unlinked requests too', async (engine) => {
    await createCampaign(engine, {}, [contact(0)]);
    const [send] = await sendAll(engine);
    await succeed(engine, 'service', 'record_email_event', {
      ...{ event_id: 'e1', send: send?.id, provider_message: null, kind: 'soft_bounced' },
      ...{ occurred_at: '2026-11-20T15:00:00Z', detail: 'personne0@exemple.test is full' },
    });
    await engine.sql(
      `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type)
       values ('Organisme 0', 'Personne 0', 'PERSONNE0@exemple.test', 'ville', 'street-view');
       insert into public.suppressions (email_hash, reason, created_at)
       values (private.email_hash('personne0@exemple.test'), 'manual', now() - interval '2 days');
       insert into public.suppression_lifts (email_hash, reason, created_at)
       values (private.email_hash('personne0@exemple.test'), 'Personne 0 a rappelé', now() - interval '1 day')`,
    );
    await engine.sql("update public.contacts set email = 'neuf@exemple.test' where id = $1", [contact(0)]);
    const data = await succeed<Record<string, unknown[]>>(engine, 'admin', 'export_person', {
      contact: contact(0),
    });
    deepEqual(
      [data.quote_requests?.length, data.suppression_lifts?.length, data.consents?.length],
      [1, 1, 1],
    );

    await succeed(engine, 'admin', 'erase_person', { contact: contact(0) });
    const left: string[] = [];
    for (const table of [
      'contacts',
      'email_sends',
      'email_events',
      'consent_events',
      'quote_requests',
      'suppression_lifts',
    ]) {
      const rows = await engine.sql<{ line: string }>(
        `select to_jsonb(t)::text as line from public.${table} t`,
      );
      left.push(...rows.map(({ line }) => line).filter((line) => /personne ?0|organisme 0/i.test(line)));
    }
    deepEqual(left, []);
    const [lift] = await engine.sql('select reason from public.suppression_lifts');
    equal(lift?.reason, '(effacé)');
    deepEqual(
      (await suppressions(engine, 'neuf@exemple.test', 'personne0@exemple.test')).filter((line) =>
        /erased/.test(line),
      ),
      ['neuf@exemple.test erased', 'personne0@exemple.test erased'],
    );
  }),
  campaignCheck('erase · an earlier address that another contact has now stays theirs', async (engine) => {
    await engine.sql("update public.contacts set email = 'neuf@exemple.test' where id = $1", [contact(0)]);
    await engine.sql("update public.contacts set email = 'personne0@exemple.test' where id = $1", [
      contact(1),
    ]);
    await engine.sql(
      "insert into public.consent_events (contact_id, email, basis, occurred_at) values ($1, 'personne0@exemple.test', 'express', now())",
      [contact(1)],
    );
    await succeed(engine, 'admin', 'erase_person', { contact: contact(0) });
    deepEqual(await suppressions(engine, 'neuf@exemple.test', 'personne0@exemple.test'), [
      'neuf@exemple.test erased',
    ]);
    equal(await mayWrite(engine, contact(1)), null);
  }),
  campaignCheck('another spelling of a suppressed address · refused, or the same address', async (engine) => {
    await succeed(engine, 'service', 'suppress_address', {
      address: 'personne0@exemple.test',
      reason: 'unsubscribed',
    });
    const [same] = await engine.sql<{ folded: boolean }>(
      "select private.email_hash('Personne0@\uff45xemple.test') = private.email_hash('personne0@exemple.test') as folded",
    );
    equal(same?.folded, true);
    for (const email of [
      'personne0@\uff45xemple.test',
      'personne0@exem\u00adple.test',
      'personne0@exemple.test\u200b',
    ]) {
      const answer = await engine.request('admin', {
        ...{ method: 'PATCH', path: `/rest/v1/contacts?id=eq.${contact(1)}`, body: { email } },
      });
      equal(answer.status, 400, email);
    }
    equal(await mayWrite(engine, contact(0)), 'Désabonné');
  }),
];
