import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler } from '../../supabase/functions/email-webhook/handler.ts';
import { proofSize } from '../unit/proof-size.ts';
import { functionDependencies } from './engines/function-dependencies.ts';
import { createSeededRandom } from './fixtures/seeded-random.ts';
import { type SenderFixture, startSenderFixture } from './fixtures/sender.ts';

// Tests the function together with the database: events of any kind, repeated, in any order.
const key = 'une clé d’essai';
const secret = `whsec_${Buffer.from(key).toString('base64')}`;
const rounds = Number(process.env.ROUNDS ?? proofSize(4, 40));

let fixture: SenderFixture;
beforeAll(async () => {
  fixture = await startSenderFixture(3);
});
afterAll(() => fixture?.stop());

let send = '';
beforeEach(async () => {
  await fixture.database.sql('delete from public.campaigns; delete from public.suppressions');
  await fixture.createCampaign(1);
  const [row] = await fixture.database.sql<{ id: string }>(
    `update public.email_sends set status = 'incertain', finished_at = now(), recipient_email = 'eve@exemple.test'
       returning id`,
    [],
  );
  send = row?.id ?? '';
});

type Event = { id: string; type: string; at: string; data?: object };

async function deliverEvent(
  { id, type, at, data }: Event,
  signWith = key,
  timestamp = Math.floor(Date.now() / 1000),
) {
  const payload = { email_id: 're-1', tags: { envoi: send }, ...data };
  const body = JSON.stringify({ type, created_at: at, data: payload });
  const mac = createHmac('sha256', signWith).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'svix-id': id, 'svix-timestamp': String(timestamp), 'svix-signature': `v1,${mac}` };
  const request = new Request('http://project.test/email-webhook', { method: 'POST', headers, body });
  const answer = await handler(
    request,
    functionDependencies(fixture.database, { RESEND_WEBHOOK_SECRET: secret }),
  );
  return answer.status;
}

async function readFacts() {
  const [row] = await fixture.database.sql(
    `select status, provider_id, delivered_at, opened_at, clicked_at, bounced_at, complained_at,
       (select count(*)::int from public.email_events) as events,
       (select json_agg(reason order by reason) from public.suppressions) as suppressed
       from public.email_sends`,
    [],
  );
  return row;
}

const eventTime = (minute: number) => `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`;
const deliveryEvents: Event[] = [
  { id: 'm1', type: 'email.sent', at: eventTime(1) },
  { id: 'm2', type: 'email.delivery_delayed', at: eventTime(2) },
  { id: 'm3', type: 'email.delivered', at: eventTime(3) },
  { id: 'm4', type: 'email.opened', at: eventTime(4) },
  { id: 'm5', type: 'email.opened', at: eventTime(9) },
  { id: 'm6', type: 'email.clicked', at: eventTime(10) },
  { id: 'm7', type: 'email.complained', at: eventTime(11) },
];

test('disorder and repetition end in the same state', async () => {
  const random = createSeededRandom(7);
  for (const event of deliveryEvents) expect(await deliverEvent(event)).toBe(200);
  const inOrder = await readFacts();
  expect(inOrder).toMatchObject({
    status: 'envoyé',
    provider_id: 're-1',
    events: 7,
    suppressed: ['complained'],
  });
  let deliveries = 0;
  for (let round = 0; round < rounds; round++) {
    await fixture.database.sql(
      `delete from public.email_events; delete from public.suppressions;
       update public.email_sends set status = 'incertain', provider_id = null, delivered_at = null, opened_at = null,
         clicked_at = null, bounced_at = null, complained_at = null`,
    );
    const repeated = [...deliveryEvents, ...deliveryEvents.filter(() => random.chance(0.5))];
    const mixed = repeated
      .map((event) => ({ event, place: random.next() }))
      .sort((a, b) => a.place - b.place);
    deliveries += mixed.length;
    // Up to three events arrive at the same moment.
    while (mixed.length > 0) {
      const together = mixed.splice(0, 1 + Math.floor(random.next() * 3));
      const statuses = await Promise.all(together.map(({ event }) => deliverEvent(event)));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(await readFacts()).toEqual(inOrder);
  }
  console.log(`webhook : ${rounds} désordres, ${deliveries} livraisons, le même état chaque fois`);
});

test('forged or stale deliveries change nothing', async () => {
  const before = await readFacts();
  const bounce: Event = {
    id: 'f1',
    type: 'email.bounced',
    at: eventTime(1),
    data: { bounce: { type: 'Permanent' } },
  };
  const stale = Math.floor(Date.now() / 1000) - 301;
  expect(await deliverEvent(bounce, 'autre clé')).toBe(401);
  expect(await deliverEvent(bounce, key, stale)).toBe(401);
  expect(await deliverEvent(bounce, key, stale + 700)).toBe(401);
  expect(await readFacts()).toEqual(before);
  expect(await deliverEvent(bounce)).toBe(200);
  expect(await readFacts()).toMatchObject({ status: 'envoyé', events: 1, suppressed: ['bounced'] });
});
