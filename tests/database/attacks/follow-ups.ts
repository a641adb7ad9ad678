import { deepEqual, equal, match } from 'node:assert/strict';
import { followupDays, quebecHolidays } from '../../../src/admin/kit/lib/business-hours.ts';
import type { Check, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  daysLater,
  finish,
  onABusinessDay,
  plantMorePeople,
  sendAll,
  sendCampaign,
  states,
  statusOf,
  step,
} from '../fixtures/campaigns.ts';

const insertMeeting = (contact: unknown, kind: string, ago: string) =>
  `insert into public.contact_activities (contact_id, kind, happened_at, body)
   values ('${contact}', '${kind}', now() - interval '${ago}', 'Vu')`;

/** Inserts an absence notice in answer to a message; `days` is the return date, counted from today. */
const insertAbsence = (row: Row, days: number | null, columns: Row = {}) => {
  const notice = { kind: 'absence', sender_check: 'unknown', matched_by: 'token', ...columns };
  return `insert into public.inbound_messages
    (id, provider_id, from_email, kind, sender_check, matched_by, contact_id, received_at, returns_on)
    select id, id::text, 'qui@exemple.test', '${notice.kind}', '${notice.sender_check}', '${notice.matched_by}',
      '${row.contact_id}', now(), (now() at time zone 'America/Toronto')::date + ${days}::integer
    from (select gen_random_uuid()) as made (id)`;
};

/** Reasons that must stop a follow-up, with the French text of each. */
const stopReasons: [string, (row: Row) => string, RegExp][] = [
  [
    'who replied',
    (row) => `update public.email_sends set replied_at = now() where id = '${row.id}'`,
    /A répondu/,
  ],
  [
    'whose address bounced',
    (row) => `update public.email_sends set bounced_at = now() where id = '${row.id}'`,
    /erreur permanente/,
  ],
  [
    'who complained',
    (row) => `update public.email_sends set complained_at = now() where id = '${row.id}'`,
    /indésirable/,
  ],
  [
    'who is interested',
    (row) => `update public.contacts set status = 'intéressé' where id = '${row.contact_id}'`,
    /Statut : intéressé/,
  ],
  [
    'who became a partner',
    (row) => `update public.contacts set status = 'partenaire' where id = '${row.contact_id}'`,
    /Statut : partenaire/,
  ],
  ['who was met', (row) => insertMeeting(row.contact_id, 'rencontre', '0 days'), /Rencontre notée le \d{4}/],
  ['away for a hundred days', (row) => insertAbsence(row, 100), /En absence jusqu’au .* plus de 90 jours/],
  [
    'who refused',
    (row) => `update public.contacts set status = 'refusé' where id = '${row.contact_id}'`,
    /Statut : refusé/,
  ],
  [
    'unsubscribed',
    (row) => `select private.suppress(private.email_hash('${row.recipient_email}'), 'unsubscribed')`,
    /Désabonné/,
  ],
  [
    'at another address',
    (row) => `update public.contacts set email = 'neuve@exemple.test' where id = '${row.contact_id}'`,
    /a changé/,
  ],
  ['deleted', (row) => `delete from public.contacts where id = '${row.contact_id}'`, /supprimé/],
];

/**
 * Attacks on automatic follow-ups (« Relance auto »): each leaves once, on its day, and to nobody who should not get
 * it.
 */
export const attacksOnFollowUps: Check[] = [
  campaignCheck('follow-up · neither before its day nor twice', async (engine) => {
    const { campaign } = await sendCampaign(engine);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 2);
      deepEqual(await claim(engine), []);
      await daysLater(engine, 3);
      const rows = await claim(engine, 100);
      deepEqual(
        rows.map(({ step, subject }) => [step, String(subject).startsWith('Encore Personne')]),
        rows.map(() => [1, true]),
      );
      equal(rows.length, 5);
      equal(await statusOf(engine, campaign), 'en_cours');
      for (const row of rows) {
        await succeed(engine, 'service', 'finish_email_send', {
          send_id: row.id,
          token: row.lease_token,
          outcome: 'accepted',
        });
      }
      deepEqual([await claim(engine), await statusOf(engine, campaign)], [[], 'terminé']);
      equal((await states(engine)).length, 10);
    });
  }),
  campaignCheck('follow-up · the chosen text, filled in for the person', async (engine) => {
    await sendCampaign(engine, {}, [contact(2)]);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      const [row] = (await claim(engine)) as [Row];
      deepEqual([row.subject, row.body], ['Encore Personne 2', 'Rebonjour Personne 2']);
      // Mail clients thread the two messages by these headers.
      const [first] = await engine.sql('select id from public.email_sends where step = 0');
      deepEqual(row.follows, { id: first?.id, from_email: 'studio@exemple.test', message_id: null });
    });
  }),
  campaignCheck('follow-up · five in their order · each once, each after its own days', async (engine) => {
    const steps = [1, 2, 3, 4, 5].map((n) =>
      step({ delay_days: n, subject: `Suite ${n}`, body: `Texte ${n} de {nom}` }),
    );
    const { campaign } = await sendCampaign(engine, { steps }, [contact(0), contact(1)]);
    await onABusinessDay(engine, async () => {
      for (const n of [1, 2, 3, 4, 5]) {
        await daysLater(engine, n - 1, n - 1);
        deepEqual(await claim(engine), [], `${n} is early`);
        await daysLater(engine, n, n - 1);
        const rows = await sendAll(engine);
        deepEqual(
          rows.map(({ step, subject }) => [step, subject]),
          // The second person answers the third message, and gets no fourth.
          Array(n > 3 ? 1 : 2).fill([n, `Suite ${n}`]),
        );
        deepEqual(await claim(engine), []);
        const [answered] = rows.filter(({ contact_id }) => contact_id === contact(1));
        if (n === 3) await succeed(engine, 'admin', 'mark_replied', { send: answered?.id });
      }
      await daysLater(engine, 6, 5);
      deepEqual(await claim(engine), []);
      const plan = await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign });
      deepEqual(
        plan.map(({ contact_id, step, reason }) => [contact_id, step, reason]),
        [[contact(1), 4, 'A répondu']],
      );
      equal(await statusOf(engine, campaign), 'terminé');
    });
  }),
  campaignCheck('follow-up · a message that did not leave · nothing goes before it', async (engine) => {
    const steps = [step(), step({ body: 'Autre' })];
    const { campaign } = await sendCampaign(engine, { steps }, [contact(0)]);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      const [row] = (await claim(engine)) as [Row];
      await finish(engine, row, 'rejected', { reason: 'Boîte pleine' });
      await engine.sql(
        "update public.email_sends set finished_at = now() - interval '4 days' where step = 1",
      );
      deepEqual(await claim(engine), []);
      const [plan] = await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign });
      equal(plan?.reason, 'Boîte pleine');
      // The campaign continues after its failed message is sent again.
      await succeed(engine, 'admin', 'retry_failed_sends', { campaign });
      equal((await sendAll(engine)).length, 1);
      await daysLater(engine, 3, 1);
      deepEqual(
        (await sendAll(engine)).map(({ step }) => step),
        [2],
      );
    });
  }),
  campaignCheck('follow-up · somebody away · waits for the day of the return', async (engine) => {
    const { campaign, rows } = await sendCampaign(engine);
    const of = (person: number) => rows.find(({ contact_id }) => contact_id === contact(person)) as Row;
    await engine.sql(insertAbsence(of(0), 20));
    // A notice without a return date counts for five business days; of several notices the latest date
    // counts.
    await engine.sql(insertAbsence(of(1), null));
    await engine.sql(insertAbsence(of(1), 1));
    // The notices of these three do not count: one person returns today, one sender is not authenticated, one
    // message is of another kind.
    await engine.sql(insertAbsence(of(2), 0));
    await engine.sql(insertAbsence(of(3), 20, { sender_check: 'fail', matched_by: 'token' }));
    await engine.sql(insertAbsence(of(4), 20, { kind: 'automatic' }));
    const planned = await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign });
    deepEqual(
      planned
        .filter(({ absent_until }) => absent_until)
        .map(({ contact_id, reason }) => [contact_id, reason]),
      [
        [contact(1), null],
        [contact(0), null],
      ],
    );
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      const who = async () => (await sendAll(engine)).map(({ contact_id }) => contact_id).sort();
      deepEqual(await who(), [contact(2), contact(3), contact(4)]);
      await engine.sql(
        "update public.inbound_messages set received_at = received_at - interval '4 days', returns_on = returns_on - 4",
      );
      deepEqual(await who(), []);
      await engine.sql(
        "update public.inbound_messages set received_at = received_at - interval '1 day', returns_on = returns_on - 1",
      );
      deepEqual(await who(), [contact(1)]);
      await engine.sql('update public.inbound_messages set returns_on = returns_on - 15');
      deepEqual(await who(), [contact(0)]);
    });
  }),
  campaignCheck('follow-up · written, and then away · waits too, and is not cancelled', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(0)]);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      await engine.sql('select private.create_due_followups()');
      await engine.sql(insertAbsence(rows[0] as Row, 2));
      deepEqual([await claim(engine), await states(engine)], [[], ['0:envoyé', '1:programmé']]);
      await engine.sql('update public.inbound_messages set returns_on = returns_on - 2');
      equal((await claim(engine)).length, 1);
    });
  }),
  campaignCheck('follow-up · met before the campaign, or called since · it goes', async (engine) => {
    await sendCampaign(engine, {}, [contact(0), contact(1), contact(2)]);
    await engine.sql(insertMeeting(contact(0), 'rencontre', '10 days'));
    await engine.sql(insertMeeting(contact(1), 'appel', '0 days'));
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      await engine.sql('select private.create_due_followups()');
      // The contact was met after the follow-up was created and before it was sent.
      await engine.sql(insertMeeting(contact(2), 'rencontre', '0 days'));
      deepEqual((await sendAll(engine)).map(({ contact_id }) => contact_id).sort(), [contact(0), contact(1)]);
      deepEqual(
        (await engine.sql("select last_error from public.email_sends where status = 'annulé'")).map(
          ({ last_error }) => last_error,
        ),
        ['Rencontre notée depuis la préparation de la relance'],
      );
    });
  }),
  campaignCheck('follow-up · in business hours alone, though it was written', async (engine) => {
    await sendCampaign(engine, {}, [contact(0), contact(1)]);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      equal((await claim(engine, 1)).length, 1);
      await engine.sql(
        "create or replace function private.is_business_time(at timestamptz) returns boolean language sql immutable set search_path = '' as 'select false'",
      );
      deepEqual(await claim(engine), []);
      const [waiting] = await engine.sql(
        'select id from public.email_sends where step = 1 and lease_token is null',
      );
      deepEqual(await claim(engine, 1, false, { only_send: waiting?.id, sender: 'studio@exemple.test' }), []);
    });
  }),
  campaignCheck('follow-up · an answer to another campaign counts · none, from any', async (engine) => {
    const one = await sendCampaign(engine, { name: 'Une' }, [contact(0)]);
    const other = await sendCampaign(engine, { name: 'Autre' }, [contact(0)]);
    await succeed(engine, 'admin', 'mark_replied', { send: one.rows[0]?.id });
    const [planned] = await succeed<Row[]>(engine, 'admin', 'campaign_followups', {
      campaign: other.campaign,
    });
    equal(planned?.reason, 'A répondu');
    // An answer that is more than a year old no longer stops a follow-up.
    await engine.sql(
      "update public.email_sends set replied_at = now() - interval '13 months' where replied_at is not null",
    );
    const [again] = await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign: other.campaign });
    equal(again?.reason, null);
    await succeed(engine, 'admin', 'mark_replied', { send: one.rows[0]?.id, replied: false });
    await succeed(engine, 'admin', 'mark_replied', { send: one.rows[0]?.id });
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      deepEqual(await claim(engine), []);
    });
  }),
  campaignCheck(
    'follow-up · to whom it makes no sense to write again · none, and the reason shows beforehand',
    async (engine) => {
      // Somebody more, to whom it does.
      const numbers = Array.from({ length: stopReasons.length + 1 }, (_, n) => n);
      await plantMorePeople(engine, numbers.slice(5));
      const { campaign, rows } = await sendCampaign(engine, {}, numbers.map(contact));
      const messageTo = (n: number) => rows.find(({ contact_id }) => contact_id === contact(n)) as Row;
      const about = stopReasons.map(([who, event, words], n) => ({ who, event, words, row: messageTo(n) }));
      for (const { event, row } of about) await engine.sql(event(row));
      const planned = await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign });
      const told = new Map(planned.map(({ email_send_id, reason }) => [email_send_id, reason]));
      equal(told.size, numbers.length);
      for (const { who, words, row } of about) match(String(told.get(row.id)), words, who);
      equal(told.get(messageTo(stopReasons.length).id), null);
      await onABusinessDay(engine, async () => {
        await daysLater(engine, 3);
        deepEqual(
          (await claim(engine, 100)).map(({ contact_id }) => contact_id),
          [contact(stopReasons.length)],
        );
        const kept = await engine.sql(
          'select id, followup_refusal from public.email_sends where followup_refusal is not null',
        );
        const refusals = new Map(kept.map(({ id, followup_refusal }) => [id, followup_refusal]));
        equal(refusals.size, stopReasons.length);
        for (const { who, words, row } of about) match(String(refusals.get(row.id)), words, who);
      });
    },
  ),
  campaignCheck('follow-up · without the option, cancelled, paused or too late · none', async (engine) => {
    await onABusinessDay(engine, async () => {
      await sendCampaign(engine, { steps: [] }, [contact(0)]);
      const { campaign } = await sendCampaign(engine, {}, [contact(1)]);
      await engine.sql('update public.campaigns set cancelled_at = now() where id = $1', [campaign]);
      await sendCampaign(engine, {}, [contact(2)]);
      await daysLater(engine, 11);
      deepEqual(await claim(engine), []);
      const kept = await engine.sql(
        'select followup_refusal from public.email_sends where followup_refusal is not null',
      );
      deepEqual(kept, [{ followup_refusal: 'Échéance dépassée de plus de 7 jours' }]);
      await sendCampaign(engine, {}, [contact(3)]);
      await daysLater(engine, 3);
      await engine.sql("update public.campaigns set paused_at = now(), pause_reason = 'Pause'");
      deepEqual(await claim(engine), []);
    });
  }),
  campaignCheck('follow-up · stopped for one person or for all, then resumed', async (engine) => {
    const { campaign, rows } = await sendCampaign(engine);
    await succeed(engine, 'admin', 'stop_followups', { campaign, send: rows[0]?.id });
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      const [taken, ...waiting] = await claim(engine, 1);
      deepEqual([taken?.step, waiting.length], [1, 0]);
      await succeed(engine, 'admin', 'stop_followups', { campaign });
      const second = (await states(engine)).filter((line) => line.startsWith('1:'));
      deepEqual(second, ['1:annulé', '1:annulé', '1:annulé', '1:programmé']);
      await succeed(engine, 'admin', 'stop_followups', { campaign, send: rows[0]?.id, stopped: false });
      await succeed(engine, 'admin', 'stop_followups', { campaign, stopped: false });
      equal((await claim(engine)).length, 1);
    });
  }),
  campaignCheck("follow-up · Québec's business days, the hour kept over the clock change", async (engine) => {
    for (const year of [2024, 2025, 2026, 2027, 2028, 2029, 2033, 2038]) {
      const rows = await engine.sql<{ day: string }>(
        `select to_char(day, 'YYYY-MM-DD') as day
           from generate_series(make_date($1, 1, 1)::timestamp, make_date($1, 12, 31)::timestamp, '1 day') day
          where extract(isodow from day) < 6 and not private.is_business_day(day::date) order by 1`,
        [year],
      );
      const onWeekdays = quebecHolidays(year).filter(
        (day) => ![0, 6].includes(new Date(`${day}T12:00Z`).getUTCDay()),
      );
      deepEqual(
        rows.map(({ day }) => day),
        onWeekdays,
      );
    }
    const due = async (from: string, days: number) =>
      new Date(
        String((await engine.sql('select private.followup_due($1, $2) as due', [from, days]))[0]?.due),
      ).toISOString();
    // These dates cover holidays on a Friday and both changes of the clock (8 March and 1 November).
    const moments: [string, number, string][] = [
      ['2026-12-18T15:00:00-05:00', 5, '2026-12-28T20:00:00.000Z'],
      ['2026-12-24T15:00:00-05:00', 5, '2027-01-04T20:00:00.000Z'],
      ['2026-03-06T09:30:00-05:00', 1, '2026-03-09T13:30:00.000Z'],
      ['2026-10-30T09:30:00-04:00', 1, '2026-11-02T14:30:00.000Z'],
      // The day of sending does not count, even when it is a Saturday.
      ['2026-11-07T10:00:00-05:00', 1, '2026-11-09T15:00:00.000Z'],
      // A message sent before 8:00 or after 17:00 is followed up within office hours.
      ['2026-11-03T06:10:00-05:00', 1, '2026-11-04T13:00:00.000Z'],
      ['2026-11-03T16:59:00-05:00', 1, '2026-11-04T21:59:00.000Z'],
    ];
    for (const [from, days, expected] of moments) {
      equal(await due(from, days), expected);
      // The campaign form previews the same date.
      deepEqual(followupDays(new Date(from), [days]), [expected.slice(0, 10)]);
    }
    equal(await due('2026-11-05T17:00:00-05:00', 1), '2026-11-09T13:00:00.000Z');
  }),
  campaignCheck('follow-up · the plan is shown to administrators only', async (engine) => {
    const { campaign } = await sendCampaign(engine);
    for (const role of ['visitor', 'user'] as const) {
      const { body } = await rpc(engine, role, 'campaign_followups', { campaign });
      equal(JSON.stringify(body) === '[]' || (body as Row).code === '42501', true, JSON.stringify(body));
    }
  }),
  campaignCheck('follow-up · a campaign is to be followed up until nobody is left', async (engine) => {
    const { campaign } = await sendCampaign(engine);
    const coming = (role: 'admin' | 'reader' = 'admin') =>
      succeed<string[]>(engine, role, 'campaigns_to_follow_up');
    deepEqual([await coming(), await coming('reader')], [[campaign], [campaign]]);
    await succeed(engine, 'admin', 'stop_followups', { campaign, stopped: true });
    deepEqual(await coming(), []);
    await succeed(engine, 'admin', 'stop_followups', { campaign, stopped: false });
    deepEqual(await coming(), [campaign]);
    await engine.sql('update public.email_sends set replied_at = now()');
    deepEqual(await coming(), []);
  }),
];
