import { deepEqual } from 'node:assert/strict';
import type { Check } from '../engines/engine.ts';
import {
  anotherMessage,
  type CampaignCase,
  changesOf,
  idsOf,
  plantCampaigns,
} from '../fixtures/campaign-rows.ts';
import { campaignCheck, onABusinessDay } from '../fixtures/campaigns.ts';

/** A campaign that finished three and a half days ago, so that its follow-up is due. */
const dueCampaign = {
  campaign: "status = 'terminé', finished_at = now() - interval '84 hours'",
  send: "status = 'envoyé', finished_at = now() - interval '84 hours'",
  steps: [3],
};

/** Adds another contact to the campaign, who already received the given steps. */
const insertAnother = (campaign: string, ...steps: number[]) =>
  `insert into public.contacts (id, name, company, email, city, region)
   values ('d7000000-0000-4000-8000-000000000001', 'Autre', 'Organisme', 'autre@exemple.test', 'Percé', 'Gaspésie')
   on conflict do nothing;
   ${steps.map((step) => anotherMessage(campaign, "'d7000000-0000-4000-8000-000000000001'", step)).join('\n')}`;

const mayNotHave: Record<string, CampaignCase> = {
  'without the option': { steps: [] },
  cancelled: { campaign: 'cancelled_at = now()' },
  'stopped for all': { campaign: 'followups_stopped_at = now()' },
  'stopped for this person': { send: 'followup_stopped_at = now()' },
  paused: { campaign: "paused_at = now(), pause_reason = 'Pause'" },
  'not looked after for a day': { campaign: "server_seen_at = now() - interval '24 hours 30 minutes'" },
  'never arrived': { send: "status = 'échec'" },
  'of unknown outcome': { send: "status = 'incertain'" },
  'half an hour early': { send: "finished_at = now() - interval '71 hours 30 minutes'" },
  'of a person in office, without a ground': {
    more: ({ contact }) => `update public.contacts set is_public_office_holder = true where id = ${contact};`,
  },
  'decided before': {
    send: "followup_refusal = 'Dit ce jour-là'",
    more: ({ contact }) => `update public.contacts set status = 'refusé' where id = ${contact};`,
  },
  'sent before, to somebody who refused since': {
    more: ({ campaign, contact }) =>
      `${anotherMessage(campaign, contact, 1)} update public.contacts set status = 'refusé' where id = ${contact};`,
  },
};

/** Checks of each condition of the automatic jobs on its own: each case is a campaign that breaks one condition. */
export const attacksOnCampaignConditions: Check[] = [
  campaignCheck('each condition · of a follow-up that is due · alone keeps it from being made', (engine) =>
    onABusinessDay(engine, async () => {
      await plantCampaigns(engine, dueCampaign, {
        ...mayNotHave,
        alone: {},
        'with a follow-up of another campaign': {
          more: ({ contact }) => anotherMessage(idsOf('without the option').campaign, contact, 1),
        },
        'beside somebody who has it': { more: ({ campaign }) => insertAnother(campaign, 0, 1) },
        'of a person in office, more than a week late': {
          send: "finished_at = now() - interval '10 days 12 hours'",
          more: ({ contact }) =>
            `update public.contacts set is_public_office_holder = true where id = ${contact};`,
        },
      });
      const made = ['finished_at', 'message: new', 'status'];
      deepEqual(await changesOf(engine, () => engine.sql('select private.create_due_followups()')), {
        alone: made,
        'beside somebody who has it': made,
        'of a person in office, more than a week late': ['message.followup_refusal'],
        'with a follow-up of another campaign': made,
      });
    }),
  ),
  campaignCheck(
    'each condition · of what nobody looked after for a day · alone keeps it going',
    async (engine) => {
      await plantCampaigns(
        engine,
        {
          ...dueCampaign,
          campaign: `${dueCampaign.campaign}, server_seen_at = now() - interval '24 hours 30 minutes'`,
        },
        {
          'waits to send follow-ups': {},
          sends: { campaign: "status = 'en_cours', finished_at = null" },
          'waits for its date': {
            campaign: "status = 'programmé', finished_at = null",
          },
          'beside somebody who has the follow-up': { more: ({ campaign }) => insertAnother(campaign, 0, 1) },
          'with a follow-up of another campaign': {
            more: ({ contact }) => anotherMessage(idsOf('without the option').campaign, contact, 1),
          },
          'a draft': { campaign: "status = 'brouillon', finished_at = null" },
          'paused before': {
            campaign: "status = 'en_cours', paused_at = now() - interval '1 day', pause_reason = 'Pause'",
          },
          cancelled: { campaign: "status = 'en_cours', cancelled_at = now()" },
          'without the option': { steps: [] },
          'stopped for all': { campaign: 'followups_stopped_at = now()' },
          'stopped for the only person': { send: 'followup_stopped_at = now()' },
          'refused to the only person': { send: "followup_refusal = 'A répondu'" },
          'never arrived': { send: "status = 'échec'" },
          'sent already': { more: ({ campaign, contact }) => anotherMessage(campaign, contact, 1) },
          'over for five months': { campaign: "finished_at = now() - interval '150 days 12 hours'" },
          'looked after a moment less than a day ago': {
            campaign: "status = 'en_cours', server_seen_at = now() - interval '23 hours 30 minutes'",
          },
        },
      );
      const paused = ['pause_reason', 'paused_at'];
      deepEqual(await changesOf(engine, () => engine.sql('select private.hold_stalled_campaigns()')), {
        'beside somebody who has the follow-up': paused,
        'looked after a moment less than a day ago': ['server_seen_at'],
        sends: paused,
        'waits for its date': paused,
        'waits to send follow-ups': paused,
        'with a follow-up of another campaign': paused,
      });
    },
  ),
  campaignCheck('each condition · of what is looked after · alone leaves it out', async (engine) => {
    await plantCampaigns(
      engine,
      {
        ...dueCampaign,
        campaign: `${dueCampaign.campaign}, server_seen_at = now() - interval '5 minutes 30 seconds'`,
      },
      {
        'waits to send follow-ups': {},
        sends: { campaign: "status = 'en_cours', finished_at = null" },
        'waits for its date': { campaign: "status = 'programmé', finished_at = null" },
        'a draft': { campaign: "status = 'brouillon', finished_at = null" },
        'seen just before': { campaign: "server_seen_at = now() - interval '4 minutes'" },
        paused: { campaign: "paused_at = now(), pause_reason = 'Pause'" },
        'without the option': { steps: [] },
        'over for five months': { campaign: "finished_at = now() - interval '150 days 12 hours'" },
        'not looked after for a day, with nothing that waits': {
          campaign: "server_seen_at = now() - interval '25 hours'",
          send: "status = 'échec'",
        },
      },
    );
    deepEqual(await changesOf(engine, () => engine.sql('select private.hold_stalled_campaigns()')), {
      sends: ['server_seen_at'],
      'waits for its date': ['server_seen_at'],
      'waits to send follow-ups': ['server_seen_at'],
    });
  }),
  campaignCheck(
    'each condition · of a campaign whose date has come · alone keeps it from starting',
    async (engine) => {
      await plantCampaigns(
        engine,
        {
          campaign: "status = 'programmé', send_date = now() - interval '23 hours'",
          send: "status = 'brouillon', next_attempt_at = now() - interval '1 day'",
        },
        {
          alone: {},
          'with somebody taken out before': {
            more: ({ campaign }) =>
              `${insertAnother(campaign, 0)} update public.email_sends set status = 'annulé' where campaign_id = ${campaign} and recipient_email = 'autre@exemple.test';`,
          },
          'with nobody left': { send: "status = 'annulé', finished_at = now()" },
          'a draft': { campaign: "status = 'brouillon'" },
          over: {
            campaign: "status = 'terminé', finished_at = now() - interval '1 day'",
            send: "status = 'envoyé'",
          },
          'to come': { campaign: "send_date = now() + interval '1 hour'" },
          paused: { campaign: "paused_at = now(), pause_reason = 'Pause'" },
          'not looked after for a day': {
            campaign: "server_seen_at = now() - interval '24 hours 30 minutes'",
          },
          'more than a day late': { campaign: "send_date = now() - interval '24 hours 30 minutes'" },
        },
      );
      const begun = ['message.next_attempt_at', 'message.status', 'status'];
      deepEqual(await changesOf(engine, () => engine.sql('select private.start_due_campaigns()')), {
        alone: begun,
        'with somebody taken out before': begun,
        'with nobody left': ['finished_at', 'status'],
        'more than a day late': ['pause_reason', 'paused_at'],
      });
    },
  ),
  campaignCheck(
    'each condition · of a message of unknown outcome · alone keeps it waiting',
    async (engine) => {
      const taken =
        "status = 'programmé', lease_token = gen_random_uuid(), first_attempt_at = now() - interval '22 hours 30 minutes', next_attempt_at = now() - interval '1 minute'";
      const cases: Record<string, CampaignCase> = {
        'lost by its worker': {},
        'whose earlier attempt may have arrived': { send: 'lease_token = null, may_have_arrived = true' },
        'tried for a day': { send: "first_attempt_at = now() - interval '23 hours 30 minutes'" },
        'of a cancelled campaign': { campaign: 'cancelled_at = now()' },
        'beside one that waits': {
          more: ({ campaign }) =>
            `${insertAnother(campaign, 0)} update public.email_sends set status = 'programmé', finished_at = null where campaign_id = ${campaign} and recipient_email = 'autre@exemple.test';`,
        },
        'never taken': { send: 'lease_token = null' },
        'still leased': { send: "next_attempt_at = now() + interval '30 seconds'" },
        accepted: {
          send: "status = 'envoyé', may_have_arrived = true, finished_at = now() - interval '1 hour'",
        },
      };
      const ended = [
        'finished_at',
        'message.finished_at',
        'message.last_error',
        'message.lease_token',
        'message.status',
        'status',
      ];
      const all = { campaign: "status = 'en_cours'", send: taken };
      await plantCampaigns(engine, all, cases);
      deepEqual(await changesOf(engine, () => engine.sql('select private.mark_unknown_outcomes(true)')), {
        'of a cancelled campaign': ended,
        'tried for a day': ended,
      });
      deepEqual(await changesOf(engine, () => engine.sql('select private.mark_unknown_outcomes(false)')), {
        'beside one that waits': ended.filter((column) => column.startsWith('message.')),
        'lost by its worker': ended,
        'whose earlier attempt may have arrived': ended.filter((column) => column !== 'message.lease_token'),
      });
    },
  ),
  campaignCheck(
    'each condition · of what a copy that was put back may have sent · alone leaves it as it is',
    async (engine) => {
      await plantCampaigns(engine, dueCampaign, {
        'waits to send follow-ups': {},
        sends: { campaign: "status = 'en_cours', finished_at = null" },
        'waits for its date': {
          campaign: "status = 'programmé', finished_at = null",
          send: "status = 'brouillon'",
        },
        'paused before': {
          campaign: "status = 'en_cours', paused_at = '2026-01-01', pause_reason = 'Pause'",
        },
        'being sent': {
          campaign: "status = 'en_cours'",
          send: "status = 'programmé', lease_token = gen_random_uuid()",
        },
        'maybe sent': {
          campaign: "status = 'en_cours'",
          send: "status = 'programmé', may_have_arrived = true",
        },
        'a draft': { campaign: "status = 'brouillon', finished_at = null" },
        cancelled: { campaign: "status = 'en_cours', cancelled_at = now()", send: "status = 'annulé'" },
        'without the option': { steps: [], send: 'may_have_arrived = true' },
        'stopped for all': { campaign: 'followups_stopped_at = now()' },
        'over for five months': { campaign: "finished_at = now() - interval '150 days 12 hours'" },
      });
      const paused = ['pause_reason', 'paused_at'];
      const message = ['message.finished_at', 'message.last_error', 'message.lease_token', 'message.status'];
      deepEqual(await changesOf(engine, () => engine.sql("select private.hold_sending(now(), 'restore')")), {
        'being sent': [...message, ...paused],
        'maybe sent': [...message.filter((column) => column !== 'message.lease_token'), ...paused],
        'paused before': ['pause_reason'],
        sends: paused,
        'waits for its date': paused,
        'waits to send follow-ups': paused,
      });
    },
  ),
];
