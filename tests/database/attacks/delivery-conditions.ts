import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { changesOf, idsOf, plantCampaigns } from '../fixtures/campaign-rows.ts';
import { campaignCheck } from '../fixtures/campaigns.ts';

const uncertain = {
  campaign: "status = 'terminé', finished_at = now()",
  send: "status = 'incertain', finished_at = now(), last_error = 'Coupé'",
};

/** Columns that each provider event changes when the outcome of the message is unknown; no other event changes any. */
const events: Record<string, string[]> = {
  sent: [],
  delivered: ['message.delivered_at'],
  opened: ['message.opened_at'],
  clicked: ['message.clicked_at'],
  bounced: ['message.bounce_reason', 'message.bounced_at'],
  soft_bounced: [],
  complained: ['message.complained_at'],
};

const sendOf = async (engine: Engine, name: string) =>
  (await engine.sql<{ id: string }>(`select ${idsOf(name).send} as id`))[0]?.id;

const deliveryStates = async (engine: Engine) =>
  (
    await engine.sql<{ name: string }>(
      `select c.name from public.campaigns c join public.email_sends s on s.campaign_id = c.id
       join public.contacts p on p.id = s.contact_id where p.status = 'contacté' order by 1`,
    )
  ).map(({ name }) => name);

/** Numbers of messages of the last month by state: [sent, uncertain, failed, old, bounces, complaints]. */
const reputations: [string, [number, number, number, number, number, number], boolean][] = [
  ['four bounces, however few messages', [10, 0, 0, 0, 4, 0], false],
  ['five bounces of 124 messages', [124, 0, 0, 0, 5, 0], true],
  ['five bounces of 126 messages', [126, 0, 0, 0, 5, 0], false],
  ['five bounces of 126 messages, some of unknown outcome', [60, 66, 0, 0, 5, 0], false],
  ['five bounces, beside many that failed', [100, 0, 100, 0, 5, 0], true],
  ['five bounces, beside many of longer ago', [100, 0, 0, 100, 5, 0], true],
  ['one complaint of few messages', [10, 0, 0, 0, 0, 1], false],
  ['two complaints of few messages', [10, 0, 0, 0, 0, 2], true],
  ['two complaints of 2500 messages', [2500, 0, 0, 0, 0, 2], false],
];

/** Checks of each kind of delivery event on its own, beside messages that must not change. */
export const attacksOnDeliveryConditions: Check[] = [
  campaignCheck(
    'each event · resolves the unknown outcome of its own message, or says nothing',
    async (engine) => {
      const kinds = [...Object.keys(events), 'delayed', 'failed', 'suppressed'];
      await plantCampaigns(engine, uncertain, {
        ...Object.fromEntries(kinds.map((kind) => [kind, {}])),
        beside: {},
        'failed for us': { send: "status = 'échec'" },
        'sent, clicked': { send: "status = 'envoyé'" },
      });
      const report = async (name: string, kind: string, more: Row = {}) =>
        succeed(engine, 'service', 'record_email_event', {
          ...{
            event_id: `${name}-${kind}`,
            send: await sendOf(engine, name),
            provider_message: 'fournisseur',
          },
          ...{ kind, occurred_at: new Date().toISOString(), detail: 'Détail', ...more },
        });
      const seen = await changesOf(engine, async () => {
        for (const kind of kinds) {
          // An event that names the message by its Message-ID stores that id, and no other event does.
          const named = kind === 'sent' ? { internet_message: '<un@fournisseur.test>' } : {};
          equal(await report(kind, kind, named), true, kind);
        }
        await report('failed for us', 'delivered');
        await report('sent, clicked', 'clicked');
      });
      const resolved = ['message.last_error', 'message.provider_id', 'message.status'];
      deepEqual(seen, {
        ...Object.fromEntries(
          Object.entries(events).map(([kind, columns]) => [
            kind,
            [...columns, ...resolved, ...(kind === 'sent' ? ['message.message_id'] : [])].sort(),
          ]),
        ),
        suppressed: ['message.bounce_reason', 'message.bounced_at'],
        'failed for us': ['message.delivered_at'],
        'sent, clicked': ['message.clicked_at'],
      });
      deepEqual(await deliveryStates(engine), Object.keys(events).sort());
      deepEqual(await engine.sql('select reason from public.suppressions order by reason'), [
        { reason: 'bounced' },
        { reason: 'bounced' },
        { reason: 'complained' },
      ]);
    },
  ),
  campaignCheck(
    'each event · a bounce noted by hand · of that message, of unknown outcome too',
    async (engine) => {
      await plantCampaigns(engine, uncertain, { beside: { send: "status = 'envoyé'" }, this: {} });
      const send = await sendOf(engine, 'this');
      deepEqual(await changesOf(engine, () => succeed(engine, 'admin', 'record_bounce', { send })), {
        this: ['message.bounce_reason', 'message.bounced_at'],
      });
    },
  ),
  campaignCheck('each event · a bounce told by e-mail · as the mail server says it', async (engine) => {
    await plantCampaigns(
      engine,
      { ...uncertain, send: "status = 'envoyé', finished_at = now()" },
      {
        failed: {},
        delayed: {},
        relayed: {},
        'a reply': {},
        'of another address': {},
        'of a forger': {},
        beside: {},
      },
    );
    const told = async (name: string, action: string, columns: Row = {}, recipient?: string) => {
      const { kind = 'bounce', sender_check = 'pass' } = columns;
      const [message] = await engine.sql<{ id: string; email: string }>(
        `insert into public.inbound_messages (id, provider_id, from_email, kind, sender_check, email_send_id, received_at)
         values (gen_random_uuid(), $1, 'mailer-daemon@exemple.test', $2, $3, $4, now()) returning id`,
        [name, kind, sender_check, await sendOf(engine, name)],
      );
      await engine.sql(
        `select private.apply_bounce($1, jsonb_build_object('action', $2::text, 'detail', 'Détail', 'recipient',
           coalesce($4::text, (select upper(recipient_email) from public.email_sends where id = $3))))`,
        [message?.id, action, await sendOf(engine, name), recipient ?? null],
      );
    };
    const seen = await changesOf(engine, async () => {
      await told('failed', 'failed');
      await told('delayed', 'delayed');
      await told('relayed', 'relayed');
      await told('a reply', 'failed', { kind: 'reply' });
      // The failure names an address that we wrote to, but for another message.
      await told('of another address', 'failed', {}, 'cas0@exemple.test');
      await told('of a forger', 'failed', { sender_check: 'fail' });
    });
    deepEqual(seen, { failed: ['message.bounce_reason', 'message.bounced_at'] });
    deepEqual(
      await engine.sql(
        `select m.provider_id as name, e.kind, m.applied_at is not null as applied
         from public.inbound_messages m left join public.email_events e on e.email_send_id = m.email_send_id order by 1`,
      ),
      [
        { name: 'a reply', kind: null, applied: false },
        { name: 'delayed', kind: 'delayed', applied: true },
        { name: 'failed', kind: 'bounced', applied: true },
        { name: 'of a forger', kind: null, applied: false },
        { name: 'of another address', kind: null, applied: false },
        { name: 'relayed', kind: 'soft_bounced', applied: true },
      ],
    );
  }),
  campaignCheck('each event · the limits of bounces and complaints, on both sides', async (engine) => {
    await plantCampaigns(
      engine,
      { campaign: "status = 'en_cours'", send: "status = 'brouillon'" },
      {
        sends: {},
        'waits for its date': { campaign: "status = 'programmé'" },
        'a draft': { campaign: "status = 'brouillon'" },
        over: { campaign: "status = 'terminé'" },
        paused: { campaign: "paused_at = now(), pause_reason = 'Pause'" },
        cancelled: { campaign: 'cancelled_at = now()' },
      },
    );
    for (const [what, [sent, unsure, failed, old, bounces, complaints], isHeld] of reputations) {
      await engine.sql(
        `update public.dispatcher_state set reputation_stop = null;
         update public.campaigns set paused_at = null, pause_reason = null where name <> 'paused' and paused_at is not null;
         delete from public.email_sends where subject = 'Compte';
         insert into public.email_sends (campaign_id, subject, body, status, finished_at, bounced_at, complained_at)
         select ${idsOf('over').campaign}, 'Compte', 'Texte',
           (case when i <= ${sent} then 'envoyé' when i <= ${sent + unsure} then 'incertain'
                 when i <= ${sent + unsure + failed} then 'échec' else 'envoyé' end)::public.send_status,
           now() - case when i > ${sent + unsure + failed} then interval '30 days 12 hours' else interval '0' end,
           case when i <= ${bounces} then now() end, case when i <= ${complaints} then now() end
         from generate_series(1, ${sent + unsure + failed + old}) i`,
      );
      const seen = await changesOf(engine, () =>
        engine.sql('select private.pause_when_reputation_suffers()'),
      );
      const paused = ['pause_reason', 'paused_at'];
      deepEqual(seen, isHeld ? { sends: paused, 'waits for its date': paused } : {}, what);
    }
    // A campaign that is started or resumed meanwhile is held too.
    await engine.sql(
      `update public.dispatcher_state set reputation_stop = 'Trop de plaintes';
       update public.campaigns set paused_at = null, pause_reason = null where name <> 'paused' and paused_at is not null`,
    );
    deepEqual(
      Object.keys(await changesOf(engine, () => engine.sql('select private.hold_for_reputation()'))),
      ['sends', 'waits for its date'],
    );
  }),
  campaignCheck(
    'each event · a domain warms up · by a day on which half its limit was used',
    async (engine) => {
      const yesterday = "((now() at time zone 'America/Toronto')::date - 1)";
      const at = (time: string, days = 0) =>
        `((${yesterday} + ${days} + time '${time}') at time zone 'America/Toronto')`;
      await engine.sql('update public.sending_settings set warms_up = true, daily_cap = 50000');
      await plantCampaigns(engine, uncertain, { of: {} });
      await engine.sql('delete from public.email_sends');
      const step = async (from: number, messages: [string, string, number][]) => {
        const rows = messages.map(
          ([status, moment, count]) =>
            `insert into public.email_sends (campaign_id, subject, body, status, finished_at)
           select ${idsOf('of').campaign}, 'Objet', 'Texte', '${status}', ${moment} from generate_series(1, ${count});`,
        );
        await engine.sql(`
        insert into public.dispatcher_state (id) values (1) on conflict (id) do nothing;
        update public.dispatcher_state set warmup_step = ${from}, warmup_day = ${yesterday}, reputation_stop = null;
        ${rows.join('\n')}
        select private.advance_warmup();
        delete from public.email_sends;`);
        return (await engine.sql('select warmup_step from public.dispatcher_state'))[0]?.warmup_step;
      };
      // The first limit of the warm-up is 150 messages.
      equal(
        await step(0, [
          ['envoyé', at('00:00'), 40],
          ['incertain', at('23:59'), 35],
        ]),
        1,
      );
      equal(
        await step(0, [
          ['envoyé', at('12:00'), 74],
          ['échec', at('12:00'), 9],
          ['envoyé', at('00:00', 1), 9],
          ['envoyé', at('23:59', -1), 9],
        ]),
        0,
      );
      // After the last step only the studio's own daily cap limits sending.
      await engine.sql('update public.sending_settings set daily_cap = 10');
      equal(await step(4, [['envoyé', at('12:00'), 5]]), 5);
      equal(await step(5, [['envoyé', at('12:00'), 5]]), 5);
      await engine.sql('update public.dispatcher_state set warmup_step = 0, warmup_day = null');
    },
  ),
];
