import { beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness, site } from '../_testing/harness.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const token = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
let calls: { url: string; body: unknown }[] = [];
let isKnown: unknown = true;
beforeEach(() => {
  calls = [];
  isKnown = true;
  harness.supabase.data = (url, body) => {
    calls.push({ url, body: JSON.parse(body) });
    return isKnown;
  };
});

const askPage = (method: string, query = `?jeton=${token}`, init: RequestInit = {}) =>
  handler(
    new Request(`http://functions.test/unsubscribe${query}`, { method, ...init }),
    harness.dependencies,
  );

test('one click unsubscribes at once, without an account, and answers 200 without a body', async () => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const answer = await askPage('POST', undefined, { body });
  expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([200, '', null]);
  expect(calls).toEqual([{ url: '/rest/v1/rpc/unsubscribe', body: { token } }]);
});

test('the link of a test message unsubscribes nobody', async () => {
  expect((await askPage('POST', '?jeton=essai')).status).toBe(200);
  expect(calls).toEqual([]);
});

test('the body does not matter', async () => {
  for (const body of ['', 'List-Unsubscribe=One-Click', '{"token":"autre"}', 'x'.repeat(100_000)]) {
    expect((await askPage('POST', undefined, { body })).status).toBe(200);
  }
  expect(calls.map(({ body }) => body)).toEqual(Array(4).fill({ token }));
});

describe('link scanners', () => {
  test.each(['GET', 'HEAD'])('%s changes nothing and redirects to the confirmation page', async (method) => {
    const answer = await askPage(method);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${site}/desabonnement?jeton=${token}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(calls).toEqual([]);
  });

  test('a malformed token is encoded in the redirect', async () => {
    const answer = await askPage('GET', `?jeton=${encodeURIComponent('"><script>&x=//pirate.test')}`);
    const location = new URL(answer.headers.get('location') ?? '');
    expect([location.origin, location.pathname]).toEqual([site, '/desabonnement']);
    expect([...location.searchParams.keys()]).toEqual(['jeton']);
  });

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is refused', async (method) => {
    expect((await askPage(method)).status).toBe(405);
    expect(calls).toEqual([]);
  });
});

test.each(['', '?jeton=', '?jeton=1', `?jeton=${token}x`, `?token=${token}`])(
  'POST %s: 400, nothing asked of the database',
  async (query) => {
    expect((await askPage('POST', query)).status).toBe(400);
    expect(calls).toEqual([]);
  },
);

test('an unknown token is 404', async () => {
  isKnown = false;
  expect((await askPage('POST')).status).toBe(404);
});

test('a database that does not answer: 503, so that the mail program retries', async () => {
  harness.supabase.data = undefined;
  const answer = await askPage('POST');
  expect([answer.status, await answer.text()]).toEqual([503, '']);
  expect(harness.logs).toMatchObject([{ function: 'unsubscribe', code: 'data_unavailable' }]);
  expect(JSON.stringify(harness.logs)).not.toMatch(/sb_secret/);
});
