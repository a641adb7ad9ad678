import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type EmailData, emailData, waitingSend } from '../../_testing/email-data.ts';
import { type FakeResend, startFakeResend } from '../../_testing/fake-resend.ts';
import { prepareHarness } from '../../_testing/harness.ts';
import { chooseTransport } from '../mail/choose-transport.ts';
import type { Outcome, Transport } from '../mail/outgoing.ts';
import { newRunState } from '../mail/send-due.ts';
import { sendDueCampaigns } from './send-campaigns.ts';

const harness = prepareHarness();
let resend: FakeResend;
let campaigns: EmailData;

beforeAll(async () => {
  resend = await startFakeResend();
});
afterAll(() => resend.close());
beforeEach(() => {
  resend.reset();
  campaigns = emailData();
  harness.supabase.data = campaigns.answer;
  harness.setEnv({ RESEND_API_KEY: 're_essai', RESEND_BASE_URL: resend.url });
});

const links = { siteUrl: 'https://a.example', functionsUrl: 'https://p.example/functions/v1' };

async function run({ seconds = 10, transport = chooseTransport(harness.dependencies), only = '' } = {}) {
  const state = newRunState();
  await sendDueCampaigns(
    {
      dependencies: harness.dependencies,
      functionName: 'essai',
      requestId: 'r1',
      transport,
      links,
      deadline: harness.dependencies.clock.now() + seconds * 1000,
      ...(only ? { only: { sendId: only, sender: 'studio@exemple.test' } } : {}),
    },
    state,
  );
  return state;
}

/** Makes a transport with these outcomes in turn. */
function transportWith(outcomes: (Outcome | Error)[], change: Partial<Transport> = {}): Transport {
  return {
    name: 'resend',
    sameKeyIsSafe: true,
    pace: 0,
    workers: 1,
    send: async () => {
      const next = outcomes.shift();
      if (next instanceof Error) throw next;
      return next ?? { kind: 'accepted', providerId: null };
    },
    ...change,
  };
}
const rows = (count: number) => Array.from({ length: count }, (_, index) => waitingSend(index + 1));

test('each message is claimed, sent and recorded once', async () => {
  resend.perSecond = 50;
  campaigns.waiting = rows(9);
  const state = await run();
  expect(state).toMatchObject({ counts: { accepted: 9 }, isFinished: true });
  expect(new Set(resend.accepted.map(({ key }) => key)).size).toBe(9);
  expect(resend.accepted).toHaveLength(9);
  expect(campaigns.finished.map(({ outcome, sent_as }) => [outcome, typeof sent_as])).toEqual(
    Array(9).fill(['accepted', 'string']),
  );
  expect(harness.logs).toEqual([]);
});

test('a claim counts from the moment it is asked: the answer may come after a sleep', async () => {
  campaigns.waiting = rows(1);
  let wallTime = 1_000;
  const clock = vi.spyOn(harness.dependencies.clock, 'wallTime').mockImplementation(() => wallTime);
  onTestFinished(() => clock.mockRestore());
  harness.supabase.data = (url, body) => {
    wallTime += 90_000;
    return campaigns.answer(url, body);
  };
  const times: number[] = [];
  const transport = transportWith([]);
  transport.send = async (_message, claimedAt) => {
    times.push(claimedAt);
    return { kind: 'accepted', providerId: null };
  };
  await run({ transport });
  expect(times).toEqual([1_000]);
});

describe('pace', () => {
  test('follows the limit that the provider’s answers tell, however long an answer takes', async () => {
    Object.assign(resend, { perSecond: 20, latency: 150 });
    campaigns.waiting = rows(12);
    const begun = performance.now();
    expect((await run()).counts).toEqual({ accepted: 12 });
    // At the initial pace of two a second, they would take 6 s.
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(resend.limited).toBe(0);
  });

  test('all workers back off when the provider limits the rate', async () => {
    const wait: Outcome = { kind: 'wait', seconds: 0.2, reason: 'doucement' };
    campaigns.waiting = rows(3);
    const begun = performance.now();
    expect((await run({ transport: transportWith([wait], { workers: 2 }) })).counts).toEqual({
      wait: 1,
      accepted: 3,
    });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(195);
    expect(campaigns.finished[0]).toMatchObject({ outcome: 'wait', wait_seconds: 0.2, reason: 'doucement' });
  });

  test('a back-off beyond the deadline: the run ends unfinished', async () => {
    campaigns.waiting = rows(2);
    const transport = transportWith([{ kind: 'wait', seconds: 60, reason: 'doucement' }]);
    expect(await run({ transport, seconds: 5 })).toMatchObject({ counts: { wait: 1 }, isFinished: false });
  });
});

test('no message is started after the deadline', async () => {
  campaigns.waiting = rows(1);
  expect(await run({ seconds: 0 })).toMatchObject({ counts: {}, isFinished: false });
  expect(campaigns.claims).toEqual([]);
});

test('a provider that refuses everything ends the run after one message', async () => {
  campaigns.waiting = rows(3);
  const transport = transportWith([{ kind: 'pause', reason: 'clé refusée' }]);
  expect(await run({ transport })).toMatchObject({ counts: { pause: 1 }, isFinished: true });
  expect(campaigns.finished).toMatchObject([{ outcome: 'pause', reason: 'clé refusée' }]);
  expect(harness.logs).toMatchObject([{ code: 'campaign_pause', function: 'essai', requestId: 'r1' }]);
});

test.each([
  [
    { kind: 'retry', reason: 'panne', mayHaveArrived: true },
    { outcome: 'retry', arrival_possible: true },
  ],
  [
    { kind: 'retry', reason: 'injoignable', mayHaveArrived: false, isOutage: true },
    { outcome: 'unreachable', arrival_possible: false },
  ],
  [
    { kind: 'rejected', reason: 'inconnue' },
    { outcome: 'rejected', reason: 'inconnue' },
  ],
  [
    { kind: 'unknown', reason: 'coupé' },
    { outcome: 'unknown', reason: 'coupé' },
  ],
] satisfies [Outcome, object][])('%j concerns its message alone', async (outcome, written) => {
  campaigns.waiting = rows(2);
  expect((await run({ transport: transportWith([outcome]) })).counts).toEqual({
    [outcome.kind]: 1,
    accepted: 1,
  });
  expect(campaigns.finished).toMatchObject([written, { outcome: 'accepted' }]);
  expect(harness.logs).toMatchObject([{ code: `campaign_${outcome.kind}` }]);
});

test('an unexpected error leaves an unknown outcome, and the next message is sent', async () => {
  for (const [sameKeyIsSafe, outcome] of [[true, 'retry'] as const, [false, 'unknown'] as const]) {
    campaigns.waiting = rows(2);
    campaigns.finished = [];
    await run({ transport: transportWith([new Error('aïe')], { sameKeyIsSafe }) });
    expect(campaigns.finished).toMatchObject([{ outcome }, { outcome: 'accepted' }]);
  }
  expect(harness.logs[0]).toMatchObject({ code: 'campaign_unexpected' });
});

test('a lost lease is logged', async () => {
  campaigns.waiting = rows(1);
  harness.supabase.data = (url, body) =>
    url.includes('finish_email_send')
      ? campaigns.answer(url, JSON.stringify({ send_id: 'autre' }))
      : campaigns.answer(url, body);
  await run();
  expect(harness.logs[0]?.detail).toContain('(lease lost)');
});

test('recording an acceptance is retried when it fails', async () => {
  campaigns.waiting = rows(1);
  let failures = 2;
  harness.supabase.data = (url, body) =>
    url.includes('finish_email_send') && failures-- > 0 ? undefined : campaigns.answer(url, body);
  expect((await run({ transport: transportWith([]) })).counts).toEqual({ accepted: 1 });
  expect(campaigns.finished).toMatchObject([{ outcome: 'accepted' }]);
});

test('one message requested: only that one, with its sender, and retried after the back-off', async () => {
  campaigns.waiting = rows(3);
  const wait: Outcome = { kind: 'wait', seconds: 0.1, reason: 'doucement' };
  const [, second] = campaigns.waiting;
  expect(
    (await run({ transport: transportWith([wait], { workers: 4 }), only: second?.id ?? '' })).counts,
  ).toEqual({
    wait: 1,
    accepted: 1,
  });
  expect(campaigns.claims).toEqual(
    Array(2).fill({
      batch: 1,
      same_key_is_safe: true,
      only_send: second?.id,
      sender: 'studio@exemple.test',
    }),
  );
  expect(campaigns.waiting).toHaveLength(2);
});

test('without the database the run fails, and nothing is sent', async () => {
  harness.supabase.data = undefined;
  await expect(run()).rejects.toMatchObject({ code: 'data_unavailable' });
  expect(resend.calls).toBe(0);
});
