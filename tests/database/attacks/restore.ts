import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  createCampaign,
  daysLater,
  details,
  mustRefuse,
  onABusinessDay,
  pauses,
  sendAll,
  sendCampaign,
  states,
  statusOf,
} from '../fixtures/campaigns.ts';
import { underAnotherKey } from '../fixtures/hash-key.ts';

/** Makes the database look restored: the server last saw its campaigns this long ago. */
const ageCampaigns = (engine: Engine, time: string) =>
  engine.sql(`update public.campaigns set server_seen_at = now() - interval '${time}'`);

const suppress = (engine: Engine, person: number) =>
  engine.sql("select private.suppress(private.email_hash($1), 'complained')", [
    `personne${person}@exemple.test`,
  ]);

const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();
const STALLED_REASON = /n’a pas avancé depuis plus de 24\s*heures/;

/** Campaign states in which messages leave, each with the steps that lead to it. */
const sendingStates: [string, (engine: Engine) => Promise<string>][] = [
  ['under way', (engine) => createCampaign(engine)],
  ['planned for later', (engine) => createCampaign(engine, { send_now: false, send_date: inOneHour() })],
  [
    'due this hour',
    async (engine) => {
      const campaign = await createCampaign(engine, { send_now: false, send_date: inOneHour() });
      await engine.sql("update public.campaigns set send_date = now() - interval '10 minutes'");
      return campaign;
    },
  ],
];

/**
 * Attacks on a restored copy of the database: it must not resend what it does not know of, nor write to people who
 * refused since.
 */
export const attacksByRestores: Check[] = [
  ...sendingStates.map(([what, make]) =>
    campaignCheck(
      `restore · a campaign ${what}, untouched for a day · held until a person resumes it`,
      async (engine) => {
        const campaign = await make(engine);
        const [{ id: first }] = (await engine.sql('select id from public.email_sends limit 1')) as [Row];
        await ageCampaigns(engine, '10 days');
        deepEqual(await claim(engine, 10, true, { only_send: first, sender: 'studio@exemple.test' }), []);
        deepEqual(await claim(engine), []);
        match(String((await pauses(engine)).Campagne), STALLED_REASON);
        await succeed(engine, 'admin', 'resume_campaign', { campaign });
        await engine.sql(
          "update public.campaigns set send_date = now() - interval '1 minute' where send_date is not null",
        );
        equal((await claim(engine)).length, 5);
      },
    ),
  ),
  campaignCheck(
    'restore · follow-ups of a finished campaign · held until a person resumes it',
    async (engine) => {
      const { campaign } = await sendCampaign(engine);
      await onABusinessDay(engine, async () => {
        await daysLater(engine, 3);
        await ageCampaigns(engine, '25 hours');
        deepEqual(await claim(engine), []);
        match(String((await pauses(engine)).Campagne), STALLED_REASON);
        equal(await statusOf(engine, campaign), 'terminé');
        equal(await succeed(engine, 'admin', 'resume_campaign', { campaign }), true);
        equal((await claim(engine)).length, 5);
      });
    },
  ),
  campaignCheck(
    'restore · a finished campaign that waits for nothing, a cancelled one · left alone',
    async (engine) => {
      await createCampaign(engine, { name: 'Finie' }, [contact(0)]);
      await sendAll(engine);
      const gone = await createCampaign(engine, { name: 'Annulée' }, [contact(1)]);
      await succeed(engine, 'admin', 'cancel_campaign', { campaign: gone });
      await ageCampaigns(engine, '10 days');
      await claim(engine);
      deepEqual(await pauses(engine), { Annulée: null, Finie: null });
    },
  ),
  campaignCheck(
    'a campaign that waits for the daily cap or for its date · is looked after, not held',
    async (engine) => {
      await engine.sql('update public.sending_settings set daily_cap = 1');
      await createCampaign(engine, { name: 'Reste' });
      await createCampaign(engine, { name: 'Plus tard', send_now: false, send_date: inOneHour() });
      await sendAll(engine);
      await ageCampaigns(engine, '23 hours');
      deepEqual(await claim(engine), []);
      const [{ oldest }] = (await engine.sql(
        "select max(now() - server_seen_at) < interval '1 minute' as oldest from public.campaigns",
      )) as [Row];
      deepEqual([oldest, await pauses(engine)], [true, { 'Plus tard': null, Reste: null }]);
    },
  ),
  campaignCheck('resume and pause · say whether anything changed', async (engine) => {
    const campaign = await createCampaign(engine);
    const say = (name: string) => succeed(engine, 'admin', name, { campaign });
    deepEqual(
      [
        await say('resume_campaign'),
        await say('pause_campaign'),
        await say('pause_campaign'),
        await say('resume_campaign'),
      ],
      [false, true, false, true],
    );
  }),
  campaignCheck('restore under another key · nothing leaves, and everybody is told why', async (engine) => {
    const campaign = await createCampaign(engine);
    await suppress(engine, 0);
    await underAnotherKey(engine, async () => {
      deepEqual(await claim(engine), []);
      const why = await succeed<string>(engine, 'admin', 'may_email', { contact: contact(1) });
      match(why, /clé des désabonnements a changé/);
      equal((await succeed<Row>(engine, 'admin', 'sending_state')).stop, why);
      const planned = { details: details(), contact_ids: [contact(1)] };
      match((await rpc(engine, 'admin', 'create_campaign', planned)).text, /clé des désabonnements/);
      const counted = await succeed<Row>(engine, 'admin', 'count_segment', { definition: { email: 'avec' } });
      deepEqual([counted.matching, counted.reachable], [5, 0]);
      equal((counted.reasons as Row)[why], 5);
      await succeed(engine, 'admin', 'pause_campaign', { campaign });
      await succeed(engine, 'admin', 'resume_campaign', { campaign });
      deepEqual(await claim(engine), []);
      deepEqual(await states(engine), Array(5).fill('0:programmé'));
    });
    // With the key restored, only the person who complained gets nothing.
    equal((await claim(engine)).length, 4);
    equal((await succeed<Row>(engine, 'admin', 'sending_state')).stop, null);
  }),
  campaignCheck('restore without a key · nothing leaves', async (engine) => {
    await createCampaign(engine);
    const [{ key }] = (await engine.sql(
      "select encode(key, 'hex') as key from private.hash_key where id = 1",
    )) as [Row];
    await engine.sql('delete from private.hash_key where id = 1');
    try {
      deepEqual(await claim(engine), []);
    } finally {
      await engine.sql("insert into private.hash_key (id, key) values (1, decode($1, 'hex'))", [key]);
    }
    equal((await claim(engine)).length, 5);
  }),
  campaignCheck('a suppression that a consent has ended, of another key · stops nothing', async (engine) => {
    await createCampaign(engine);
    await suppress(engine, 0);
    await engine.sql(
      `insert into public.suppression_lifts (email_hash, reason, created_at)
         select email_hash, 'Consent à nouveau', now() + interval '1 second' from public.suppressions`,
    );
    await underAnotherKey(engine, async () => equal((await claim(engine)).length, 5));
  }),
  campaignCheck(
    'apply a list again · once, counted, and the stop ends only with a list long enough',
    async (engine) => {
      await createCampaign(engine);
      for (const person of [0, 1]) await suppress(engine, person);
      const apply = (addresses: string[], is_complete = false) =>
        succeed<Row>(engine, 'admin', 'reapply_suppressions', { addresses, is_complete });
      await underAnotherKey(engine, async () => {
        deepEqual(
          await apply([' PERSONNE0@exemple.test ', 'personne0@exemple.test', 'pas une adresse', ''], true),
          {
            ...{ added: 1, known: 0, invalid: ['pas une adresse'], unreadable: 2 },
          },
        );
        deepEqual(await claim(engine), []);
        deepEqual(await apply(['personne0@exemple.test', 'personne1@exemple.test']), {
          ...{ added: 1, known: 1, invalid: [], unreadable: 2 },
        });
        deepEqual(await apply(['personne0@exemple.test', 'personne1@exemple.test'], true), {
          ...{ added: 0, known: 2, invalid: [], unreadable: 0 },
        });
        const rows = await claim(engine);
        deepEqual(rows.map(({ recipient_email }) => recipient_email).sort(), [
          ...['personne2@exemple.test', 'personne3@exemple.test', 'personne4@exemple.test'],
        ]);
      });
    },
  ),
  campaignCheck(
    'apply a list again · by administrators only, nothing for an empty or endless one',
    async (engine) => {
      const body = { addresses: ['personne0@exemple.test'] };
      await mustRefuse(engine, ['visitor', 'service'], 'reapply_suppressions', body);
      const stranger = await rpc(engine, 'user', 'reapply_suppressions', body);
      equal(stranger.status, 403, stranger.text);
      deepEqual(await engine.sql('select id from public.suppressions', []), []);
      for (const [addresses, words] of [
        [['rien'], /Aucune adresse/],
        [Array(10_001).fill('a@exemple.test'), /10 000/],
      ] as const) {
        match((await rpc(engine, 'admin', 'reapply_suppressions', { addresses })).text, words);
      }
    },
  ),
  campaignCheck(
    'identity · visitors read what the site prints, and nothing else of the settings',
    async (engine) => {
      await engine.sql(
        `update public.studio set contact_phone = ' ', neq = '1234567890', tax_registered = false,
           tps_number = '123456789 RT0001', logo_path = 'logo-1.png'`,
      );
      const printed = {
        ...{ sender_name: 'Studio', legal_name: 'Studio inc.', postal_address: '1, rue du Quai, Percé' },
        ...{ contact_email: 'studio@exemple.test', contact_phone: null, neq: '1234567890' },
        ...{ tax_registered: false, tps_number: null, tvq_number: null, logo_path: 'logo-1.png' },
      };
      for (const role of ['visitor', 'user', 'admin'] as const) {
        deepEqual(await succeed(engine, role, 'public_identity'), printed);
      }
      await engine.sql('update public.studio set tax_registered = true');
      deepEqual(await succeed(engine, 'visitor', 'public_identity'), {
        ...printed,
        ...{ tax_registered: true, tps_number: '123456789 RT0001' },
      });
      await mustRefuse(engine, ['service'], 'public_identity', {});
    },
  ),
];
