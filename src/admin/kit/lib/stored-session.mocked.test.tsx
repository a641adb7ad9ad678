import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '@/shared/lib/session-key';
import { serverClock } from './server-clock';
import { storedSession } from './stored-session';
import { currentSession, fullClient, supabase } from './supabase';

const HOUR = 3_600_000;
/** Time of the server, which differs from the computer's. */
const SERVER_NOW = Date.UTC(2026, 10, 28, 15);

let refreshes = 0;
let issued = 0;
const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
function newSession() {
  const iat = SERVER_NOW / 1000;
  return {
    access_token: [
      encode({ alg: 'HS256', typ: 'JWT' }),
      encode({ sub: 'u1', jti: ++issued, iat, exp: iat + 3600 }),
      'c2ln',
    ].join('.'),
    refresh_token: `r${issued}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: iat + 3600,
    user: { id: 'u1', email: 'a@b.example' },
  };
}

const refreshed = () => {
  refreshes++;
  return newSession();
};

beforeEach(() => {
  refreshes = 0;
  serverClock.hear(Date.now());
  localStorage.setItem(SESSION_KEY, JSON.stringify(newSession()));
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL) =>
      String(input).includes('/auth/v1/token')
        ? Response.json(refreshed())
        : Response.json([], { headers: { date: new Date(SERVER_NOW).toUTCString() } }),
    ),
  );
});
afterEach(async () => {
  await (await fullClient()).auth.stopAutoRefresh();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

it.each([2 * HOUR, 30 * 24 * HOUR])(
  'refreshes a session once, not at each read, with a clock %d ms ahead',
  async (ahead) => {
    vi.setSystemTime(SERVER_NOW + ahead);
    for (let read = 0; read < 40; read++) {
      expect(await currentSession()).toMatchObject({ user: { id: 'u1' } });
      // Storage and functions get the session from supabase-js itself.
      const { data } = await (await fullClient()).auth.getSession();
      expect(data.session).toMatchObject({ user: { id: 'u1' } });
    }
    expect(refreshes).toBeLessThan(2);
  },
);

it('refreshes a session that has ended by the server’s clock, with a clock behind it', async () => {
  vi.setSystemTime(SERVER_NOW - 2 * HOUR);
  const old = newSession();
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...old, expires_at: SERVER_NOW / 1000 - 60 }));
  expect(storedSession()).toBeDefined();
  // The first answer sets the server's clock.
  await supabase.from('tags').select('id');
  expect(storedSession()).toBeUndefined();
  await currentSession();
  expect(refreshes).toBe(1);
});
