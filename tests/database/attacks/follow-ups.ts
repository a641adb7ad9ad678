import { deepEqual, equal, match } from 'node:assert/strict';
import { quebecHolidays } from '../../../src/admin/lib/business-hours.ts';
import type { Check, Row } from '../engines/engine.ts';
import {
  campaignCheck,
  claim,
  contact,
  daysLater,
  details,
  done,
  everybody,
  onABusinessDay,
  otherTemplate,
  rpc,
  sent,
  states,
  statusOf,
  template,
} from '../fixtures/campaigns.ts';

/** What must keep a second message from being written, and the words for it. */
const reasons: [string, (row: Row) => string, RegExp][] = [
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

/** « Relance auto »: once, on its day, to those whom it still makes sense to write to. */
export const attacksOnFollowUps: Check[] = [
  campaignCheck('follow-up · neither before its day nor twice', async (engine) => {
    const { campaign } = await sent(engine);
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
        await done(engine, 'service', 'finish_email_send', {
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
    await sent(engine, { followup_template_id: otherTemplate }, [contact(2)]);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      const [row] = (await claim(engine)) as [Row];
      deepEqual([row.subject, row.body], ['Encore Personne 2', 'Rebonjour Personne 2']);
      // What ties the two together in a mail program.
      const [first] = await engine.sql('select id from public.email_sends where step = 0');
      deepEqual(row.follows, { id: first?.id, from_email: 'studio@exemple.test', message_id: null });
    });
  }),
  campaignCheck(
    'follow-up · without a text of its own, or with that of the first message · refused',
    async (engine) => {
      const plan = { auto_followup: true, followup_days: 3 };
      const refused = async (change: Row) =>
        (
          await rpc(engine, 'admin', 'create_campaign', {
            details: details({ ...plan, ...change }),
            contact_ids: everybody,
          })
        ).text;
      match(await refused({}), /Choisissez le texte de la relance/);
      match(await refused({ followup_template_id: template }), /texte du premier message/);
      deepEqual(await states(engine), []);
      // One that was planned before that rule gets none, and says so.
      const { campaign } = await sent(engine, {}, [contact(0)]);
      await engine.sql('update public.campaigns set followup_subject = null, followup_body = null');
      const [planned] = await done<Row[]>(engine, 'admin', 'campaign_followups', { campaign });
      match(String(planned?.reason), /pas de texte de relance/);
      await onABusinessDay(engine, async () => {
        await daysLater(engine, 3);
        deepEqual(await claim(engine), []);
      });
    },
  ),
  campaignCheck('follow-up · in business hours alone, though it was written', async (engine) => {
    await sent(engine, {}, [contact(0), contact(1)]);
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
    const one = await sent(engine, { name: 'Une' }, [contact(0)]);
    const other = await sent(engine, { name: 'Autre' }, [contact(0)]);
    await done(engine, 'admin', 'mark_replied', { send: one.rows[0]?.id });
    const [planned] = await done<Row[]>(engine, 'admin', 'campaign_followups', { campaign: other.campaign });
    equal(planned?.reason, 'A répondu');
    // A year later it is another conversation.
    await engine.sql(
      "update public.email_sends set replied_at = now() - interval '13 months' where replied_at is not null",
    );
    const [again] = await done<Row[]>(engine, 'admin', 'campaign_followups', { campaign: other.campaign });
    equal(again?.reason, null);
    await done(engine, 'admin', 'mark_replied', { send: one.rows[0]?.id, replied: false });
    await done(engine, 'admin', 'mark_replied', { send: one.rows[0]?.id });
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      deepEqual(await claim(engine), []);
    });
  }),
  ...reasons.map(([who, event, words]) =>
    campaignCheck(`follow-up · ${who} · none, and the reason shows beforehand`, async (engine) => {
      const { campaign, rows } = await sent(engine);
      await engine.sql(event(rows[0] as Row));
      const planned = await done<Row[]>(engine, 'admin', 'campaign_followups', { campaign });
      const told = planned.filter(({ reason }) => reason !== null);
      deepEqual([planned.length, told.length], [5, 1]);
      match(String(told[0]?.reason), words);
      await onABusinessDay(engine, async () => {
        await daysLater(engine, 3);
        equal((await claim(engine, 100)).length, 4);
        const [kept] = await engine.sql(
          'select followup_refusal from public.email_sends where followup_refusal is not null',
        );
        match(String(kept?.followup_refusal), words);
      });
    }),
  ),
  campaignCheck('follow-up · without the option, cancelled, paused or too late · none', async (engine) => {
    await onABusinessDay(engine, async () => {
      await sent(engine, { auto_followup: false }, [contact(0)]);
      const { campaign } = await sent(engine, {}, [contact(1)]);
      await engine.sql('update public.campaigns set cancelled_at = now() where id = $1', [campaign]);
      await sent(engine, {}, [contact(2)]);
      await daysLater(engine, 11);
      deepEqual(await claim(engine), []);
      const kept = await engine.sql(
        'select followup_refusal from public.email_sends where followup_refusal is not null',
      );
      deepEqual(kept, [{ followup_refusal: 'Échéance dépassée de plus de 7 jours' }]);
      await sent(engine, {}, [contact(3)]);
      await daysLater(engine, 3);
      await engine.sql("update public.campaigns set paused_at = now(), pause_reason = 'Pause'");
      deepEqual(await claim(engine), []);
    });
  }),
  campaignCheck('follow-up · stopped for one person or for all, then resumed', async (engine) => {
    const { campaign, rows } = await sent(engine);
    await done(engine, 'admin', 'stop_followups', { campaign, send: rows[0]?.id });
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 3);
      const [taken, ...waiting] = await claim(engine, 1);
      deepEqual([taken?.step, waiting.length], [1, 0]);
      await done(engine, 'admin', 'stop_followups', { campaign });
      const second = (await states(engine)).filter((line) => line.startsWith('1:'));
      deepEqual(second, ['1:annulé', '1:annulé', '1:annulé', '1:programmé']);
      await done(engine, 'admin', 'stop_followups', { campaign, send: rows[0]?.id, stopped: false });
      await done(engine, 'admin', 'stop_followups', { campaign, stopped: false });
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
    // Christmas is a Friday; the clocks move on 8 March and on 1 November.
    equal(await due('2026-12-18T15:00:00-05:00', 7), '2026-12-28T20:00:00.000Z');
    equal(await due('2026-03-06T09:30:00-05:00', 2), '2026-03-09T13:30:00.000Z');
    equal(await due('2026-10-30T09:30:00-04:00', 3), '2026-11-02T14:30:00.000Z');
    // Before eight and from five o'clock on, nobody is at the office.
    equal(await due('2026-11-03T06:10:00-05:00', 1), '2026-11-04T13:00:00.000Z');
    equal(await due('2026-11-05T17:00:00-05:00', 1), '2026-11-09T13:00:00.000Z');
    equal(await due('2026-11-03T16:59:00-05:00', 1), '2026-11-04T21:59:00.000Z');
  }),
  campaignCheck('follow-up · the plan is shown to administrators only', async (engine) => {
    const { campaign } = await sent(engine);
    for (const role of ['visitor', 'user'] as const) {
      const { body } = await rpc(engine, role, 'campaign_followups', { campaign });
      equal(JSON.stringify(body) === '[]' || (body as Row).code === '42501', true, JSON.stringify(body));
    }
  }),
];
