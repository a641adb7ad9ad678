import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCountdown } from './business-hours';
import { postponeChoices } from './coming-days';
import { quebecDay } from './dates';
import { serverClock } from './server-clock';

/** A Saturday at noon in Québec. */
const SERVER_NOW = Date.UTC(2026, 10, 28, 17);

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW }));
afterEach(() => {
  vi.useRealTimers();
  serverClock.hear(Date.now());
});

const answer = (at: number) => new Response('', { headers: { date: new Date(at).toUTCString() } });

it.each([-50, 3, 26 * 24])(
  'counts days and business hours by the server’s clock, with one %d h ahead',
  (hours) => {
    const [day, countdown, postponed] = [
      quebecDay(),
      answerCountdown(new Date(SERVER_NOW)).label,
      postponeChoices(),
    ];
    vi.setSystemTime(SERVER_NOW + hours * 3_600_000);
    serverClock.hearAnswer(answer(SERVER_NOW));
    expect(quebecDay()).toBe(day);
    expect(answerCountdown(new Date(SERVER_NOW)).label).toBe(countdown);
    expect(postponeChoices()).toEqual(postponed);
  },
);

it('follows a clock that was put right, and takes no slow answer for a wrong clock', () => {
  vi.setSystemTime(SERVER_NOW + 7_200_000);
  serverClock.hearAnswer(answer(SERVER_NOW));
  expect(serverClock.ahead()).toBe(7_200_000);
  vi.setSystemTime(SERVER_NOW + 20_000);
  serverClock.hearAnswer(answer(SERVER_NOW));
  expect(serverClock.ahead()).toBe(0);
  for (const date of [undefined, 'hier'])
    serverClock.hearAnswer(new Response('', date ? { headers: { date } } : {}));
  expect(serverClock.ahead()).toBe(0);
});
