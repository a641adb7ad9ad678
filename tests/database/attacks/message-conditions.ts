import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  anotherMessage,
  type CampaignCase,
  changesOf,
  idsOf,
  plantCampaigns,
} from '../fixtures/campaign-rows.ts';
import { campaignCheck, claim, onABusinessDay } from '../fixtures/campaigns.ts';

/** Columns of a message that is due. */
const waiting = {
  campaign: "status = 'en_cours'",
  send: "status = 'programmé', next_attempt_at = now() - interval '1 minute'",
};
const leased = 'lease_token = gen_random_uuid()';

/** Adds a message of another campaign to the same contact, with these columns. */
const fromAnother = (columns = '') => ({
  more: ({ contact }: { contact: string }) => anotherMessage(idsOf('anybody').campaign, contact, 0, columns),
});
const inOffice = (contact: string) =>
  `update public.contacts set is_public_office_holder = true where id = ${contact};`;
const toPartner = (contact: string) =>
  `update public.contacts set status = 'partenaire' where id = ${contact};`;
const ground = "lobbying_ground = 'award', lobbying_reference = 'Contrat 12'";

/** Value of `expression` for the message of each case; null values are left out. */
async function answers(engine: Engine, expression: string): Promise<Row> {
  const rows = await engine.sql<{ name: string; answer: unknown }>(
    `select c.name, ${expression} as answer from public.email_sends s join public.campaigns c on c.id = s.campaign_id
     where s.id = pg_catalog.md5('send ' || c.name)::uuid order by c.name`,
    [],
  );
  return Object.fromEntries(
    rows.filter(({ answer }) => answer !== null).map(({ name, answer }) => [name, answer]),
  );
}

/** What each worker report makes of a message: its status, attempts, and seconds until the next one. */
const reportOutcomes: Record<string, [CampaignCase, Row, [string, number, number | null]]> = {
  accepted: [{}, { outcome: 'accepted' }, ['envoyé', 3, null]],
  rejected: [{}, { outcome: 'rejected' }, ['échec', 3, null]],
  unknown: [{}, { outcome: 'unknown' }, ['incertain', 3, null]],
  'rejected, maybe arrived': [{}, { outcome: 'rejected', arrival_possible: true }, ['incertain', 3, null]],
  retry: [{}, { outcome: 'retry' }, ['programmé', 3, 120]],
  'retry, the last but one': [{ send: 'attempts = 7' }, { outcome: 'retry' }, ['programmé', 7, 1920]],
  'retry, the last': [{ send: 'attempts = 8' }, { outcome: 'retry' }, ['échec', 8, null]],
  wait: [{}, { outcome: 'wait' }, ['programmé', 2, 30]],
  'wait, after the last': [
    { send: 'attempts = 8' },
    { outcome: 'wait', wait_seconds: 0 },
    ['programmé', 7, 1],
  ],
  unreachable: [{}, { outcome: 'unreachable' }, ['programmé', 2, 30]],
  pause: [{}, { outcome: 'pause' }, ['programmé', 2, 0]],
  'pause, paused before': [
    { campaign: "paused_at = now(), pause_reason = 'Pause'" },
    { outcome: 'pause' },
    ['programmé', 2, 0],
  ],
  ...Object.fromEntries(
    (
      [
        ['accepted', 'envoyé'],
        ['rejected', 'échec'],
        ['retry', 'annulé'],
        ['wait', 'annulé'],
        ['pause', 'annulé'],
        ['unreachable', 'annulé'],
      ] as const
    ).map(([outcome, status]) => [
      `${outcome}, cancelled`,
      [{ campaign: 'cancelled_at = now()' }, { outcome }, [status, 3, null]],
    ]),
  ),
};

/** Checks of each condition on a single campaign message, beside messages that must not change. */
export const attacksOnMessageConditions: Check[] = [
  campaignCheck(
    'each condition · when another campaign last wrote · what left, or may have',
    async (engine) => {
      await plantCampaigns(engine, waiting, {
        anybody: {},
        sent: fromAnother(),
        uncertain: fromAnother("status = 'incertain', finished_at = now() - interval '84 hours'"),
        'being sent': fromAnother(`status = 'programmé', ${leased}`),
        'maybe sent': fromAnother("status = 'programmé', may_have_arrived = true"),
        waits: fromAnother("status = 'programmé'"),
        failed: fromAnother("status = 'échec', finished_at = now()"),
        cancelled: fromAnother("status = 'annulé', finished_at = now(), may_have_arrived = true"),
        'to an address that they had as another contact': fromAnother('contact_id = null'),
        'by its own campaign': { send: "status = 'envoyé', finished_at = now() - interval '84 hours'" },
      });
      const hours =
        'round(extract(epoch from now() - private.last_written_at(s.contact_id, s.recipient_email, s.campaign_id)) / 3600)::int';
      deepEqual(await answers(engine, hours), {
        'being sent': 0,
        'maybe sent': 0,
        sent: 84,
        'to an address that they had as another contact': 84,
        uncertain: 84,
      });
      // The frequency limit applies to the later message.
      const refusal =
        'private.frequency_refusal(s.contact_id, s.recipient_email, s.campaign_id) is not null or null';
      await engine.sql('update public.sending_settings set campaign_gap_days = 3');
      deepEqual(Object.keys(await answers(engine, refusal)), ['being sent', 'maybe sent']);
      await engine.sql('update public.sending_settings set campaign_gap_days = 4');
      equal(Object.keys(await answers(engine, refusal)).length, 5);
    },
  ),
  campaignCheck('each condition · of a message that must not be sent · alone refuses it', async (engine) => {
    const interested = ({ contact }: { contact: string }) =>
      `update public.contacts set status = 'intéressé' where id = ${contact};`;
    const replied = fromAnother('replied_at = now()');
    const followUp = { send: 'step = 1' };
    await plantCampaigns(engine, waiting, {
      anybody: { campaign: ground },
      'a follow-up': followUp,
      'to a partner': { more: ({ contact }) => toPartner(contact) },
      interested: { more: interested },
      'interested, a follow-up': { ...followUp, more: interested },
      replied,
      'replied, a follow-up': { ...followUp, ...replied },
      'in office': { more: ({ contact }) => inOffice(contact) },
      'in office, with a ground': { campaign: ground, more: ({ contact }) => inOffice(contact) },
      'in office, a follow-up': { ...followUp, more: ({ contact }) => inOffice(contact) },
      'in office, a follow-up with a ground': {
        ...{ ...followUp, campaign: ground },
        more: ({ contact }) => inOffice(contact),
      },
      'in office, after another': {
        more: (ids) => fromAnother().more(ids) + inOffice(ids.contact),
      },
      'in office, after another, with a ground': {
        campaign: ground,
        more: (ids) => fromAnother().more(ids) + inOffice(ids.contact),
      },
      'a follow-up with a ground that nobody needs': { ...followUp, campaign: ground },
    });
    deepEqual(await answers(engine, "split_part(private.send_refusal(s), ' ', 2)"), {
      'in office, a follow-up': ':',
      'in office, after another': ':',
      'interested, a follow-up': 'intéressé',
      'replied, a follow-up': 'répondu',
      'to a partner': 'partenaire',
    });
    // The ground is stored with the message only where one is required.
    deepEqual(await answers(engine, "private.ground_to_send(s) ->> 'reference'"), {
      'in office, a follow-up with a ground': 'Contrat 12',
      'in office, after another, with a ground': 'Contrat 12',
    });
  }),
  campaignCheck('each condition · of what counts as sent today', async (engine) => {
    const yesterday = "finished_at = now() - interval '25 hours'";
    await plantCampaigns(engine, waiting, {
      sent: { send: "status = 'envoyé', finished_at = now()" },
      uncertain: { send: "status = 'incertain', finished_at = now()" },
      'being sent': { send: leased },
      waits: {},
      failed: { send: "status = 'échec', finished_at = now()" },
      cancelled: { send: "status = 'annulé', finished_at = now()" },
      'sent yesterday': { send: `status = 'envoyé', ${leased}, ${yesterday}` },
    });
    deepEqual(await engine.sql('select private.sent_today()::int as n'), [{ n: 3 }]);
  }),
  campaignCheck('each condition · of a message that is claimed · beside what must wait', (engine) =>
    onABusinessDay(engine, async () => {
      const inQuietHours = 'send_now = true, driven_until = null';
      await plantCampaigns(engine, waiting, {
        'a first message': { campaign: inQuietHours },
        'a follow-up': {
          ...{ campaign: inQuietHours, send: 'step = 1' },
          more: ({ campaign, contact }) =>
            // This message comes first when no other column orders them.
            anotherMessage(
              campaign,
              idsOf('a first message').contact,
              0,
              "from_email = 'autre@exemple.test'",
            ) +
            anotherMessage(
              idsOf('another campaign to the same').campaign,
              contact,
              0,
              "from_email = 'ailleurs@exemple.test'",
            ) +
            anotherMessage(campaign, contact, 0, "from_email = 'premier@exemple.test'"),
        },
        scheduled: {},
        'another campaign to the same': {
          ...{ campaign: "status = 'terminé'", send: "status = 'envoyé', finished_at = now()" },
        },
      });
      const claimed = async () =>
        Object.fromEntries(
          (await claim(engine, 100)).map(({ campaign_id, follows }) => [campaign_id, follows]),
        );
      const names = await engine.sql<{ id: string; name: string }>('select id, name from public.campaigns');
      const idOf = (name: string) => names.find((row) => row.name === name)?.id ?? '';
      await engine.sql(`update public.sending_settings set
        quiet_start = ((now() - interval '1 hour') at time zone 'America/Toronto')::time(0),
        quiet_end = ((now() + interval '1 hour') at time zone 'America/Toronto')::time(0)`);
      deepEqual(await claimed(), { [idOf('a first message')]: null });
      await engine.sql('update public.sending_settings set quiet_start = null, quiet_end = null');
      const [own] = await engine.sql<{ id: string }>(
        "select id from public.email_sends where from_email = 'premier@exemple.test'",
      );
      deepEqual(await claimed(), {
        [idOf('scheduled')]: null,
        [idOf('a follow-up')]: { id: own?.id, from_email: 'premier@exemple.test', message_id: null },
      });
    }),
  ),
  campaignCheck('each condition · of a message that waits for another campaign’s', async (engine) => {
    await engine.sql('update public.sending_settings set campaign_gap_days = 1');
    const later = { campaign: "paused_at = now(), pause_reason = 'Pause'" };
    await plantCampaigns(engine, waiting, {
      anybody: {},
      'while another leaves': {
        more: fromAnother(`status = 'programmé', ${leased}, next_attempt_at = now() + interval '1 minute'`)
          .more,
      },
      'while another waits': {
        more: fromAnother("status = 'programmé', next_attempt_at = now() + interval '1 hour'").more,
      },
      'beside somebody to whom another leaves': {},
      paused: later,
      cancelled: { campaign: 'cancelled_at = now()' },
      'not yet due': { send: "next_attempt_at = now() + interval '1 minute'" },
      over: { send: "status = 'échec'" },
      draft: { campaign: "status = 'brouillon'" },
      'to a partner': { more: ({ contact }) => toPartner(contact) },
      'to a partner, maybe sent': {
        send: "may_have_arrived = true, first_attempt_at = now() - interval '1 hour'",
        more: ({ contact }) => toPartner(contact),
      },
      'driven by a browser': { campaign: "driven_until = now() + interval '5 seconds'" },
    });
    const claimed = async () => {
      const rows = await claim(engine, 100, true);
      const names = await engine.sql<{ id: string; name: string }>('select id, name from public.campaigns');
      return rows.map((row) => names.find(({ id }) => id === row.campaign_id)?.name).sort();
    };
    deepEqual(await claimed(), ['anybody', 'beside somebody to whom another leaves', 'while another waits']);
    deepEqual(await answers(engine, "case when c.name like '%partner%' then s.status end"), {
      'to a partner': 'annulé',
      'to a partner, maybe sent': 'incertain',
    });
    await engine.sql('update public.sending_settings set campaign_gap_days = 0');
    deepEqual(await claimed(), ['while another leaves']);
    // A browser that sends a single message holds the campaign for 15 seconds.
    const driven = idsOf('driven by a browser');
    const [{ send }] = (await engine.sql(`select ${driven.send} as send`)) as [Row];
    const rows = await claim(engine, 1, false, { only_send: send, sender: 'studio@exemple.test' });
    equal(rows.length, 1);
    const [{ seconds }] = (await engine.sql(
      `select ceil(extract(epoch from driven_until - now()))::int as seconds from public.campaigns where id = ${driven.campaign}`,
    )) as [Row];
    equal(Number(seconds) > 5 && Number(seconds) <= 15, true, String(seconds));
  }),
  campaignCheck('each outcome · of a message, and what it leaves beside the others', async (engine) => {
    await plantCampaigns(
      engine,
      { ...waiting, send: `${waiting.send}, ${leased}, attempts = 3` },
      {
        ...Object.fromEntries(Object.entries(reportOutcomes).map(([name, [row]]) => [name, row])),
        beside: {},
      },
    );
    const sends = await engine.sql<{ name: string; id: string; lease_token: string }>(
      'select c.name, s.id, s.lease_token from public.email_sends s join public.campaigns c on c.id = s.campaign_id',
    );
    const of = (name: string) => sends.find((send) => send.name === name);
    const report = async (name: string, body: Row, lease = of(name)?.lease_token) =>
      rpc(engine, 'service', 'finish_email_send', {
        ...{ send_id: of(name)?.id, token: lease, reason: 'Raison', ...body },
      });
    equal((await report('accepted', { outcome: 'accepted' }, of('beside')?.lease_token)).body, false);
    match((await report('retry, cancelled', { outcome: 'peut-être' })).text, /Unknown outcome/);
    await engine.sql(
      `insert into public.dispatcher_state (id, outage_since, outage_attempts) values (1, now(), 1)
       on conflict (id) do update set outage_since = now(), outage_attempts = 1, outage_next_at = null`,
    );
    equal((await report('rejected', { outcome: 'rejected' })).body, true);
    // An answer of the mail server, whichever, ends the outage.
    deepEqual(await engine.sql('select outage_attempts from public.dispatcher_state'), [
      { outage_attempts: 0 },
    ]);
    const seen = await changesOf(engine, async () => {
      for (const [name, [, body]] of Object.entries(reportOutcomes)) {
        if (name !== 'rejected') equal((await report(name, body)).body, true, name);
      }
    });
    equal(seen.beside, undefined);
    deepEqual(seen.pause, [
      ...['message.attempts', 'message.last_error', 'message.lease_token', 'message.next_attempt_at'],
      ...['pause_reason', 'paused_at'],
    ]);
    deepEqual(
      seen['pause, paused before'],
      seen.pause?.filter((column) => column.startsWith('message.')),
    );
    const rows = await engine.sql<{ name: string; status: string; attempts: number; wait: number }>(
      `select c.name, s.status, s.attempts, ceil(extract(epoch from s.next_attempt_at - now()))::int as wait
       from public.email_sends s join public.campaigns c on c.id = s.campaign_id where c.name <> 'beside'`,
    );
    const after = rows.map(({ name, status, attempts, wait }) => {
      const seconds = reportOutcomes[name]?.[2][2] ?? 0;
      const isAsSaid = wait <= seconds && wait > seconds - 20;
      return [name, [status, attempts, status === 'programmé' ? (isAsSaid ? seconds : wait) : null]];
    });
    deepEqual(
      Object.fromEntries(after),
      Object.fromEntries(Object.entries(reportOutcomes).map(([name, [, , end]]) => [name, end])),
    );
    await succeed(engine, 'service', 'claim_email_sends', { batch: 0, same_key_is_safe: true });
  }),
];
