import { expect, test } from 'vitest';
import { newRunState, type RunContext, sendDue } from './send-due.ts';

test('a provider that asks to wait for no time at all still gets its pace', async () => {
  let now = 0;
  const clock = {
    now: () => now,
    wallTime: () => now,
    timeout: (ms: number) => {
      const waiting = new AbortController();
      queueMicrotask(() => {
        now += ms;
        waiting.abort();
      });
      return waiting.signal;
    },
  };
  const context = {
    ...{ functionName: 'essai', requestId: '1', deadline: 10_000 },
    dependencies: { clock, log: () => {} },
    transport: { pace: 1_000 },
  } as unknown as RunContext;
  const starts: number[] = [];
  await sendDue(
    context,
    {
      ...{ name: 'notification', workers: 1 },
      claim: async () => (starts.push(now) <= 3 ? { id: 'a', lease_token: 'b' } : undefined),
      send: async () => {
        // The answer took nearly as long as the pace.
        now += 800;
        return { kind: 'wait', reason: '429', seconds: 0 };
      },
      finish: async () => true,
    },
    newRunState(),
  );
  expect(starts).toEqual([0, 1_800, 3_600, 5_400]);
});
