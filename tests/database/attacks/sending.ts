import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  comeDue,
  contact,
  create,
  createCampaign,
  finish,
  mustRefuse,
  sendAll,
  stateOf,
  states,
  statusOf,
} from '../fixtures/campaigns.ts';

/**
 * Events between the creation of a campaign and its sending that cancel a person's message, with the reason that is
 * recorded.
 */
const cancellingEvents: [string, string, RegExp][] = [
  [
    'unsubscribed',
    "select private.suppress(private.email_hash('personne0@exemple.test'), 'unsubscribed')",
    /Désabonné/,
  ],
  [
    'bouncing',
    "select private.suppress(private.email_hash('PERSONNE0@exemple.test '), 'bounced')",
    /erreur permanente/,
  ],
  [
    'complaining',
    "select private.suppress(private.email_hash('personne0@exemple.test'), 'complained')",
    /indésirable/,
  ],
  [
    'who became a partner',
    `update public.contacts set status = 'partenaire' where id = '${contact(0)}'`,
    /Devenu partenaire/,
  ],
  ['who refused', `update public.contacts set status = 'refusé' where id = '${contact(0)}'`, /refusé/],
  ['deleted', `delete from public.contacts where id = '${contact(0)}'`, /supprimé/],
  ['without an address', `update public.contacts set email = null where id = '${contact(0)}'`, /adresse/],
  [
    'at another address',
    `update public.contacts set email = 'neuve@exemple.test' where id = '${contact(0)}'`,
    /a changé/,
  ],
  [
    'without evidence',
    `delete from public.consent_events where contact_id = '${contact(0)}'`,
    /Aucun consentement/,
  ],
  [
    'whose consent expired',
    `update public.consent_events set basis = 'inquiry', occurred_at = now() - interval '6 months 1 day' where contact_id = '${contact(0)}'`,
    /expiré/,
  ],
  [
    'whose consent was withdrawn',
    `insert into public.consent_events (email, basis, occurred_at) values ('Personne0@exemple.test', 'withdrawn', now())`,
    /retiré/,
  ],
];

/**
 * Attacks on the sending functions: each message leaves at most once, none is lost, and nobody who refused gets one.
 */
export const attacksOnSending: Check[] = [
  campaignCheck('claim and finish · visitor, signed-in user, administrator · refused', async (engine) => {
    await createCampaign(engine);
    const body = { batch: 5, same_key_is_safe: false };
    await mustRefuse(engine, ['visitor', 'user', 'admin'], 'claim_email_sends', body);
    const [row] = (await claim(engine, 1)) as [Row];
    const end = { send_id: row.id, token: row.lease_token, outcome: 'accepted' };
    await mustRefuse(engine, ['visitor', 'user', 'admin'], 'finish_email_send', end);
    await mustRefuse(engine, ['visitor', 'user', 'admin'], 'record_dispatch', {
      summary: {},
      transport: 'smtp',
    });
    equal((await stateOf(engine, row.id)).held, true);
  }),
  campaignCheck('a message claimed · for a minute, by one worker, with all that makes it', async (engine) => {
    const campaign = await createCampaign(engine);
    const rows = await claim(engine);
    equal(rows.length, 5);
    const [row] = rows as [Row];
    deepEqual(
      {
        ...row,
        id: null,
        lease_token: null,
        unsubscribe_token: null,
        contact_id: null,
        recipient_email: null,
      },
      {
        ...{ id: null, lease_token: null, unsubscribe_token: null, contact_id: null, recipient_email: null },
        ...{ campaign_id: campaign, step: 0, subject: row.subject, body: row.body },
        ...{ recipient_name: row.recipient_name, from_email: 'studio@exemple.test' },
        identity: {
          ...{ sender_name: 'Studio', legal_name: 'Studio inc.', postal_address: '1, rue du Quai, Percé' },
          ...{ contact_email: 'studio@exemple.test', contact_phone: '' },
          consent: (row.identity as Row).consent,
        },
        follows: null,
      },
    );
    const { wait, attempts, held } = await stateOf(engine, row.id);
    deepEqual([attempts, held, Number(wait) > 50 && Number(wait) <= 60], [1, true, true]);
    deepEqual(await claim(engine), []);
  }),
  campaignCheck('identity and sender · those of the first claim, at each attempt', async (engine) => {
    await engine.sql(
      "update public.sending_settings set verified_senders = '{premier@exemple.test,second@exemple.test}'",
    );
    await create(engine, { from_email: 'second@exemple.test' }, [contact(0)]);
    const [{ id: only }] = (await engine.sql('select id from public.email_sends')) as [Row];
    const more = { only_send: only, sender: 'premier@exemple.test' };
    const [row] = (await claim(engine, 1, true, more)) as [Row];
    await finish(engine, row, 'retry', { reason: 'absent' });
    await engine.sql("update public.studio set legal_name = 'Autre'; ");
    await comeDue(engine);
    const [again] = (await claim(engine, 1, true, { only_send: only, sender: 'second@exemple.test' })) as [
      Row,
    ];
    deepEqual([again.identity, again.from_email], [row.identity, 'premier@exemple.test']);
  }),
  campaignCheck('finish with another token, or twice · no effect', async (engine) => {
    await createCampaign(engine);
    const [row] = (await claim(engine, 1)) as [Row];
    equal(await finish(engine, { ...row, lease_token: row.id }, 'accepted'), false);
    equal(await finish(engine, row, 'rejected', { reason: 'adresse inconnue' }), true);
    equal(await finish(engine, row, 'accepted'), false);
    const { status, last_error } = await stateOf(engine, row.id);
    deepEqual([status, last_error], ['échec', 'adresse inconnue']);
    const [other] = (await claim(engine, 1)) as [Row];
    const nonsense = { send_id: other.id, token: other.lease_token, outcome: 'peut-être' };
    match((await rpc(engine, 'service', 'finish_email_send', nonsense)).text, /Unknown outcome/);
  }),
  campaignCheck('each outcome · its state, the contact, the campaign', async (engine) => {
    const campaign = await createCampaign(engine);
    const rows = (await claim(engine)) as [Row, Row, Row, Row, Row];
    await engine.sql("update public.contacts set status = 'intéressé' where id = $1", [rows[1].contact_id]);
    await finish(engine, rows[0], 'accepted', { sent_as: 'abc' });
    await finish(engine, rows[1], 'accepted');
    await finish(engine, rows[2], 'unknown', { reason: 'coupé' });
    await finish(engine, rows[3], 'rejected', { reason: 'refusé' });
    equal(await statusOf(engine, campaign), 'en_cours');
    await finish(engine, rows[4], 'wait', { wait_seconds: 120, reason: 'later' });
    const { attempts, wait, status, held } = await stateOf(engine, rows[4].id);
    deepEqual([attempts, wait, status, held], [0, 120, 'programmé', false]);
    deepEqual((await stateOf(engine, rows[0].id)).provider_id, 'abc');
    const people = await engine.sql(
      'select status, count(*)::int as n from public.contacts group by 1 order by 1',
    );
    deepEqual(people, [
      { status: 'nouveau', n: 3 },
      { status: 'contacté', n: 1 },
      { status: 'intéressé', n: 1 },
    ]);
    await comeDue(engine);
    const [last] = (await claim(engine)) as [Row];
    await finish(engine, last, 'pause', { reason: 'clé refusée' });
    const [held2] = await engine.sql('select status, pause_reason from public.campaigns');
    deepEqual(held2, { status: 'en_cours', pause_reason: 'clé refusée' });
    await succeed(engine, 'admin', 'resume_campaign', { campaign });
    await sendAll(engine);
    deepEqual(
      [await statusOf(engine, campaign), await states(engine)],
      ['terminé', ['0:envoyé', '0:envoyé', '0:envoyé', '0:incertain', '0:échec']],
    );
  }),
  campaignCheck('retries · 30 s, 60 s, 120 s …, « échec » or « incertain » at the 8th', async (engine) => {
    for (const arrival_possible of [false, true]) {
      await createCampaign(engine, {}, [contact(0)]);
      const waits: number[] = [];
      let send: unknown;
      for (let attempt = 1; attempt <= 8; attempt++) {
        const [row] = (await claim(engine, 1, true)) as [Row];
        send = row.id;
        await finish(engine, row, 'retry', { reason: 'absent', arrival_possible });
        if (attempt < 8) waits.push(Number((await stateOf(engine, send)).wait));
        await comeDue(engine);
      }
      deepEqual(waits, [30, 60, 120, 240, 480, 960, 1920]);
      equal((await stateOf(engine, send)).status, arrival_possible ? 'incertain' : 'échec');
    }
  }),
  campaignCheck(
    'the worker disappears · without an idempotency key, « incertain » and never taken again',
    async (engine) => {
      const campaign = await createCampaign(engine);
      const lost = await claim(engine);
      await comeDue(engine);
      deepEqual(await claim(engine), []);
      deepEqual([await statusOf(engine, campaign), new Set(await states(engine)).size], ['terminé', 1]);
      equal((await stateOf(engine, lost[0]?.id)).status, 'incertain');
      equal(await finish(engine, lost[0] as Row, 'accepted'), false);
    },
  ),
  campaignCheck(
    'the worker disappears · with an idempotency key, taken again for 23 hours, then « incertain »',
    async (engine) => {
      await createCampaign(engine, {}, [contact(0)]);
      const [lost] = (await claim(engine, 1, true)) as [Row];
      await comeDue(engine);
      const [again] = (await claim(engine, 1, true)) as [Row];
      equal(again.id, lost.id);
      equal(await finish(engine, lost, 'accepted'), false);
      // The first attempt may have arrived, so a refusal of the second leaves the outcome unknown.
      await finish(engine, again, 'rejected', { reason: 'refusé' });
      equal((await stateOf(engine, lost.id)).status, 'incertain');
      await createCampaign(engine, {}, [contact(1)]);
      await claim(engine, 1, true);
      await comeDue(engine);
      await engine.sql(
        "update public.email_sends set first_attempt_at = now() - interval '23 hours 1 minute'",
      );
      deepEqual(await claim(engine, 1, true), []);
      deepEqual(await states(engine), ['0:incertain', '0:incertain']);
    },
  ),
  ...cancellingEvents.map(([who, event, reason]) =>
    campaignCheck(`between creation and sending, ${who} · cancelled, with the reason`, async (engine) => {
      const campaign = await createCampaign(engine);
      await engine.sql(event);
      equal((await sendAll(engine)).length, 4);
      const [row] = await engine.sql("select last_error from public.email_sends where status = 'annulé'");
      match(String(row?.last_error), reason);
      equal(await statusOf(engine, campaign), 'terminé');
    }),
  ),
  campaignCheck('the only recipient has left · the campaign ends', async (engine) => {
    const campaign = await createCampaign(engine, {}, [contact(0)]);
    await engine.sql(`delete from public.contacts where id = '${contact(0)}'`);
    deepEqual(await claim(engine), []);
    equal(await statusOf(engine, campaign), 'terminé');
  }),
  campaignCheck('daily cap · never exceeded, the rest waits for tomorrow', async (engine) => {
    await engine.sql('update public.sending_settings set daily_cap = 3');
    await createCampaign(engine);
    const rows = await claim(engine);
    equal(rows.length, 3);
    deepEqual(await claim(engine), []);
    for (const row of rows) await finish(engine, row, 'accepted');
    deepEqual(await claim(engine), []);
    deepEqual(await succeed(engine, 'admin', 'sending_state'), {
      ...{ sent_today: 3, daily_cap: 3, quiet_now: false, quiet_until: null, ready: true, stop: null },
      ...{ held: false, reputation_stop: null, outage: null, transport: null },
    });
    await engine.sql("update public.email_sends set finished_at = now() - interval '1 day'");
    equal((await claim(engine)).length, 2);
  }),
  campaignCheck('incomplete identity · nothing leaves', async (engine) => {
    await createCampaign(engine);
    for (const column of ['sender_name', 'legal_name', 'postal_address', 'contact_email']) {
      const [before] = (await engine.sql(`select ${column} as value from public.studio`)) as [Row];
      await engine.sql(`update public.studio set ${column} = ''`);
      deepEqual(await claim(engine), [], column);
      await engine.sql(`update public.studio set ${column} = $1`, [before.value]);
    }
    equal((await claim(engine)).length, 5);
  }),
  campaignCheck('the browser sends · the dispatcher waits, then sends', async (engine) => {
    await create(engine);
    deepEqual(await claim(engine), []);
    const [first] = (await engine.sql('select id from public.email_sends limit 1')) as [Row];
    await engine.sql("update public.campaigns set driven_until = now() - interval '1 second'");
    const [row] = (await claim(engine, 1, false, { only_send: first.id })) as [Row];
    equal(row.id, first.id);
    deepEqual(await claim(engine, 1, false, { only_send: first.id }), []);
    deepEqual(await claim(engine), []);
    await engine.sql("update public.campaigns set driven_until = now() - interval '1 second'");
    equal((await claim(engine)).length, 4);
  }),
  campaignCheck(
    '30 workers claim at once · each message goes to one, the daily cap holds',
    async (engine) => {
      await engine.sql('update public.sending_settings set daily_cap = 4');
      await createCampaign(engine);
      const workers = Array.from({ length: 30 }, () => () => claim(engine, 1));
      const taken = (await atOnce(engine, 'public.email_sends', workers)).flat().map(({ id }) => id);
      equal(taken.length, 4);
      equal(new Set(taken).size, 4);
    },
    { needs: 'simultaneity' },
  ),
  campaignCheck(
    'the last two finish together · the campaign ends',
    async (engine) => {
      for (let round = 0; round < 5; round++) {
        const campaign = await createCampaign(engine);
        const rows = await claim(engine);
        await Promise.all(rows.map((row) => finish(engine, row, 'accepted')));
        equal(await statusOf(engine, campaign), 'terminé');
      }
    },
    { needs: 'simultaneity' },
  ),
  campaignCheck("the dispatcher's report · the last one, and only it", async (engine) => {
    for (const error of [null, 'Resend a répondu 401']) {
      await succeed(engine, 'service', 'record_dispatch', {
        ...{ summary: { campaigns: { accepted: 2 } }, transport: 'resend', error },
      });
    }
    const rows = await engine.sql('select last_summary, transport, last_error from public.dispatcher_state');
    deepEqual(rows, [
      {
        last_summary: { campaigns: { accepted: 2 } },
        transport: 'resend',
        last_error: 'Resend a répondu 401',
      },
    ]);
  }),
];
