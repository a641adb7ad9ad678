import { deepEqual, equal, match } from 'node:assert/strict';
import { quebecHolidays } from '../../../src/admin/lib/business-hours.ts';
import type { Check, Row } from '../engines/engine.ts';
import {
  campaignCheck,
  claim,
  contact,
  daysLater,
  done,
  onABusinessDay,
  otherTemplate,
  rpc,
  sent,
  states,
  statusOf,
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
        rows.map(({ step, subject }) => [step, String(subject).startsWith('Re: Pour Organisme')]),
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
  }),
  campaignCheck('follow-up · the plan is shown to administrators only', async (engine) => {
    const { campaign } = await sent(engine);
    for (const role of ['visitor', 'user'] as const) {
      const { body } = await rpc(engine, role, 'campaign_followups', { campaign });
      equal(JSON.stringify(body) === '[]' || (body as Row).code === '42501', true, JSON.stringify(body));
    }
  }),
];
