import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminToken } from '../_testing/fake-supabase.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const key = Buffer.from('une clé d’essai de trente-deux octets');
const secret = `whsec_${key.toString('base64')}`;
const send = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
let recorded: Record<string, unknown>[] = [];
beforeEach(() => {
  recorded = [];
  harness.setEnv({ RESEND_WEBHOOK_SECRET: secret });
  harness.supabase.data = (url, body) => {
    if (!url.endsWith('/rpc/record_email_event')) return undefined;
    const call = JSON.parse(body);
    const isNew = !recorded.some(({ event_id }) => event_id === call.event_id);
    recorded.push(call);
    return isNew;
  };
});

const event = (type = 'email.delivered', data: object = {}) => ({
  type,
  created_at: '2026-11-20T15:00:00.000Z',
  data: { email_id: 're-1', tags: { envoi: send }, to: ['eve@exemple.test'], ...data },
});

interface Delivery {
  id?: string;
  body?: string;
  timestamp?: number;
  signWith?: Buffer;
  signature?: (right: string) => string;
  headers?: Record<string, string>;
}

const now = () => Math.floor(Date.now() / 1000);

function deliverEvent(sent: unknown = event(), change: Delivery = {}) {
  const { id = 'msg_1', timestamp = now(), signWith = key, signature = (right) => right } = change;
  const rawBody = change.body ?? JSON.stringify(sent);
  const mac = createHmac('sha256', signWith)
    .update(`${id}.${timestamp}.${JSON.stringify(sent)}`)
    .digest('base64');
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(timestamp),
    'svix-signature': signature(`v1,${mac}`),
    ...change.headers,
  };
  return harness.call(handler, {}, { token: null, rawBody, headers });
}

test('a signed event is recorded, found by the message’s own tag', async () => {
  expect(await deliverEvent()).toMatchObject({ status: 200, body: { recorded: true } });
  expect(recorded).toEqual([
    {
      event_id: 'msg_1',
      send,
      provider_message: 're-1',
      kind: 'delivered',
      detail: null,
      occurred_at: '2026-11-20T15:00:00.000Z',
      internet_message: null,
    },
  ]);
});

test('the same event again is answered 200 and changes nothing', async () => {
  await deliverEvent();
  expect(await deliverEvent()).toMatchObject({ status: 200, body: { recorded: false } });
});

describe('forgery', () => {
  test.each([
    ['no signature', { signature: () => '' }],
    ['another key', { signWith: Buffer.from('autre') }],
    ['another version', { signature: (right) => right.replace('v1,', 'v2,') }],
    ['the signature without its version', { signature: (right) => right.slice(3) }],
    ['no base64', { signature: () => 'v1,%%%' }],
    ['a body changed by one space', { body: `${JSON.stringify(event())} ` }],
    ['another id', { headers: { 'svix-id': 'msg_2' } }],
    ['no id', { headers: { 'svix-id': '' } }],
    ['another moment', { headers: { 'svix-timestamp': String(now() - 10) } }],
    ['no moment', { headers: { 'svix-timestamp': '' } }],
    ['a moment that is no number', { headers: { 'svix-timestamp': 'NaN' } }],
    ['an administrator’s token', { signature: () => '', headers: { authorization: `Bearer ${adminToken}` } }],
  ] satisfies [string, Delivery][])('%s: 401, nothing recorded', async (_, change) => {
    expect(await deliverEvent(event(), change)).toMatchObject({
      status: 401,
      body: { code: 'bad_signature' },
    });
    expect(recorded).toEqual([]);
  });

  test.each([undefined, '', ' ', 'whsec_'])('secret « %s »: every request is 401', async (value) => {
    harness.setEnv({ RESEND_WEBHOOK_SECRET: value });
    expect((await deliverEvent(event(), { signWith: Buffer.alloc(0) })).status).toBe(401);
    expect(recorded).toEqual([]);
  });

  test('one valid signature among several is enough, while a secret is rotated', async () => {
    const signature = (right: string) => `v1,${Buffer.alloc(32).toString('base64')} ${right}`;
    expect((await deliverEvent(event(), { signature })).status).toBe(200);
  });
});

describe('timestamps', () => {
  test.each([-290, 0, 290])('%i s away: accepted', async (shift) => {
    expect((await deliverEvent(event(), { timestamp: now() + shift })).status).toBe(200);
  });

  test.each([-310, 310, -86_400])('%i s away: 401', async (shift) => {
    expect((await deliverEvent(event(), { timestamp: now() + shift })).status).toBe(401);
  });

  test.each([undefined, 'hier', '2999-01-01T00:00:00Z'])(
    'an event of « %s » happened when it came',
    async (at) => {
      await deliverEvent({ ...event(), created_at: at });
      expect(Math.abs(Date.parse(String(recorded[0]?.occurred_at)) - Date.now())).toBeLessThan(5_000);
    },
  );
});

describe('the content of an event', () => {
  test.each([
    ['email.sent', {}, 'sent', null],
    ['email.delivery_delayed', {}, 'delayed', null],
    ['email.complained', {}, 'complained', null],
    ['email.opened', {}, 'opened', null],
    ['email.clicked', { click: { link: 'https://x.test/?jeton=1' } }, 'clicked', null],
    ['email.bounced', { bounce: { type: 'Permanent', message: 'inconnu' } }, 'bounced', 'inconnu'],
    ['email.bounced', { bounce: { type: 'Transient', message: 'pleine' } }, 'soft_bounced', 'pleine'],
    ['email.bounced', {}, 'soft_bounced', null],
    ['email.failed', { failed: { reason: 'quota' } }, 'failed', 'quota'],
    ['email.suppressed', { suppressed: { message: 'liste' } }, 'suppressed', 'liste'],
  ])('%s %j → %s', async (type, data, kind, detail) => {
    await deliverEvent(event(type, data));
    expect(recorded).toMatchObject([{ kind, detail }]);
  });

  test('tags may be a list, and without ours the provider’s id is enough', async () => {
    await deliverEvent(event('email.opened', { tags: [{ name: 'envoi', value: send }] }));
    await deliverEvent(event('email.opened', { tags: { envoi: 'autre chose' } }), { id: 'msg_2' });
    expect(recorded).toMatchObject([{ send }, { send: null, provider_message: 're-1' }]);
  });

  test.each([
    [{ type: 'contact.created', data: {} }],
    [{ type: 'email.delivered', data: {} }],
    [{ type: 'constructor', data: { email_id: 'x' } }],
    [{}],
    ['texte'],
    [[1]],
  ])('%j is not ours: 200, for it to stop coming', async (sent) => {
    expect(await deliverEvent(sent)).toMatchObject({ status: 200, body: { recorded: false } });
    expect(recorded).toEqual([]);
  });
});

test('a body above the limit: 413', async () => {
  expect((await deliverEvent({ type: 'x'.repeat(300_000) })).status).toBe(413);
});

test('a database that does not answer: 503, so that the event is sent again', async () => {
  harness.supabase.data = undefined;
  expect(await deliverEvent()).toMatchObject({ status: 503, body: { code: 'data_unavailable' } });
  expect(JSON.stringify(harness.logs)).not.toMatch(/whsec|sb_secret/);
});

test('only by POST', async () => {
  expect((await harness.call(handler, {}, { method: 'GET', token: null })).status).toBe(405);
});
