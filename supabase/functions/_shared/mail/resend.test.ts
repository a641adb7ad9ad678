import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness } from '../../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../../_testing/http-server.ts';
import { chooseTransport } from './choose-transport.ts';
import type { OutgoingMessage } from './outgoing.ts';

const harness = prepareHarness();
let resend: TestServer;
let seen: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
let answer: (response: ServerResponse) => void = () => undefined;

beforeAll(async () => {
  resend = await startServer((request, response, body) => {
    seen.push({ path: request.url, headers: request.headers, body });
    answer(response);
  });
});
afterAll(() => resend.close());
beforeEach(() => {
  seen = [];
  answer = (response) => sendJson(response, 200, { id: 'abc-123' });
  harness.setEnv({ RESEND_API_KEY: 're_clé_d_essai', RESEND_BASE_URL: resend.url, SMTP_HOST: '127.0.0.1' });
});

const message: OutgoingMessage = {
  key: 'notification-1',
  from: { name: 'Studio "360"\r\nBcc: x', address: 'studio@exemple.test' },
  to: ['eve@exemple.test'],
  replyTo: 'bonjour@exemple.test',
  subject: 'Été',
  html: '<p>Été</p>',
  text: 'Été',
};
const send = (change: Partial<OutgoingMessage> = {}) =>
  chooseTransport(harness.dependencies).send({ ...message, ...change }, Date.now());

test.each([
  { to: ['Gagnez\u00a01000$\u00a0proie@exemple.test'] },
  { to: ['eve@exemple.test', 'Eve <eve@exemple.test>'] },
  { replyTo: 'eve@exemple.test\r\nBcc: victime@exemple.test' },
  { from: { name: 'Studio', address: 'studio@exemplé.test' } },
])('a message with %j never reaches a provider', async (change) => {
  const outcome = await send(change);
  expect(outcome).toEqual({ kind: 'rejected', reason: 'Une adresse du message n’est pas valide.' });
  expect(seen).toEqual([]);
});

test('a message whose lease ended while the machine slept never reaches a provider', async () => {
  const transport = chooseTransport(harness.dependencies);
  const sendClaimed = (secondsAgo: number) => transport.send(message, Date.now() - secondsAgo * 1_000);
  expect(await sendClaimed(60)).toEqual({
    kind: 'retry',
    mayHaveArrived: false,
    reason: 'L’ordinateur s’est arrêté avant l’envoi, qui repart de lui-même.',
  });
  expect(seen).toEqual([]);
  expect(await sendClaimed(30)).toMatchObject({ kind: 'accepted' });
});

test('tags are sent as a list', async () => {
  await send({ tags: { envoi: 'a-1' } });
  expect(JSON.parse(seen[0]?.body ?? '').tags).toEqual([{ name: 'envoi', value: 'a-1' }]);
});

test('an accepted message carries its key, and the same bytes each time', async () => {
  expect(await send()).toEqual({ kind: 'accepted', providerId: 'abc-123' });
  await send();
  const [first, second] = seen;
  expect(first?.path).toBe('/emails');
  expect(first?.headers['idempotency-key']).toBe('notification-1');
  expect(first?.body).toBe(second?.body);
  expect(JSON.parse(first?.body ?? '')).toEqual({
    from: '"Studio  360   Bcc: x" <studio@exemple.test>',
    to: ['eve@exemple.test'],
    subject: 'Été',
    html: '<p>Été</p>',
    text: 'Été',
    reply_to: 'bonjour@exemple.test',
  });
});

describe('errors, as the documentation of Resend classes them', () => {
  const error = (status: number, name: string, headers: Record<string, string> = {}) => {
    answer = (response) => {
      for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
      sendJson(response, status, { statusCode: status, name, message: 'dit le fournisseur' });
    };
  };

  test.each([
    [401, 'missing_api_key'],
    [403, 'invalid_api_key'],
    [403, 'validation_error'],
    [429, 'daily_quota_exceeded'],
    [429, 'monthly_quota_exceeded'],
  ])('%s %s: pause, and why', async (status, name) => {
    error(status, name);
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'pause', reason: expect.stringContaining(name) });
  });

  test.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'ratelimit-reset': '2' }, 2],
    [{}, 5],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 5],
  ])('429 rate_limit_exceeded with %j: wait %i s', async (headers, seconds) => {
    error(429, 'rate_limit_exceeded', headers as Record<string, string>);
    expect(await send()).toMatchObject({ kind: 'wait', seconds });
  });

  test.each([
    [409, 'concurrent_idempotent_requests'],
    [409, 'resource_locked'],
    [500, 'application_error'],
    [503, 'service_unavailable'],
  ])('%s %s: retry with the same key', async (status, name) => {
    error(status, name);
    expect(await send()).toMatchObject({ kind: 'retry', mayHaveArrived: true });
  });

  test('409 for a key with another body: unknown, because an earlier attempt was accepted', async () => {
    error(409, 'invalid_idempotent_request');
    expect(await send()).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    [400, 'validation_error'],
    [422, 'invalid_parameter'],
    [404, 'not_found'],
  ])('%s %s: this message is rejected', async (status, name) => {
    error(status, name);
    expect(await send()).toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('dit le fournisseur'),
    });
  });

  test('the test sender is refused for other recipients: pause, with what to do', async () => {
    error(403, 'validation_error');
    const from = { name: 'Studio', address: 'onboarding@resend.dev' };
    const outcome = await send({ from });
    expect(outcome).toMatchObject({ kind: 'pause', reason: expect.stringContaining('vérifier un domaine') });
  });

  test('a cut connection or a timeout: retry with the same key', async () => {
    answer = (response) => response.destroy();
    expect(await send()).toMatchObject({ kind: 'retry', mayHaveArrived: true });
    harness.shortenTimeouts(200);
    answer = () => undefined;
    expect(await send()).toMatchObject({ kind: 'retry', reason: 'Resend n’a pas répondu à temps.' });
  });

  test.each([
    [500, false],
    [502, true],
    [503, true],
  ])('%s is of the service rather than of the message: %s', async (status, isOutage) => {
    error(status, 'application_error');
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'retry', mayHaveArrived: true });
    expect('isOutage' in outcome).toBe(isOutage);
    // The provider's English text adds nothing to the French one.
    expect(JSON.stringify(outcome)).not.toContain('dit le fournisseur');
  });

  test('no reason contains the key', async () => {
    error(401, 'missing_api_key');
    expect(JSON.stringify(await send())).not.toContain('re_clé_d_essai');
  });
});

describe('pace', () => {
  test.each([
    [{}, 2],
    [{ 'ratelimit-limit': '10', 'ratelimit-remaining': '9', 'ratelimit-reset': '1' }, 10],
    [{ 'ratelimit-limit': '0' }, 2],
    [{ 'ratelimit-limit': 'beaucoup' }, 2],
  ])('%j: %i messages a second, hardly slower', async (headers, perSecond) => {
    answer = (response) => {
      for (const [header, value] of Object.entries(headers)) response.setHeader(header, value as string);
      sendJson(response, 200, { id: 'abc-123' });
    };
    const transport = chooseTransport(harness.dependencies);
    await transport.send(message, Date.now());
    const paceOfLimit = 1000 / perSecond;
    expect(transport.pace).toBeGreaterThan(paceOfLimit);
    expect(transport.pace).toBeLessThan(paceOfLimit * 1.05);
  });
});

test('without Resend the SMTP server; without either, a 503 that names what to set', () => {
  harness.setEnv({ RESEND_API_KEY: ' ' });
  expect(chooseTransport(harness.dependencies).sameKeyIsSafe).toBe(false);
  harness.setEnv({ SMTP_HOST: undefined });
  expect(() => chooseTransport(harness.dependencies)).toThrow('RESEND_API_KEY (ou SMTP_HOST)');
});
