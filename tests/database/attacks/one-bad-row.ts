import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  createCampaign,
  daysLater,
  onABusinessDay,
  pauses,
  sendAll,
  sendCampaign,
  states,
  statusOf,
  step,
} from '../fixtures/campaigns.ts';

const refusals = (engine: Engine) =>
  engine.sql<{ contact_id: string; followup_refusal: string }>(
    'select contact_id, followup_refusal from public.email_sends where followup_refusal is not null order by 1',
    [],
  );

/** While `run` lasts, the database refuses what is written to messages under this condition. */
async function whileRefused(engine: Engine, condition: string, run: () => Promise<void>): Promise<void> {
  await engine.sql(`
    create function private.test_refuse() returns trigger language plpgsql set search_path = '' as $$
    begin
      if ${condition} then
        raise check_violation using message = 'coincé';
      end if;
      return new;
    end $$;
    create trigger test_refuse before update on public.email_sends
      for each row execute function private.test_refuse();
  `);
  try {
    await run();
  } finally {
    await engine.sql('drop trigger test_refuse on public.email_sends; drop function private.test_refuse();');
  }
}

/** Checks of every batch job: a row that fails is reported on that row, and the others go on. */
export const attacksByOneBadRow: Check[] = [
  ...[
    ['empty', 'Encore', '{telephone}'],
    ['blank', 'Encore', '\n{telephone}\n'],
    ['without a subject', '{telephone}', 'Rebonjour'],
  ].map(([what, subject, body]) =>
    campaignCheck(
      `one bad row · a follow-up ${what} for one person · the others get theirs`,
      async (engine) => {
        await engine.sql("update public.contacts set phone = '418 555-0101' where id <> $1", [contact(2)]);
        const { campaign } = await sendCampaign(engine, { steps: [step({ subject, body })] });
        const planned = await succeed<Row[]>(engine, 'admin', 'campaign_followups', { campaign });
        const told = planned.filter(({ reason }) => reason !== null);
        deepEqual(
          told.map(({ contact_id }) => contact_id),
          [contact(2)],
        );
        match(String(told[0]?.reason), /serait vide/);
        await onABusinessDay(engine, async () => {
          await daysLater(engine, 3);
          equal((await claim(engine, 100)).length, 4);
          const [kept, ...others] = await refusals(engine);
          deepEqual([kept?.contact_id, others], [contact(2), []]);
          match(String(kept?.followup_refusal), /serait vide/);
        });
      },
    ),
  ),
  campaignCheck(
    'one bad row · a follow-up too long for one person · the others get theirs',
    async (engine) => {
      await engine.sql('update public.contacts set company = $1 where id = $2', [
        'x'.repeat(100),
        contact(1),
      ]);
      await sendCampaign(engine, { steps: [step({ subject: '{entreprise}'.repeat(16) })] });
      await onABusinessDay(engine, async () => {
        await daysLater(engine, 3);
        equal((await claim(engine, 100)).length, 4);
        const [kept, ...others] = await refusals(engine);
        deepEqual([kept?.contact_id, others], [contact(1), []]);
        match(String(kept?.followup_refusal), /n’a pas pu être préparée/);
        // The failure is reported once: the next rounds do not try again.
        deepEqual(await claim(engine, 100), []);
      });
    },
  ),
  campaignCheck(
    'one bad row · a campaign that cannot start · paused with the reason, the other leaves',
    async (engine) => {
      const later = { send_now: false, send_date: new Date(Date.now() + 3_600_000).toISOString() };
      const stuck = await createCampaign(engine, { ...later, name: 'Coincée' }, [contact(0)]);
      await createCampaign(engine, { ...later, name: 'Autre' }, [contact(1)]);
      await engine.sql("update public.campaigns set send_date = now() - interval '1 minute'");
      await whileRefused(engine, `new.campaign_id = '${stuck}' and new.status = 'programmé'`, async () => {
        deepEqual(
          (await claim(engine)).map(({ contact_id }) => contact_id),
          [contact(1)],
        );
      });
      const told = await pauses(engine);
      equal(told.Autre, null);
      match(String(told.Coincée), /n’a pas pu commencer/);
      await succeed(engine, 'admin', 'resume_campaign', { campaign: stuck });
      equal((await claim(engine)).length, 1);
    },
  ),
  campaignCheck(
    'one bad row · a message that cannot be leased · ended with the reason, the others leave',
    async (engine) => {
      await createCampaign(engine);
      await whileRefused(
        engine,
        `new.contact_id = '${contact(0)}' and new.lease_token is not null`,
        async () => {
          equal((await sendAll(engine)).length, 4);
        },
      );
      const [ended] = await engine.sql("select last_error from public.email_sends where status = 'échec'");
      match(String(ended?.last_error), /refusé par la base de données/);
      deepEqual(await states(engine), ['0:envoyé', '0:envoyé', '0:envoyé', '0:envoyé', '0:échec']);
    },
  ),
  campaignCheck('one bad row · the only message cannot be leased · the campaign ends', async (engine) => {
    const campaign = await createCampaign(engine, {}, [contact(0)]);
    await whileRefused(engine, 'new.lease_token is not null', async () => {
      deepEqual(await claim(engine), []);
    });
    deepEqual([await statusOf(engine, campaign), await states(engine)], ['terminé', ['0:échec']]);
  }),
  campaignCheck(
    'one bad row · a message that cannot even be ended · its campaign is paused, another leaves',
    async (engine) => {
      await createCampaign(engine, { name: 'Coincée' }, [contact(0)]);
      await createCampaign(engine, { name: 'Autre' }, [contact(1)]);
      await whileRefused(engine, `new.contact_id = '${contact(0)}'`, async () => {
        deepEqual(
          (await claim(engine)).map(({ contact_id }) => contact_id),
          [contact(1)],
        );
      });
      const told = await pauses(engine);
      equal(told.Autre, null);
      match(String(told.Coincée), /personne0@exemple\.test est refusé/);
    },
  ),
];

/** A sender taken off the verified list sends nothing more, whatever was planned with it. */
export const attacksOnRemovedSenders: Check[] = [
  campaignCheck(
    'removed sender · its campaigns are paused with the reason, the others leave',
    async (engine) => {
      await engine.sql(
        "update public.sending_settings set verified_senders = '{studio@exemple.test,ancien@exemple.test}'",
      );
      const old = await createCampaign(engine, { name: 'Ancienne', from_email: 'ancien@exemple.test' }, [
        contact(0),
        contact(1),
      ]);
      await createCampaign(engine, { name: 'Autre' }, [contact(2)]);
      const [{ id: first }] = (await engine.sql('select id from public.email_sends where campaign_id = $1', [
        old,
      ])) as [Row];
      await engine.sql("update public.sending_settings set verified_senders = '{STUDIO@exemple.test}'");
      deepEqual(await claim(engine, 1, true, { only_send: first, sender: 'ancien@exemple.test' }), []);
      deepEqual(
        (await sendAll(engine)).map(({ contact_id }) => contact_id),
        [contact(2)],
      );
      const told = await pauses(engine);
      equal(told.Autre, null);
      match(String(told.Ancienne), /ancien@exemple\.test.*vérifi/);
      deepEqual(await states(engine), ['0:envoyé', '0:programmé', '0:programmé']);
      // Once the sender is verified again and the campaign resumed, no message was lost.
      await engine.sql("update public.sending_settings set verified_senders = '{ancien@exemple.test}'");
      const answer = await rpc(engine, 'admin', 'resume_campaign', { campaign: old });
      equal(answer.status < 300, true, answer.text);
      equal((await claim(engine)).length, 2);
    },
  ),
];
