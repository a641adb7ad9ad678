import { deepEqual, equal, match } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  createCampaign,
  daysLater,
  finish,
  mustRefuse,
  onABusinessDay,
  pauses,
  sendAll,
  sendCampaign,
  states,
  statusOf,
  step,
} from '../fixtures/campaigns.ts';
import { plantInvitations } from '../fixtures/invitations.ts';
import { draft, send } from './quotes.ts';

type Compared = { held: boolean; number: number; refusals: string[] | null; numbers: string[] | null };

const withFollowUp = { steps: [step()] };
const PUT_BACK = /copie des données a été remise en place/;
const email = (person: number) => `personne${person}@exemple.test`;

const holdSending = (engine: Engine) => engine.sql("select private.hold_sending(now(), 'restore')", []);
const compare = (
  engine: Engine,
  seen: number | null,
  refusals: string[] | null = null,
  numbers: string[] = [],
) => succeed<Compared>(engine, 'service', 'compare_send_mark', { seen, refusals, numbers });
const liftHold = (engine: Engine) => succeed<boolean>(engine, 'admin', 'lift_sending_hold');
const suppressed = async (engine: Engine) =>
  (await engine.sql('select email_hash from private.standing_suppressions()', [])).length;
const holds = (engine: Engine) =>
  engine.sql<{ found_by: string; lifted: boolean; refusals_found: number | null }>(
    'select found_by, lifted_at is not null as lifted, refusals_found from public.sending_holds order by held_at, lifted_at',
    [],
  );

/** Makes a check that starts without a hold and with its own counter, and lifts the hold at the end. */
const holdCheck = (name: string, run: (engine: Engine) => Promise<void>): Check =>
  campaignCheck(`hold · ${name}`, async (engine) => {
    const clean = () =>
      engine.sql('delete from public.sending_holds; update private.send_mark set number = 40 where id = 1');
    await clean();
    try {
      await run(engine);
    } finally {
      await clean();
    }
  });

/** Attacks on a restored copy of the database: nothing is sent before a person has reviewed it. */
export const attacksOnHolds: Check[] = [
  holdCheck('each way to claim a message · nothing, until a person lifts it', async (engine) => {
    await createCampaign(engine);
    await holdSending(engine);
    const [send] = (await engine.sql('select id from public.email_sends limit 1')) as [Row];
    deepEqual(await claim(engine), []);
    deepEqual(await claim(engine, 1, true, { only_send: send.id }), []);
    deepEqual(
      await succeed(engine, 'service', 'claim_due_notifications', { batch: 9, same_key_is_safe: true }),
      [],
    );
    equal(await succeed(engine, 'service', 'next_send_mark'), null);
    equal(((await succeed(engine, 'admin', 'sending_state')) as Row).held, true);
    await liftHold(engine);
    equal(await succeed(engine, 'service', 'next_send_mark'), 41);
  }),
  holdCheck('campaigns · stay paused once it is lifted, resumed ones go on', async (engine) => {
    const campaign = await createCampaign(engine);
    await holdSending(engine);
    match(String((await pauses(engine)).Campagne), PUT_BACK);
    await liftHold(engine);
    deepEqual(await claim(engine), []);
    await holdSending(engine);
    await succeed(engine, 'admin', 'resume_campaign', { campaign });
    deepEqual(await claim(engine), []);
    await liftHold(engine);
    equal((await claim(engine)).length, 5);
  }),
  holdCheck('what was being sent · uncertain, and its late answer changes nothing', async (engine) => {
    await createCampaign(engine);
    const [first] = (await claim(engine, 1)) as [Row];
    await holdSending(engine);
    deepEqual(
      (await states(engine)).filter((state) => state !== '0:programmé'),
      ['0:incertain'],
    );
    await rpc(engine, 'service', 'finish_email_send', {
      ...{ send_id: first.id, token: first.lease_token, outcome: 'retry', reason: 'x', retry_seconds: 1 },
    });
    deepEqual(
      (await states(engine)).filter((state) => state !== '0:programmé'),
      ['0:incertain'],
    );
  }),
  holdCheck('follow-ups of a finished campaign · held too, until it is resumed', (engine) =>
    onABusinessDay(engine, async () => {
      const { campaign } = await sendCampaign(engine);
      await holdSending(engine);
      await liftHold(engine);
      await daysLater(engine, 4);
      deepEqual(await claim(engine), []);
      await succeed(engine, 'admin', 'resume_campaign', { campaign });
      equal((await claim(engine)).length, 5);
    }),
  ),
  holdCheck(
    'a copy made while sending was held · is another copy, its resumed campaigns pause again',
    async (engine) => {
      const campaign = await createCampaign(engine);
      await holdSending(engine);
      await compare(engine, 40);
      await succeed(engine, 'admin', 'resume_campaign', { campaign });
      equal((await compare(engine, 41)).held, true);
      match(String((await pauses(engine)).Campagne), PUT_BACK);
      deepEqual(
        (await holds(engine)).map(({ found_by, lifted }) => [found_by, lifted]),
        [
          ['restore', true],
          ['mark', false],
        ],
      );
    },
  ),
  holdCheck(
    'the comparison that follows a restore · the same copy, which keeps its date and its decisions',
    async (engine) => {
      const campaign = await createCampaign(engine);
      await holdSending(engine);
      await succeed(engine, 'admin', 'resume_campaign', { campaign });
      deepEqual(await compare(engine, 90, []), { held: true, number: 90, refusals: null, numbers: null });
      equal((await pauses(engine)).Campagne, null);
      deepEqual(await holds(engine), [{ found_by: 'restore', lifted: false, refusals_found: 0 }]);
    },
  ),
  holdCheck('the number outside · behind or equal is no copy, ahead or lost is one', async (engine) => {
    equal((await compare(engine, 39)).held, false);
    deepEqual(await compare(engine, 40, []), { held: false, number: 40, refusals: null, numbers: null });
    deepEqual(await compare(engine, 41, []), { held: true, number: 41, refusals: null, numbers: null });
    await liftHold(engine);
    equal((await compare(engine, 41)).held, false);
    equal((await compare(engine, null)).held, true);
    await liftHold(engine);
    await engine.sql('update private.send_mark set number = 0 where id = 1');
    deepEqual(await compare(engine, null, []), { held: false, number: 1, refusals: null, numbers: null });
  }),
  holdCheck('a copy found by the mark · is as old as the last run that it knows', async (engine) => {
    await engine.sql(`insert into public.dispatcher_state (id, last_run_at) values (1, '2026-03-01T12:00:00Z')
      on conflict (id) do update set last_run_at = excluded.last_run_at`);
    await compare(engine, 41);
    await succeed(engine, 'service', 'record_dispatch', { summary: {}, transport: 'smtp', error: null });
    const review = (await succeed(engine, 'admin', 'restore_review')) as Row;
    equal(review.copied_at, '2026-03-01T12:00:00+00:00');
  }),
  holdCheck(
    'a number of a document outside that the database lacks · held, taken over, and no other is given meanwhile',
    async (engine) => {
      await engine.sql(`update public.studio set tax_registered = false;
        insert into private.quote_numbers (year, last) values (2026, 3);
        insert into private.invoice_numbers (year, last) values (2025, 8)`);
      const quote = await draft(engine);
      const own = ['invoice 2025 8', 'quote 2026 3'];
      deepEqual(await compare(engine, 40, []), { held: false, number: 40, refusals: null, numbers: own });
      // An outside list that is behind, equal or foreign does not hold sending.
      for (const lines of [own, ['quote 2026 2'], ['quote 2026 9999999999', 'devis 2026 9', '']])
        equal((await compare(engine, 40, [], lines)).held, false, lines.join());
      const ahead = ['quote 2026 7', 'quote 2026 5', 'invoice 2026 1', ...own];
      const now = ['invoice 2025 8', 'invoice 2026 1', 'quote 2026 7'];
      deepEqual(await compare(engine, 40, [], ahead), {
        held: true,
        number: 40,
        refusals: null,
        numbers: now,
      });
      const refused = await send(engine, quote);
      equal(refused.status, 409);
      match(refused.text, /un numéro pourrait être donné deux fois/);
      await liftHold(engine);
      equal((await compare(engine, 40, [], now)).held, false);
      equal((await send(engine, quote)).status, 200);
    },
  ),
  holdCheck('a refusal outside that the database lacks · held, and kept', async (engine) => {
    await engine.sql("select private.suppress(private.email_hash($1), 'unsubscribed')", [email(0)]);
    const { refusals } = await compare(engine, 40, []);
    equal(refusals?.length, 1);
    equal((await compare(engine, 40, refusals)).refusals, null);
    await engine.sql('delete from public.suppressions', []);
    deepEqual(await compare(engine, 40, ['rien', `${'g'.repeat(64)} 1 ${'a'.repeat(16)}`]), {
      ...{ held: false, number: 40, refusals: [], numbers: null },
    });
    equal((await compare(engine, 40, refusals)).held, true);
    deepEqual(await holds(engine), [{ found_by: 'mark', lifted: false, refusals_found: 1 }]);
    equal(await suppressed(engine), 1);
  }),
  holdCheck(
    'a person who agreed again and refused once more after the copy · the last word counts',
    async (engine) => {
      await engine.sql("select private.suppress(private.email_hash($1), 'unsubscribed')", [email(0)]);
      await engine.sql(`update public.suppressions set created_at = now() - interval '2 days';
      insert into public.suppression_lifts (email_hash, created_at, reason)
      select email_hash, now() - interval '1 day', 'Nouvel accord' from public.suppressions`);
      const [{ email_hash: hash, key_fingerprint: fingerprint }] = (await engine.sql(
        'select email_hash, key_fingerprint from public.suppressions',
        [],
      )) as [Row];
      equal(await suppressed(engine), 0);
      const seconds = Math.floor(Date.now() / 1000) - 60;
      equal((await compare(engine, 40, [`${hash} ${seconds} ${fingerprint}`])).held, true);
      equal(await suppressed(engine), 1);
    },
  ),
  holdCheck(
    'the provider’s list · received counts as sent, once; who left is written to no more',
    async (engine) => {
      const campaign = await createCampaign(engine);
      await holdSending(engine);
      const entries = [
        ...[0, 1].map((person) => ({ email: email(person).toUpperCase(), event: 'sent' })),
        { email: email(2), event: 'unsubscribed' },
        { email: 'ailleurs@exemple.test', event: 'sent' },
      ];
      const told = { sent: 2, suppressed: 1, unknown: ['ailleurs@exemple.test'] };
      deepEqual(await succeed(engine, 'admin', 'apply_provider_list', { entries }), told);
      deepEqual(await succeed(engine, 'admin', 'apply_provider_list', { entries }), {
        ...{ sent: 0, suppressed: 1, unknown: ['ailleurs@exemple.test'] },
      });
      await succeed(engine, 'admin', 'resume_campaign', { campaign });
      await liftHold(engine);
      const rows = await sendAll(engine);
      deepEqual(rows.map(({ recipient_email }) => recipient_email).sort(), [email(3), email(4)]);
    },
  ),
  holdCheck(
    'somebody written to by a campaign that the copy knows as a draft · is told, and becomes « contacté »',
    async (engine) => {
      const draft_id = 'd9000000-0000-4000-8000-000000000001';
      await succeed(engine, 'admin', 'save_campaign_draft', {
        draft_id,
        title: 'Relance d’automne',
        content: {},
      });
      await holdSending(engine);
      const review = (await succeed(engine, 'admin', 'restore_review')) as { campaigns: Row[] };
      deepEqual(
        review.campaigns.map(({ name, status }) => [name, status]),
        [['Relance d’automne', 'brouillon']],
      );
      match(
        (await rpc(engine, 'admin', 'mark_campaign_sent', { campaign: draft_id })).text,
        /rien à envoyer/,
      );
      const entries = [{ email: email(0), event: 'sent' }];
      deepEqual(await succeed(engine, 'admin', 'apply_provider_list', { entries }), {
        ...{ sent: 0, suppressed: 0, unknown: [email(0)] },
      });
      const rows = await engine.sql('select status from public.contacts where email = $1', [email(0)]);
      deepEqual(rows, [{ status: 'contacté' }]);
    },
  ),
  holdCheck(
    'the single messages to look at · with their address, no invitation and no digest',
    async (engine) => {
      // A paused campaign alerts the administrators.
      await createCampaign(engine);
      await engine.sql('delete from private.personal_links');
      await succeed(engine, 'admin', 'send_personal_link', { contact: contact(0) });
      await plantInvitations(engine, { attente: {} });
      await engine.sql(`
      insert into private.daily_digests (day, user_id, content) values (current_date, '${engine.people.admin.id}', '[]');
      insert into public.notifications (kind, digest_id) select 'daily_digest', id from private.daily_digests`);
      try {
        await holdSending(engine);
        deepEqual(await engine.sql('select distinct state from public.notifications'), [
          { state: 'incertain' },
        ]);
        for (const role of ['admin', 'reader'] as const) {
          const review = (await succeed(engine, role, 'restore_review')) as { messages: Row[] };
          deepEqual(review.messages.map(({ kind, email: address }) => [kind, address]).sort(), [
            ['campaign_alert', null],
            ['personal_link', email(0)],
          ]);
        }
      } finally {
        await engine.sql(`delete from public.invitations; delete from private.daily_digests;
        delete from public.notifications where kind = 'personal_link'; delete from private.personal_links`);
      }
    },
  ),
  holdCheck('« tout est déjà parti » · nothing more of that campaign, follow-ups included', (engine) =>
    onABusinessDay(engine, async () => {
      const campaign = await createCampaign(engine, withFollowUp);
      await finish(engine, ((await claim(engine, 1)) as [Row])[0], 'accepted');
      await holdSending(engine);
      equal(await succeed(engine, 'admin', 'mark_campaign_sent', { campaign }), 4);
      equal(await statusOf(engine, campaign), 'terminé');
      await liftHold(engine);
      await daysLater(engine, 4);
      deepEqual(await claim(engine), []);
    }),
  ),
  holdCheck('thousands of lines of a provider · taken within a statement’s time', async (engine) => {
    await createCampaign(engine);
    await holdSending(engine);
    const lines = proofSize(1_000, 10_000);
    const entries = Array.from({ length: lines }, (_, i) => ({
      email: `x${i}@exemple.test`,
      event: 'sent',
    }));
    const told = (await succeed(engine, 'admin', 'apply_provider_list', { entries })) as {
      unknown: string[];
    };
    equal(told.unknown.length, lines);
    for (const wrong of [
      [],
      Array(10_001).fill(entries[0]),
      [{ email: 'rien', event: 'sent' }],
      [{ email: email(0), event: 'x' }],
    ])
      equal((await rpc(engine, 'admin', 'apply_provider_list', { entries: wrong })).status, 400);
  }),
  holdCheck('its functions · for whom each is, and for nobody while nothing is held', async (engine) => {
    const campaign = await createCampaign(engine);
    const entries = [{ email: email(0), event: 'sent' }];
    match((await rpc(engine, 'admin', 'apply_provider_list', { entries })).text, /ne sont pas retenus/);
    match((await rpc(engine, 'admin', 'mark_campaign_sent', { campaign })).text, /ne sont pas retenus/);
    equal(await succeed(engine, 'admin', 'restore_review'), null);
    equal(await liftHold(engine), false);
    await holdSending(engine);
    for (const role of ['visitor', 'user', 'reader'] as const) {
      for (const [name, body] of [
        ['apply_provider_list', { entries }],
        ['mark_campaign_sent', { campaign }],
        ['lift_sending_hold', {}],
      ] as const)
        equal(
          (await rpc(engine, role, name, body)).status,
          role === 'visitor' ? 401 : 403,
          `${role} ${name}`,
        );
    }
    await mustRefuse(engine, ['visitor', 'user', 'reader', 'admin'], 'compare_send_mark', { seen: 1 });
    await mustRefuse(engine, ['visitor', 'user', 'reader', 'admin'], 'next_send_mark', {});
    equal(((await succeed(engine, 'reader', 'restore_review')) as Row).found_by, 'restore');
    await mustRefuse(engine, ['visitor', 'user'], 'restore_review', {});
  }),
];
