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
import { campaignCheck, step } from '../fixtures/campaigns.ts';

const inProgress = { campaign: "status = 'en_cours'", send: "status = 'programmé'" };
const finishedCampaign = {
  campaign: "status = 'terminé', finished_at = now()",
  steps: [3],
  send: "status = 'envoyé', finished_at = now() - interval '84 hours'",
};
const holdSending = (engine: Engine) => engine.sql("select private.hold_sending(now(), 'restore')");

/** Returns the id of a campaign, message or contact of a named case, as the browser sends it. */
async function idOf(engine: Engine, name: string, of: keyof ReturnType<typeof idsOf> = 'campaign') {
  const [row] = await engine.sql<{ id: string }>(`select ${idsOf(name)[of]} as id`);
  return row?.id;
}

/** Returns the id of an additional contact of the same campaign. */
const personId = (index: number) => `d7000000-0000-4000-8000-00000000000${index}`;
const insertPeople = `insert into public.contacts (id, name, company, email, city, region)
  select ('d7000000-0000-4000-8000-00000000000' || i)::uuid, 'Autre ' || i, 'Organisme', 'autre' || i || '@exemple.test', 'Percé', 'Gaspésie'
  from generate_series(1, 4) i on conflict do nothing;`;
const insertSend = (campaign: string, index: number, step: number, columns: string) =>
  anotherMessage(campaign, `'${personId(index)}'`, step, columns);

/** Checks of each command on one campaign: the other campaign does not change in any column. */
export const attacksOnCampaignCommands: Check[] = [
  campaignCheck('each command · stopping follow-ups · of one campaign, of one person', async (engine) => {
    const followUps = ({ campaign, contact }: { campaign: string; contact: string }) => `${insertPeople}
      ${anotherMessage(campaign, contact, 1, "status = 'programmé', finished_at = null")}
      ${insertSend(campaign, 1, 0, '')}
      ${insertSend(campaign, 1, 1, "status = 'programmé', finished_at = null, may_have_arrived = true")}
      ${insertSend(campaign, 2, 0, '')} ${insertSend(campaign, 2, 1, '')}`;
    const sending = { campaign: "status = 'en_cours', finished_at = null", more: followUps };
    await plantCampaigns(engine, finishedCampaign, {
      this: sending,
      other: sending,
      'first messages alone': {
        campaign: "status = 'en_cours', finished_at = null",
        more: ({ campaign }) =>
          insertPeople + insertSend(campaign, 1, 0, "status = 'programmé', finished_at = null"),
      },
    });
    const campaign = await idOf(engine, 'this');
    const stop = (body: Row) =>
      changesOf(engine, () => succeed(engine, 'admin', 'stop_followups', { campaign, ...body }));
    deepEqual(await stop({ send: await idOf(engine, 'other', 'send') }), {});
    // The command accepts any message of the contact, not only the first.
    const [second] = await engine.sql<{ id: string }>(
      'select id from public.email_sends where campaign_id = $1 and step = 1 and contact_id = $2',
      [campaign, personId(2)],
    );
    deepEqual(await stop({ send: second?.id }), { this: ['message.followup_stopped_at'] });
    const ended = ['message.finished_at', 'message.last_error', 'message.status'];
    deepEqual(await stop({ send: await idOf(engine, 'this', 'send') }), {
      this: [...ended.slice(0, 1), 'message.followup_stopped_at', ...ended.slice(1)],
    });
    deepEqual(await stop({}), { this: ['finished_at', 'followups_stopped_at', ...ended, 'status'] });
    deepEqual(
      await engine.sql(
        'select status, count(*)::int from public.email_sends where campaign_id = $1 and step = 1 group by 1 order by 1',
        [campaign],
      ),
      [
        { status: 'envoyé', count: 1 },
        { status: 'incertain', count: 1 },
        { status: 'annulé', count: 1 },
      ],
    );
    const alone = await idOf(engine, 'first messages alone');
    deepEqual(
      await changesOf(engine, () => succeed(engine, 'admin', 'stop_followups', { campaign: alone })),
      {
        'first messages alone': ['followups_stopped_at'],
      },
    );
    deepEqual(await stop({ stopped: false }), { this: ['followups_stopped_at', 'server_seen_at'] });
  }),
  campaignCheck('each command · cancelling, pausing, resuming, archiving · one campaign', async (engine) => {
    const mixed: CampaignCase = {
      more: ({ campaign }) => `${insertPeople} ${insertSend(campaign, 1, 0, '')}
        ${insertSend(campaign, 2, 0, "status = 'programmé', finished_at = null, lease_token = gen_random_uuid()")}
        ${insertSend(campaign, 3, 0, "status = 'échec'")}`,
    };
    await plantCampaigns(engine, inProgress, {
      'to cancel': mixed,
      other: mixed,
      'to pause': {},
      'a draft, paused': { campaign: "status = 'brouillon', paused_at = now(), pause_reason = 'Pause'" },
      paused: { campaign: "paused_at = now(), pause_reason = 'Pause'" },
      cancelled: { campaign: 'cancelled_at = now()' },
    });
    const call = async (name: string, target: string, body: Row = {}) => {
      const campaign = await idOf(engine, target);
      return changesOf(engine, () => succeed(engine, 'admin', name, { campaign, ...body }));
    };
    deepEqual(await call('cancel_campaign', 'to cancel'), {
      'to cancel': ['cancelled_at', 'message.finished_at', 'message.last_error', 'message.status'],
    });
    deepEqual(
      await engine.sql(
        `select s.status from public.email_sends s join public.campaigns c on c.id = s.campaign_id
         where c.name = 'to cancel' order by s.status`,
      ),
      ['programmé', 'envoyé', 'échec', 'annulé'].map((status) => ({ status })),
    );
    const pause = { 'to pause': ['pause_reason', 'paused_at'] };
    deepEqual(await call('pause_campaign', 'to pause'), pause);
    deepEqual(await call('resume_campaign', 'to pause'), {
      'to pause': ['pause_reason', 'paused_at', 'server_seen_at'],
    });
    deepEqual(await call('resume_campaign', 'a draft, paused'), {});
    deepEqual(await call('archive_campaign', 'cancelled', { archived: true }), {
      cancelled: ['archived_at'],
    });
    deepEqual(await call('archive_campaign', 'other', { archived: false }), {});
    const running = { campaign: await idOf(engine, 'other'), archived: true };
    match((await rpc(engine, 'admin', 'archive_campaign', running)).text, /une fois terminée/);
  }),
  campaignCheck('each command · rewriting · one campaign, and those who wait in it', async (engine) => {
    const removed: CampaignCase = {
      more: ({ campaign }) => insertPeople + insertSend(campaign, 1, 0, "status = 'annulé'"),
    };
    await plantCampaigns(
      engine,
      { campaign: "status = 'programmé'", send: "status = 'brouillon'" },
      { this: removed, other: removed },
    );
    const text = { subject: 'Neuf', body: 'Bonjour' };
    const campaign = await idOf(engine, 'this');
    const rewrite = (more: Row) =>
      changesOf(engine, () => succeed(engine, 'admin', 'rewrite_campaign', { campaign, ...text, ...more }));
    deepEqual(await rewrite({ steps: [step()] }), {
      this: ['message.body', 'message.subject', 'message_body', 'message_subject'],
    });
    deepEqual(await rewrite({ steps: [] }), {});
    deepEqual(
      await engine.sql('select step from public.campaign_steps where campaign_id = $1', [campaign]),
      [],
    );
    const kept = await engine.sql(
      'select subject, status from public.email_sends where campaign_id = $1 order by subject',
      [campaign],
    );
    deepEqual(kept, [
      { subject: 'Neuf', status: 'brouillon' },
      { subject: 'Objet', status: 'annulé' },
    ]);
  }),
  campaignCheck(
    'each command · the plan of follow-ups · of one campaign, of whom it is still for',
    async (engine) => {
      await plantCampaigns(engine, finishedCampaign, {
        waits: {},
        'with a follow-up of another campaign': {
          more: ({ contact }) => anotherMessage(idsOf('waits').campaign, contact, 1),
        },
        'beside somebody who has it': {
          more: ({ campaign }) =>
            insertPeople + insertSend(campaign, 1, 0, '') + insertSend(campaign, 1, 1, ''),
        },
        'without the option': { steps: [] },
        'never arrived': { send: "status = 'échec'" },
        'sent already': { more: ({ campaign, contact }) => anotherMessage(campaign, contact, 1) },
        'of no known moment': { send: 'finished_at = null' },
      });
      const counts: Row = {};
      for (const { id, name } of await engine.sql<{ id: string; name: string }>(
        'select id, name from public.campaigns',
      )) {
        const plan = await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign: id });
        if (plan.length > 0) counts[name] = plan.map(({ contact_id }) => contact_id);
      }
      const own = async (name: string) => [await idOf(engine, name, 'contact')];
      deepEqual(counts, {
        waits: await own('waits'),
        'with a follow-up of another campaign': await own('with a follow-up of another campaign'),
        'beside somebody who has it': await own('beside somebody who has it'),
      });
    },
  ),
  campaignCheck(
    'each command · the provider’s list · of those whom it names, of what waited',
    async (engine) => {
      await holdSending(engine);
      await plantCampaigns(engine, inProgress, {
        waits: {},
        'waits for its date': { campaign: "status = 'programmé'", send: "status = 'brouillon'" },
        'uncertain since': { send: "status = 'incertain', finished_at = now()" },
        'uncertain before': { send: "status = 'incertain', finished_at = now() - interval '1 day'" },
        cancelled: { campaign: 'cancelled_at = now()' },
        'sent lately': { ...finishedCampaign },
        'sent lately, stopped': {
          ...finishedCampaign,
          send: `${finishedCampaign.send}, followup_stopped_at = '2026-01-01'`,
        },
        'sent long ago': {
          ...finishedCampaign,
          send: "status = 'envoyé', finished_at = now() - interval '366 days'",
        },
        'a follow-up': { ...finishedCampaign, send: `${finishedCampaign.send}, step = 1` },
        failed: { ...finishedCampaign, send: "status = 'échec'" },
        'not in the list': { ...finishedCampaign },
        'not in the list, waits': {},
        bounced: { ...finishedCampaign },
        complained: { ...finishedCampaign },
      });
      const addresses = await engine.sql<{ name: string; email: string }>(
        'select c.name, s.recipient_email as email from public.campaigns c join public.email_sends s on s.campaign_id = c.id',
      );
      const entries = addresses
        .filter(({ name }) => !name.startsWith('not in'))
        .map(({ name, email }) => ({
          email,
          event: ['bounced', 'complained'].includes(name) ? name : 'sent',
        }));
      let told: Row = {};
      const seen = await changesOf(engine, async () => {
        told = await succeed<Row>(engine, 'admin', 'apply_provider_list', { entries });
      });
      const arrived = [
        'message.finished_at',
        'message.followup_stopped_at',
        'message.last_error',
        'message.status',
      ];
      const over = ['finished_at', 'status'];
      deepEqual(seen, {
        waits: [...over.slice(0, 1), ...arrived, 'status'],
        'waits for its date': arrived,
        'uncertain since': ['finished_at', ...arrived, 'status'],
        'uncertain before': over,
        'sent lately': ['message.followup_stopped_at'],
      });
      const emailOf = (name: string) => addresses.find((row) => row.name === name)?.email;
      deepEqual(told, {
        ...{ sent: 3, suppressed: 2 },
        unknown: ['uncertain before', 'cancelled', 'failed'].map(emailOf).sort(),
      });
      deepEqual(await engine.sql('select reason from public.suppressions order by reason'), [
        { reason: 'bounced' },
        { reason: 'complained' },
      ]);
      const reached = await engine.sql<{ email: string }>(
        "select email from public.contacts where status = 'contacté'",
      );
      deepEqual(
        reached.map(({ email }) => email).sort(),
        ['waits', 'waits for its date', 'uncertain since', 'uncertain before', 'cancelled', 'failed']
          .map(emailOf)
          .sort(),
      );
    },
  ),
  campaignCheck('each command · « tout est déjà parti » · of one campaign', async (engine) => {
    await holdSending(engine);
    const mixed: CampaignCase = {
      more: ({ campaign, contact }) => `${insertPeople}
        ${anotherMessage(campaign, contact, 1, "status = 'programmé', finished_at = null")}
        ${insertSend(campaign, 1, 0, "status = 'échec'")}`,
    };
    await plantCampaigns(engine, inProgress, { this: mixed, other: mixed });
    const campaign = await idOf(engine, 'this');
    const seen = await changesOf(engine, async () => {
      equal(await succeed(engine, 'admin', 'mark_campaign_sent', { campaign }), 2);
    });
    deepEqual(Object.keys(seen), ['this']);
    deepEqual(
      await engine.sql(
        `select step, status, followup_stopped_at is not null as stopped from public.email_sends
         where campaign_id = $1 order by status, step`,
        [campaign],
      ),
      [
        { step: 0, status: 'envoyé', stopped: true },
        { step: 1, status: 'envoyé', stopped: false },
        { step: 0, status: 'échec', stopped: false },
      ],
    );
  }),
  campaignCheck(
    'each command · comparing with what is kept outside · the copy that is not compared yet',
    async (engine) => {
      const row = (columns: string) =>
        `insert into public.sending_holds (found_by, ${columns.replace(/ = [^,]+/g, '')}) values ('restore', ${columns.replace(/\w+ = /g, '')});`;
      try {
        // One earlier hold was lifted before it was compared with the outside list, the other after.
        await engine.sql(`update private.send_mark set number = 1 where id = 1;
        ${row('lifted_at = now(), is_compared = false')} ${row('lifted_at = now(), is_compared = true')}`);
        const compare = (seen: number | null, refusals: string[] = []) =>
          succeed<Row>(engine, 'service', 'compare_send_mark', { seen, refusals });
        const line = `${'1'.repeat(64)} ${Math.floor(Date.now() / 1000)} ${'a'.repeat(16)}`;
        equal((await compare(null, [line])).held, true);
        const holds = () =>
          engine.sql(
            `select lifted_at is not null as lifted, is_compared, refusals_found from public.sending_holds
           order by lifted_at nulls last, is_compared`,
          );
        const before = [
          { lifted: true, is_compared: false, refusals_found: null },
          { lifted: true, is_compared: true, refusals_found: null },
        ];
        deepEqual(await holds(), [...before, { lifted: false, is_compared: true, refusals_found: 1 }]);
        deepEqual(await engine.sql('select reason from public.suppressions'), [{ reason: 'unsubscribed' }]);
        // A second comparison does not overwrite what the first one found.
        await engine.sql('update public.sending_holds set refusals_found = 7 where lifted_at is null');
        await compare(1, [line]);
        deepEqual(await holds(), [...before, { lifted: false, is_compared: true, refusals_found: 7 }]);
      } finally {
        await engine.sql('update private.send_mark set number = 0 where id = 1');
      }
    },
  ),
  campaignCheck(
    'each command · comparing with a number that is lost · a copy, from the first message on',
    async (engine) => {
      await engine.sql('update private.send_mark set number = 1 where id = 1');
      try {
        const answer = await succeed<Row>(engine, 'service', 'compare_send_mark', {
          seen: null,
          refusals: [],
        });
        equal(answer.held, true);
      } finally {
        await engine.sql('update private.send_mark set number = 0 where id = 1');
      }
    },
  ),
];
