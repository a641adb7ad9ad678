import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  create,
  createCampaign,
  finish,
  mustRefuse,
  sendAll,
  states,
} from '../fixtures/campaigns.ts';

const eventTime = (minute: number) => `2026-11-01T10:0${minute}:00+00:00`;

function report(engine: Engine, row: Row, kind: string, more: Row = {}): Promise<unknown> {
  return succeed(engine, 'service', 'record_email_event', {
    ...{ event_id: `${kind}-${row.id}`, send: row.id, provider_message: `fournisseur-${row.id}`, kind },
    ...{ occurred_at: eventTime(1), ...more },
  });
}

const sendFacts = async (engine: Engine, row: Row) =>
  (
    await engine.sql(
      `select status, delivered_at, bounced_at, complained_at, opened_at, bounce_reason from public.email_sends where id = $1`,
      [row.id],
    )
  )[0] as Row;

const suppressed = async (engine: Engine) =>
  (await engine.sql<{ reason: string }>('select reason from public.suppressions order by 1')).map(
    ({ reason }) => reason,
  );

/** Attacks on what the provider reports, and on what a person notes by hand. */
export const attacksOnFeedback: Check[] = [
  campaignCheck('record an event · visitor, signed-in user, administrator · refused', async (engine) => {
    await createCampaign(engine);
    const [row] = (await sendAll(engine)) as [Row];
    await mustRefuse(engine, ['visitor', 'user', 'admin'], 'record_email_event', {
      ...{ event_id: 'e', send: row.id, provider_message: null, kind: 'bounced', occurred_at: eventTime(1) },
    });
    await mustRefuse(engine, ['visitor', 'user', 'service'], 'record_bounce', { send: row.id });
    await mustRefuse(engine, ['visitor', 'user', 'service'], 'mark_replied', { send: row.id });
    deepEqual(await suppressed(engine), []);
  }),
  campaignCheck('repeated and out of order · once each, never backwards', async (engine) => {
    await createCampaign(engine, {}, [contact(0)]);
    const [row] = (await sendAll(engine)) as [Row];
    equal(await report(engine, row, 'opened', { occurred_at: eventTime(5) }), true);
    equal(await report(engine, row, 'delivered', { occurred_at: eventTime(2) }), true);
    equal(await report(engine, row, 'delivered', { occurred_at: eventTime(1) }), false);
    equal(await report(engine, row, 'opened', { event_id: 'autre', occurred_at: eventTime(3) }), true);
    equal(await report(engine, row, 'sent', { occurred_at: eventTime(4) }), true);
    for (const kind of ['opened', 'delivered']) {
      equal(await report(engine, row, kind, { event_id: `tard-${kind}`, occurred_at: eventTime(9) }), true);
    }
    const { status, delivered_at, opened_at } = await sendFacts(engine, row);
    deepEqual(
      [status, new Date(String(delivered_at)).toISOString(), new Date(String(opened_at)).toISOString()],
      ['envoyé', '2026-11-01T10:02:00.000Z', '2026-11-01T10:03:00.000Z'],
    );
    deepEqual(Object.values(await succeed<Row>(engine, 'admin', 'campaign_feedback')), [
      {
        delivered: 1,
        bounced: 0,
        complained: 0,
        opened: 1,
        clicked: 0,
        replied: 0,
        failed: 0,
        delayed: 0,
        people: 1,
      },
    ]);
    equal(await report(engine, { id: contact(3) }, 'delivered'), false);
    const story = await succeed<Row[]>(engine, 'admin', 'contact_timeline', { contact: contact(0) });
    deepEqual(
      ['opened', 'delivered', 'clicked'].map((kind) => story.filter((line) => line.kind === kind).length),
      [1, 1, 0],
    );
  }),
  campaignCheck(
    'bounce and complaint · the address gets nothing more; after a delay it does',
    async (engine) => {
      await createCampaign(engine);
      const rows = (await sendAll(engine)) as [Row, Row, Row, Row, Row];
      await report(engine, rows[0], 'bounced', { detail: 'boîte inconnue' });
      await report(engine, rows[1], 'complained');
      await report(engine, rows[2], 'soft_bounced');
      await report(engine, rows[3], 'delayed');
      await report(engine, rows[4], 'suppressed');
      deepEqual(await suppressed(engine), ['bounced', 'bounced', 'complained']);
      const { status, bounce_reason } = await sendFacts(engine, rows[0]);
      deepEqual([status, bounce_reason], ['envoyé', 'boîte inconnue']);
      const reason = await succeed(engine, 'admin', 'may_email', { contact: rows[1].contact_id });
      equal(reason, 'A signalé un message comme indésirable');
      equal(await succeed(engine, 'admin', 'may_email', { contact: rows[2].contact_id }), null);
    },
  ),
  campaignCheck('an event resolves the unknown outcome · uncertain becomes sent', async (engine) => {
    await createCampaign(engine, {}, [contact(0), contact(1)]);
    const [row, other] = (await claim(engine)) as [Row, Row];
    for (const uncertain of [row, other]) await finish(engine, uncertain, 'unknown', { reason: 'coupé' });
    await report(engine, row, 'delivered', { send: row.id });
    await report(engine, other, 'failed');
    deepEqual(await states(engine), ['0:envoyé', '0:incertain']);
    const moved = await engine.sql("select id from public.contacts where status = 'contacté'");
    deepEqual(moved, [{ id: row.contact_id }]);
  }),
  campaignCheck('too many bounces or complaints · everything stops and says so', async (engine) => {
    await createCampaign(engine);
    const rows = (await sendAll(engine)) as [Row, Row, Row, Row, Row];
    const waiting = await createCampaign(engine, { name: 'Suivante' });
    const pauses = async () =>
      (await engine.sql('select pause_reason from public.campaigns where id = $1', [waiting]))[0]
        ?.pause_reason;
    for (const row of rows.slice(0, 4)) await report(engine, row, 'bounced');
    equal(await pauses(), null);
    await report(engine, rows[4], 'bounced');
    match(String(await pauses()), /seuil de 4 %/);
    // A new campaign, and one that was resumed another way, are paused too.
    const fresh = await create(engine, { name: 'Nouvelle' }, [contact(0)]).catch(() => null);
    equal(fresh, null, 'nobody is left who may be written to');
    await engine.sql('delete from public.suppressions');
    const born = await createCampaign(engine, { name: 'Nouvelle' });
    const pausedOf = async (id: string) =>
      (await engine.sql('select pause_reason from public.campaigns where id = $1', [id]))[0]?.pause_reason;
    match(String(await pausedOf(born)), /seuil de 4 %/);
    await engine.sql('update public.campaigns set paused_at = null, pause_reason = null where id = $1', [
      born,
    ]);
    deepEqual(await claim(engine), []);
    match(String(await pausedOf(born)), /seuil de 4 %/);
    // « Reprendre » does not resume a campaign until the person has confirmed the reason of the pause.
    match((await rpc(engine, 'admin', 'resume_campaign', { campaign: waiting })).text, /seuil de 4 %/);
    match(String(await pauses()), /seuil de 4 %/);
    equal(
      await succeed(engine, 'admin', 'resume_campaign', { campaign: waiting, despite_reputation: true }),
      true,
    );
    equal((await succeed<Row>(engine, 'admin', 'sending_state')).reputation_stop, null);
    // Resuming starts a new count: the earlier bounces do not pause the campaigns again.
    await engine.sql(
      "update public.email_sends set bounced_at = now() - interval '1 minute' where bounced_at is not null",
    );
    await report(engine, rows[0], 'complained', { occurred_at: new Date().toISOString() });
    equal(await pauses(), null);
    await report(engine, rows[1], 'complained', { occurred_at: new Date().toISOString() });
    match(String(await pauses()), /seuil de 0,08 %/);
  }),
  campaignCheck('given up, late or back for now · counted, and shown beside the message', async (engine) => {
    await createCampaign(engine, {}, [contact(0), contact(1), contact(2)]);
    const rows = (await sendAll(engine)) as [Row, Row, Row];
    await report(engine, rows[0], 'failed', { detail: 'quota' });
    await report(engine, rows[1], 'delayed');
    await report(engine, rows[1], 'soft_bounced', { detail: 'boîte pleine' });
    const [figures] = Object.values(await succeed<Row>(engine, 'admin', 'campaign_feedback')) as [Row];
    deepEqual([figures.failed, figures.delayed], [1, 1]);
    equal(await succeed(engine, 'admin', 'may_email', { contact: rows[1].contact_id }), null);
  }),
  campaignCheck(
    'the Message-ID that the provider gave · kept once, never an attacker’s header',
    async (engine) => {
      await createCampaign(engine, {}, [contact(0)]);
      const [row] = (await sendAll(engine)) as [Row];
      const kept = async () => (await engine.sql('select message_id from public.email_sends'))[0]?.message_id;
      await report(engine, row, 'sent', { internet_message: '<a>\r\nBcc: b@exemple.test' });
      equal(await kept(), null);
      await report(engine, row, 'delivered', { internet_message: '<un@fournisseur.test>' });
      await report(engine, row, 'opened', { internet_message: '<deux@fournisseur.test>' });
      equal(await kept(), '<un@fournisseur.test>');
    },
  ),
  campaignCheck('by hand · bounce recorded, reply recorded then taken back', async (engine) => {
    await createCampaign(engine, {}, [contact(0), contact(1)]);
    const [unsent] = await engine.sql('select id from public.email_sends limit 1');
    match((await rpc(engine, 'admin', 'record_bounce', { send: unsent?.id })).text, /pas été envoyé/);
    const [row] = (await sendAll(engine)) as [Row];
    await succeed(engine, 'admin', 'record_bounce', { send: row.id, detail: 'Retour du facteur' });
    equal((await sendFacts(engine, row)).bounce_reason, 'Retour du facteur');
    deepEqual(await suppressed(engine), ['bounced']);
    await succeed(engine, 'admin', 'mark_replied', { send: row.id });
    const replied = async () =>
      (await engine.sql('select count(replied_at)::int as n from public.email_sends'))[0]?.n;
    equal(await replied(), 1);
    await succeed(engine, 'admin', 'mark_replied', { send: row.id, replied: false });
    equal(await replied(), 0);
  }),
];
