import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeResend, startFakeResend } from './fake-resend.ts';

let resend: FakeResend;
beforeAll(async () => {
  resend = await startFakeResend();
});
afterAll(() => resend.close());
beforeEach(() => resend.reset());

const message = {
  from: 'Studio <studio@exemple.test>',
  to: ['eve@exemple.test'],
  subject: 'Été',
  text: 'Bonjour',
};
const hour = 3_600_000;

async function postEmail(
  change: object = {},
  key: string | null = 'es/1',
  authorization = 'Bearer re_essai',
) {
  const answer = await fetch(`${resend.url}/emails`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization,
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify({ ...message, ...change }),
  });
  const { id, name } = (await answer.json()) as { id?: string; name?: string };
  return { status: answer.status, headers: answer.headers, id, name };
}

describe('keys', () => {
  test('the same key and body: the same answer, and one message', async () => {
    const first = await postEmail();
    const second = await postEmail();
    expect([first.status, second.status, second.id]).toEqual([200, 200, first.id]);
    expect(resend.accepted).toMatchObject([{ key: 'es/1', to: ['eve@exemple.test'], id: first.id }]);
  });

  test('the same key with another body is refused', async () => {
    await postEmail();
    expect(await postEmail({ text: 'Bonsoir' })).toMatchObject({
      status: 409,
      name: 'invalid_idempotent_request',
    });
    expect(resend.accepted).toHaveLength(1);
  });

  test('a key whose first call is under way is refused', async () => {
    resend.latency = 100;
    const [one, other] = await Promise.all([postEmail(), postEmail()]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect([one.name, other.name]).toContain('concurrent_idempotent_requests');
    expect(resend.accepted).toHaveLength(1);
  });

  test('after 24 hours a key is forgotten: the message is accepted twice', async () => {
    await postEmail();
    resend.advance(23.9 * hour);
    await postEmail();
    expect(resend.accepted).toHaveLength(1);
    resend.advance(0.2 * hour);
    await postEmail();
    expect(resend.accepted).toHaveLength(2);
  });

  test('without a key each call is a message; an unusable key is refused', async () => {
    await postEmail({}, null);
    await postEmail({}, null);
    expect(resend.accepted).toHaveLength(2);
    expect(await postEmail({}, 'x'.repeat(257))).toMatchObject({
      status: 400,
      name: 'invalid_idempotency_key',
    });
  });
});

describe('faults', () => {
  test('an error or a cut connection before acceptance accepts nothing', async () => {
    resend.fault = () => ({ kind: 'error', status: 500, name: 'application_error' });
    expect(await postEmail()).toMatchObject({ status: 500, name: 'application_error' });
    resend.fault = () => ({ kind: 'drop' });
    await expect(postEmail()).rejects.toThrow();
    expect(resend.accepted).toEqual([]);
    resend.fault = () => undefined;
    expect((await postEmail({ text: 'autre' })).status).toBe(200);
  });

  test.each([{ kind: 'error-after', status: 503 }, { kind: 'drop-after' }] as const)(
    '%j: the message is accepted, and its key answers for it afterwards',
    async (fault) => {
      resend.fault = () => fault;
      await postEmail().catch(() => undefined);
      expect(resend.accepted).toHaveLength(1);
      resend.fault = () => undefined;
      expect(await postEmail()).toMatchObject({ status: 200, id: resend.accepted[0]?.id });
      expect(resend.accepted).toHaveLength(1);
    },
  );
});

describe('limits and checks', () => {
  test('more calls a second than allowed: 429 with the rate limit headers', async () => {
    resend.perSecond = 2;
    // Three of six fall into one second, whenever it begins.
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => postEmail({}, `es/${index}`)));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ name: 'rate_limit_exceeded' });
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('ratelimit-limit')).toBe('2');
    expect(refused?.headers.get('ratelimit-remaining')).toBe('0');
    expect(resend.accepted.length + resend.limited).toBe(6);
  });

  test('a daily quota lasts a day', async () => {
    resend.dailyQuota = 1;
    await postEmail();
    expect(await postEmail({}, 'es/2')).toMatchObject({ status: 429, name: 'daily_quota_exceeded' });
    resend.advance(24 * hour);
    expect((await postEmail({}, 'es/2')).status).toBe(200);
  });

  test('the test sender reaches its own address and those of resend.dev alone', async () => {
    const from = 'Essai <onboarding@resend.dev>';
    expect(await postEmail({ from })).toMatchObject({ status: 403, name: 'validation_error' });
    expect((await postEmail({ from, to: [resend.ownAddress] }, 'es/2')).status).toBe(200);
    expect((await postEmail({ from, to: ['delivered@resend.dev'] }, 'es/3')).status).toBe(200);
  });

  test.each([
    [401, 'missing_api_key', ''],
    [403, 'invalid_api_key', 'Bearer autre'],
  ])('%s %s', async (status, name, authorization) => {
    expect(await postEmail({}, 'es/1', authorization)).toMatchObject({ status, name });
  });

  test.each([
    [{ subject: '' }, 'missing_required_field'],
    [{ to: [] }, 'missing_required_field'],
    [{ from: 'studio' }, 'invalid_from_address'],
  ])('%j: 422', async (change, name) => {
    expect(await postEmail(change)).toMatchObject({ status: 422, name });
    expect(resend.accepted).toEqual([]);
  });
});
