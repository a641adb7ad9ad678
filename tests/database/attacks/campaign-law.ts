import { deepEqual, equal, match } from 'node:assert/strict';
import { fillBody, fillSubject } from '../../../supabase/functions/_shared/message/template-text.ts';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  comeDue,
  contact,
  create,
  createCampaign,
  daysLater,
  finish,
  mustRefuse,
  onABusinessDay,
  sendAll,
  sendCampaign,
  stateOf,
  states,
  statusOf,
  step,
  template,
} from '../fixtures/campaigns.ts';

const reasonOf = async (engine: Engine, campaign: string) =>
  (await engine.sql('select last_error from public.email_sends where campaign_id = $1', [campaign]))[0]
    ?.last_error;
const makeHolder = (engine: Engine, index = 0) =>
  engine.sql("update public.contacts set sector = 'municipalité' where id = $1", [contact(index)]);
const setGap = (engine: Engine, days: number) =>
  engine.sql(`update public.sending_settings set campaign_gap_days = ${days}`);
const planOf = async (engine: Engine, campaign: string) =>
  (await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign })).find(
    ({ contact_id }) => contact_id === contact(0),
  )?.reason ?? null;
const queuedAlerts = (engine: Engine) =>
  engine.sql<{ subject: string; body: string }>(
    "select subject, body from public.notifications where kind = 'campaign_alert' order by created_at, subject",
  );
const outage = async (engine: Engine) =>
  (await succeed<{ outage: Row | null }>(engine, 'admin', 'sending_state')).outage;

/**
 * Grounds that allow a second message to a person who holds a public office, and how each comes to be known.
 */
const grounds: [string, (engine: Engine) => Promise<unknown>, string, RegExp][] = [
  [
    'a mandate in force',
    (engine) =>
      engine.sql(
        "update public.sending_settings set mandate_number = 'Q-12', mandate_from = current_date - 1, mandate_until = current_date + 1",
      ),
    'mandate',
    /^Q-12$/,
  ],
  [
    'the person’s own request',
    (engine) =>
      engine.sql(
        "insert into public.consent_events (email, basis, occurred_at) values ('Personne0@exemple.test', 'inquiry', now() - interval '5 months')",
      ),
    'written_request',
    /^Demande du \d{4}-\d\d-\d\d$/,
  ],
];

/** Facts that look like a ground and are none. */
const noGrounds: [string, string][] = [
  [
    'a mandate that is over',
    "update public.sending_settings set mandate_number = 'Q-12', mandate_from = current_date - 9, mandate_until = current_date - 2",
  ],
  [
    'a mandate to come',
    "update public.sending_settings set mandate_number = 'Q-12', mandate_from = current_date + 2, mandate_until = current_date + 9",
  ],
  [
    'a request of long ago',
    "insert into public.consent_events (email, basis, occurred_at) values ('personne0@exemple.test', 'inquiry', now() - interval '7 months')",
  ],
  [
    'a contract, which is no request',
    "insert into public.consent_events (email, basis, occurred_at) values ('personne0@exemple.test', 'contract', now())",
  ],
  [
    'somebody else’s request',
    "insert into public.consent_events (email, basis, occurred_at) values ('personne1@exemple.test', 'inquiry', now())",
  ],
];

/**
 * Checks of the frequency limit between campaigns, of the lobbying rules for public offices, and of the alerts to
 * administrators.
 */
export const attacksOnCampaignLaw: Check[] = [
  campaignCheck(
    'frequency · one message a person in so many days, across campaigns, and why',
    async (engine) => {
      await setGap(engine, 14);
      await createCampaign(engine, { name: 'Une' }, [contact(0), contact(1)]);
      equal((await sendAll(engine)).length, 2);
      // The limit follows the address to another contact, and the contact to another address.
      const second = await createCampaign(engine, { name: 'Autre' }, [contact(0), contact(2)]);
      deepEqual(
        (await sendAll(engine)).map(({ contact_id }) => contact_id),
        [contact(2)],
      );
      const [held] = await engine.sql(
        'select status, last_error from public.email_sends where campaign_id = $1 and contact_id = $2',
        [second, contact(0)],
      );
      equal(held?.status, 'annulé');
      match(String(held?.last_error), /autre campagne le \d{4}-\d\d-\d\d : au plus un en 14 jours/);
      await engine.sql(
        "update public.email_sends set finished_at = now() - interval '13 days' where status = 'envoyé'",
      );
      const third = await createCampaign(engine, { name: 'Encore' }, [contact(1)]);
      deepEqual(await sendAll(engine), []);
      match(String(await reasonOf(engine, third)), /au plus un en 14 jours/);
      await engine.sql(
        "update public.email_sends set finished_at = now() - interval '15 days' where status = 'envoyé'",
      );
      await createCampaign(engine, { name: 'Plus tard' }, [contact(1)]);
      equal((await sendAll(engine)).length, 1);
    },
  ),
  campaignCheck('frequency · by address too, for a contact made anew', async (engine) => {
    await setGap(engine, 14);
    await createCampaign(engine, {}, [contact(0)]);
    await sendAll(engine);
    await engine.sql('delete from public.contacts where id = $1', [contact(0)]);
    await engine.sql(
      `insert into public.contacts (id, name, company, email, city, region)
       values ('${contact(0)}', 'Autre', 'Organisme', 'PERSONNE0@exemple.test', 'Percé', 'Gaspésie')`,
    );
    await engine.sql('update public.email_sends set contact_id = null');
    const again = await createCampaign(engine, { name: 'Autre' }, [contact(0)]);
    deepEqual(await claim(engine), []);
    match(String(await reasonOf(engine, again)), /autre campagne/);
  }),
  campaignCheck(
    'frequency · two campaigns at once · one waits for what becomes of the other',
    async (engine) => {
      await setGap(engine, 14);
      await createCampaign(engine, { name: 'Une' }, [contact(0)]);
      await createCampaign(engine, { name: 'Autre' }, [contact(0)]);
      const [row, ...more] = (await claim(engine)) as [Row];
      deepEqual(more, []);
      deepEqual(await states(engine), ['0:programmé', '0:programmé']);
      await finish(engine, row, 'rejected', { reason: 'refusé' });
      // The first message never arrived, so the other campaign may write.
      equal((await sendAll(engine)).length, 1);
      deepEqual(await states(engine), ['0:envoyé', '0:échec']);
    },
  ),
  campaignCheck('frequency · a follow-up is held by the message of another campaign', async (engine) => {
    const first = await sendCampaign(engine, {}, [contact(0)]);
    // A follow-up is not refused because of the first message of its own campaign.
    await setGap(engine, 14);
    equal(await planOf(engine, first.campaign), null);
    await setGap(engine, 0);
    await createCampaign(engine, { name: 'Autre' }, [contact(0)]);
    await sendAll(engine);
    equal(await planOf(engine, first.campaign), null);
    await setGap(engine, 14);
    match(String(await planOf(engine, first.campaign)), /autre campagne/);
  }),
  campaignCheck('lobbying · the first information passes, the second needs a ground', async (engine) => {
    await makeHolder(engine);
    await createCampaign(engine, { name: 'Une' }, [contact(0)]);
    equal((await sendAll(engine)).length, 1);
    const second = await createCampaign(engine, { name: 'Autre' }, [contact(0)]);
    deepEqual(await claim(engine), []);
    match(String(await reasonOf(engine, second)), /^Retenu : .*T-11\.011/);
    deepEqual(await states(engine), ['0:annulé', '0:envoyé']);
  }),
  campaignCheck(
    'lobbying · a follow-up waits for a ground, is told, and leaves once there is one',
    async (engine) => {
      await makeHolder(engine);
      const { campaign } = await sendCampaign(engine, {}, [contact(0), contact(1)]);
      match(String(await planOf(engine, campaign)), /^Retenu : /);
      await onABusinessDay(engine, async () => {
        await daysLater(engine, 3);
        deepEqual(
          (await sendAll(engine)).map(({ contact_id }) => contact_id),
          [contact(1)],
        );
        // The follow-up is held and not refused: it leaves once the ground is recorded.
        deepEqual(
          await engine.sql('select id from public.email_sends where followup_refusal is not null'),
          [],
        );
        await grounds[0]?.[1](engine);
        const [row] = (await claim(engine)) as [Row];
        equal(row.contact_id, contact(0));
        const [kept] = await engine.sql(
          'select lobbying_ground, lobbying_reference from public.email_sends where id = $1',
          [row.id],
        );
        deepEqual(kept, { lobbying_ground: 'mandate', lobbying_reference: 'Q-12' });
      });
    },
  ),
  campaignCheck(
    'lobbying · held for more than a week, a follow-up is dropped and says so',
    async (engine) => {
      await makeHolder(engine);
      await sendCampaign(engine, {}, [contact(0)]);
      await onABusinessDay(engine, async () => {
        await daysLater(engine, 11);
        deepEqual(await claim(engine), []);
        const [kept] = await engine.sql('select followup_refusal from public.email_sends');
        match(String(kept?.followup_refusal), /plus de 7 jours/);
      });
    },
  ),
  campaignCheck('lobbying · written when it was allowed, not sent when it no longer is', async (engine) => {
    await makeHolder(engine);
    await grounds[0]?.[1](engine);
    await sendCampaign(engine, {}, [contact(0)]);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      await engine.sql('select private.create_due_followups()');
      // Two days, since the mandate is read by Québec's calendar: after 19:00 there, the server's day is the next one.
      await engine.sql(
        'update public.sending_settings set mandate_until = current_date - 2, mandate_from = current_date - 3',
      );
      deepEqual(await claim(engine), []);
      deepEqual(await states(engine), ['0:envoyé', '1:annulé']);
    });
  }),
  ...grounds.map(([what, record, ground, reference]) =>
    campaignCheck(`lobbying · ${what} · allows it, and is kept with the message`, async (engine) => {
      await makeHolder(engine);
      await createCampaign(engine, { name: 'Une' }, [contact(0)]);
      await sendAll(engine);
      // The first message needed no ground, so none is stored with it.
      deepEqual(await engine.sql('select lobbying_ground from public.email_sends'), [
        { lobbying_ground: null },
      ]);
      await record(engine);
      const second = await createCampaign(engine, { name: 'Autre' }, [contact(0)]);
      equal((await sendAll(engine)).length, 1);
      const [kept] = await engine.sql(
        'select lobbying_ground, lobbying_reference from public.email_sends where campaign_id = $1',
        [second],
      );
      equal(kept?.lobbying_ground, ground);
      match(String(kept?.lobbying_reference), reference);
    }),
  ),
  campaignCheck('lobbying · the campaign’s own ground, with its reference, else refused', async (engine) => {
    await makeHolder(engine);
    await createCampaign(engine, { name: 'Une' }, [contact(0)]);
    await sendAll(engine);
    const half = await rpc(engine, 'admin', 'create_campaign', {
      details: {
        name: 'C',
        template_id: template,
        send_now: true,
        from_email: 'studio@exemple.test',
        lobbying_ground: 'award',
      },
      contact_ids: [contact(0)],
    });
    match(half.text, /motif et sa référence/);
    const second = await createCampaign(
      engine,
      { name: 'Autre', lobbying_ground: 'award', lobbying_reference: ' Contrat 2026-14 ' },
      [contact(0)],
    );
    equal((await sendAll(engine)).length, 1);
    const [kept] = await engine.sql(
      'select lobbying_ground, lobbying_reference from public.email_sends where campaign_id = $1',
      [second],
    );
    deepEqual(kept, { lobbying_ground: 'award', lobbying_reference: 'Contrat 2026-14' });
  }),
  ...noGrounds.map(([what, statement]) =>
    campaignCheck(`lobbying · ${what} · allows nothing`, async (engine) => {
      await makeHolder(engine);
      await createCampaign(engine, { name: 'Une' }, [contact(0)]);
      await sendAll(engine);
      await engine.sql(statement);
      await createCampaign(engine, { name: 'Autre' }, [contact(0)]);
      deepEqual(await claim(engine), []);
    }),
  ),
  campaignCheck(
    'lobbying · what is said of the person goes before what their sector says',
    async (engine) => {
      await engine.sql(
        "update public.contacts set sector = 'mrc', is_public_office_holder = false where id = $1",
        [contact(0)],
      );
      await engine.sql('update public.contacts set is_public_office_holder = true where id = $1', [
        contact(1),
      ]);
      await createCampaign(engine, { name: 'Une' }, [contact(0), contact(1), contact(2)]);
      await sendAll(engine);
      await createCampaign(engine, { name: 'Autre' }, [contact(0), contact(1), contact(2)]);
      deepEqual((await sendAll(engine)).map(({ contact_id }) => contact_id).sort(), [contact(0), contact(2)]);
    },
  ),
  campaignCheck('lobbying · a call to such a person needs a ground, kept with the action', async (engine) => {
    await makeHolder(engine);
    const plan = (more: Row = {}) =>
      rpc(engine, 'admin', 'plan_next_action', {
        ...{
          target: 'contact',
          target_id: contact(0),
          title: 'Rappeler',
          due_on: '2031-01-01',
          kind: 'appeler',
        },
        ...more,
      });
    const refused = await plan();
    equal(refused.status, 422);
    match(refused.text, /titulaire d’une charge publique/);
    equal((await plan({ ground: 'award', ground_reference: ' ' })).status, 422);
    deepEqual(await engine.sql('select id from public.next_actions'), []);
    equal((await plan({ kind: null })).status, 200);
    equal((await plan({ ground: 'award', ground_reference: 'Contrat 12' })).status, 200);
    // The ground is asked once for an action, not again for the next one.
    equal((await plan({ title: 'Rappeler demain' })).status, 200);
    deepEqual(
      await engine.sql('select title, lobbying_ground, lobbying_reference from public.next_actions'),
      [{ title: 'Rappeler demain', lobbying_ground: 'award', lobbying_reference: 'Contrat 12' }],
    );
    equal((await plan({ target_id: contact(1) })).status, 200);
  }),
  campaignCheck(
    'outage · takes no attempt, holds everything until the next one, and ends with an answer',
    async (engine) => {
      await createCampaign(engine);
      const [first, second] = (await claim(engine, 2)) as [Row, Row];
      await finish(engine, first, 'unreachable', { reason: 'injoignable' });
      // A single failed call is not yet an outage.
      equal(await outage(engine), null);
      const { attempts, status, last_error } = await stateOf(engine, first.id);
      deepEqual([attempts, status, last_error], [0, 'programmé', 'injoignable']);
      await finish(engine, second, 'unreachable', { reason: 'injoignable' });
      const down = (await outage(engine)) as Row;
      deepEqual([down.attempts, down.reason], [2, 'injoignable']);
      await comeDue(engine);
      deepEqual(await claim(engine), []);
      for (let attempt = 3; attempt <= 12; attempt++) {
        await engine.sql('update public.dispatcher_state set outage_next_at = now()');
        await comeDue(engine);
        const [row] = (await claim(engine, 1)) as [Row];
        await finish(engine, row, 'unreachable', { reason: 'injoignable' });
        equal((await outage(engine))?.attempts, attempt);
      }
      const [next] = await engine.sql(
        "select outage_next_at - now() > interval '14 minutes' and outage_next_at - now() <= interval '15 minutes' as held from public.dispatcher_state",
      );
      equal(next?.held, true);
      await engine.sql('update public.dispatcher_state set outage_next_at = now()');
      await comeDue(engine);
      equal((await sendAll(engine)).length, 5);
      equal(await outage(engine), null);
      deepEqual(new Set(await states(engine)), new Set(['0:envoyé']));
      // The failures of an earlier outage do not count for the next one.
      await createCampaign(engine, { name: 'Suivante' });
      const [alone] = (await claim(engine, 1)) as [Row];
      await finish(engine, alone, 'unreachable', { reason: 'injoignable' });
      equal((await claim(engine)).length, 4);
    },
  ),
  campaignCheck(
    'outage · calls that failed together are one attempt; a cancelled campaign tries nothing again',
    async (engine) => {
      const campaign = await createCampaign(engine);
      const rows = await claim(engine, 4);
      for (const row of rows)
        await finish(engine, row, 'unreachable', { reason: 'injoignable', arrival_possible: true });
      equal((await outage(engine))?.attempts, 2);
      await engine.sql('update public.dispatcher_state set outage_next_at = now()');
      await comeDue(engine);
      const [row] = (await claim(engine, 1, true)) as [Row];
      await succeed(engine, 'admin', 'cancel_campaign', { campaign });
      await finish(engine, row, 'unreachable', { reason: 'injoignable' });
      equal((await stateOf(engine, row.id)).status, 'incertain');
      equal(await statusOf(engine, campaign), 'terminé');
    },
  ),
  campaignCheck(
    'alerts · what stops by itself or ends badly is told once; what a person does is not',
    async (engine) => {
      const mine = await createCampaign(engine, { name: 'La mienne' });
      await succeed(engine, 'admin', 'pause_campaign', { campaign: mine });
      await succeed(engine, 'admin', 'resume_campaign', { campaign: mine });
      await engine.sql('update public.campaigns set driven_until = null');
      const [refused] = (await claim(engine, 1)) as [Row];
      await finish(engine, refused, 'rejected', { reason: 'inconnue' });
      await succeed(engine, 'admin', 'cancel_campaign', { campaign: mine });
      deepEqual(await queuedAlerts(engine), []);
      await createCampaign(engine, { name: 'Arrêtée' }, [contact(0)]);
      const [row] = (await claim(engine)) as [Row];
      await finish(engine, row, 'pause', { reason: 'Clé refusée.' });
      const [paused, ...others] = await queuedAlerts(engine);
      deepEqual([paused?.subject, others], ['Campagne en pause : Arrêtée', []]);
      match(String(paused?.body), /^Clé refusée\./);
      await createCampaign(engine, { name: 'Manquée' }, [contact(1), contact(2)]);
      const [failed, lost] = (await claim(engine)) as [Row, Row];
      await finish(engine, failed, 'rejected', { reason: 'inconnue' });
      await finish(engine, lost, 'unknown', { reason: 'coupé' });
      const told = await queuedAlerts(engine);
      equal(told[1]?.subject, 'Campagne terminée, à vérifier : Manquée');
      match(String(told[1]?.body), /échec : 1\. Messages incertains : 1\./);
      await createCampaign(engine, { name: 'Réussie' }, [contact(3)]);
      await sendAll(engine);
      equal((await queuedAlerts(engine)).length, 2);
      // The alert reaches the administrators through the outbox.
      const [claimed] = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
        batch: 1,
        same_key_is_safe: true,
      });
      deepEqual([claimed?.kind, typeof claimed?.campaign_id], ['campaign_alert', 'string']);
    },
  ),
  campaignCheck('alerts · what holds every campaign is told for the first alone', async (engine) => {
    await createCampaign(engine, { name: 'Une' });
    await createCampaign(engine, { name: 'Autre' });
    await engine.sql(
      "insert into public.dispatcher_state (id, reputation_stop) values (1, '9 adresses en erreur') on conflict (id) do update set reputation_stop = excluded.reputation_stop",
    );
    deepEqual(await claim(engine), []);
    equal((await queuedAlerts(engine)).length, 1);
    deepEqual(
      (await engine.sql('select pause_reason from public.campaigns')).map(({ pause_reason }) => pause_reason),
      ['9 adresses en erreur', '9 adresses en erreur'],
    );
  }),
  campaignCheck('rewrite · a scheduled text, every message anew; not once it has begun', async (engine) => {
    const later = { send_now: false, send_date: new Date(Date.now() + 86_400_000).toISOString() };
    const campaign = await create(engine, { ...later, steps: [step({ delay_days: 7 })] }, [contact(0)]);
    await engine.sql("update public.contacts set name = 'Zoé *Roy*' where id = $1", [contact(0)]);
    const text = { campaign, subject: 'Neuf {nom}', body: '**Bonjour** {nom | vous}' };
    const followUp = { steps: [step({ subject: 'Suite', body: 'Alors, {nom}?' })] };
    await mustRefuse(engine, ['visitor', 'service'], 'rewrite_campaign', { ...text, ...followUp });
    for (const role of ['user', 'reader'] as const) {
      equal((await rpc(engine, role, 'rewrite_campaign', { ...text, ...followUp })).status >= 400, true);
    }
    match(
      (await rpc(engine, 'admin', 'rewrite_campaign', { ...text, ...followUp, body: ' ' })).text,
      /requis/,
    );
    match(
      (await rpc(engine, 'admin', 'rewrite_campaign', { ...text, ...followUp, body: '{prenom}' })).text,
      /Variable inconnue/,
    );
    match(
      (await rpc(engine, 'admin', 'rewrite_campaign', { ...text, steps: [step({ body: text.body })] })).text,
      /message précédent/,
    );
    await succeed(engine, 'admin', 'rewrite_campaign', { ...text, ...followUp });
    const values = {
      ...{ nom: 'Zoé *Roy*', entreprise: 'Organisme 0', ville: 'Percé', region: 'Gaspésie' },
      ...{ email: 'personne0@exemple.test', telephone: '' },
    };
    deepEqual(await engine.sql('select subject, body from public.email_sends'), [
      { subject: fillSubject(text.subject, values), body: fillBody(text.body, values) },
    ]);
    deepEqual(await engine.sql('select message_subject from public.campaigns'), [
      { message_subject: 'Neuf {nom}' },
    ]);
    deepEqual(await engine.sql('select delay_days, body from public.campaign_steps'), [
      { delay_days: 3, body: 'Alors, {nom}?' },
    ]);
    await engine.sql("update public.campaigns set status = 'en_cours'");
    match((await rpc(engine, 'admin', 'rewrite_campaign', { ...text, ...followUp })).text, /déjà partie/);
  }),
  campaignCheck('the basis of consent · frozen with the first attempt', async (engine) => {
    await createCampaign(engine, {}, [contact(0)]);
    const [row] = (await claim(engine, 1, true)) as [Row];
    const consent = (row.identity as { consent: Row }).consent;
    equal(consent.basis, 'express');
    await finish(engine, row, 'retry', { reason: 'absent' });
    await engine.sql(
      "insert into public.consent_events (email, basis, occurred_at) values ('personne0@exemple.test', 'express', now())",
    );
    await comeDue(engine);
    const [again] = (await claim(engine, 1, true)) as [Row];
    deepEqual(again.identity, row.identity);
  }),
  campaignCheck('quiet hours · until when, over midnight too', async (engine) => {
    const until = async (from: string, to: string, at: string) => {
      await engine.sql(`update public.sending_settings set quiet_start = '${from}', quiet_end = '${to}'`);
      const [row] = await engine.sql(
        `select to_char(private.quiet_until('${at}') at time zone 'America/Toronto', 'YYYY-MM-DD HH24:MI') as end`,
      );
      return row?.end;
    };
    equal(await until('20:00', '07:00', '2026-11-24T22:00:00-05:00'), '2026-11-25 07:00');
    equal(await until('20:00', '07:00', '2026-11-25T06:59:00-05:00'), '2026-11-25 07:00');
    equal(await until('20:00', '07:00', '2026-11-25T07:00:00-05:00'), null);
    equal(await until('12:00', '13:30', '2026-11-25T12:00:00-05:00'), '2026-11-25 13:30');
  }),
];
