import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/lib/query-client';
import { SESSION_KEY } from '@/shared/lib/session-key';
import type { Copy } from '../lib/copy-store';

/** Replaces IndexedDB, which jsdom lacks; offline.spec.ts tests the browser's. */
const fakeStore = vi.hoisted(() => new Map<string, Copy>());
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (key: string) => fakeStore.get(key),
  setMany: async (all: [string, Copy][]) => {
    for (const [key, copy] of all) fakeStore.set(key, structuredClone(copy));
  },
  entries: async () => [...fakeStore],
  delMany: async (keys: string[]) => {
    for (const key of keys) fakeStore.delete(key);
  },
  clear: async () => fakeStore.clear(),
}));

const {
  deleteOfflineCopies: forgetOfflineCopies,
  isKept,
  syncOfflineCopies: keepOfflineCopies,
  MAX_AGE,
} = await import('./offline-copies');
const { session } = await import('@/admin/account/data/session');
const { followSession } = await import('@/admin/account/data/follow-session');
const { connection } = await import('../lib/connection');

const SHEET = ['trip-plans', 'sheet', 'gaspe'];
const DAY = 24 * 3_600_000;
const STOPS = [{ city: 'Gaspé' }];
const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'));

let client: QueryClient;
let stop = () => {};
let isNetwork = true;

/** A session as supabase-js takes it: one without an end or a refresh token it deletes, whenever it comes to read it. */
const sessionOf = (person: string, end = Date.now() + 3_600_000) =>
  JSON.stringify({
    ...{ access_token: 't', refresh_token: 'r', expires_at: Math.round(end / 1000) },
    user: { id: person },
  });

/** Signs a person in and opens the page. */
function openPageAs(person: string) {
  stop();
  localStorage.setItem(SESSION_KEY, sessionOf(person));
  client = createQueryClient(undefined, connection.isOffline);
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false } });
  client.setQueryData(['session', 'current'], { user: { id: person } });
  stop = keepOfflineCopies(client);
}

const read = (queryKey: readonly unknown[], queryFn: () => Promise<unknown> = failToFetch) =>
  client.fetchQuery({ queryKey, queryFn });
const isWritten = (size = 1) => vi.waitFor(() => expect(fakeStore.size).toBe(size));
const isWiped = () =>
  vi.waitFor(() => expect([fakeStore.size, localStorage.getItem('copies-hors-ligne')]).toEqual([0, null]));

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isNetwork) throw new TypeError('Failed to fetch');
    return new Response();
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  isNetwork = true;
  openPageAs('anne');
});
afterEach(async () => {
  forgetOfflineCopies();
  await vi.waitFor(() => expect(fakeStore.size).toBe(0));
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  isNetwork = true;
  await connection.check();
});

describe('what is kept', () => {
  it.each([[['trip-plans', 'sheet', 'x']], [['session', 'role', 'anne']]])('keeps %j', (key) =>
    expect(isKept(key)).toBe(true),
  );

  it.each([
    [['session', 'current']],
    [['session']],
    [['trip-plans', 'list']],
    [['trip-plans', 'sheet']],
    [['trip-plans', 'edited', 'x']],
    [['prospects', 'x', 'list']],
    [['contacts', 'list']],
    [['contacts', 'one', 'x']],
    [['quote-requests', 'list']],
    [['request-thread', 'x']],
    [['campaigns', 'sends', 'x']],
    [['campaigns', 'message', 'x']],
    [['consents', 'ledger', 'a@b.test']],
    [['next-actions', 'of', 'quote_request', 'x']],
    [['team', 'invitations']],
    [['settings', 'studio']],
    [['search', 'gaspé']],
  ])('keeps nothing of %j', (key) => expect(isKept(key)).toBe(false));

  it('writes what was read with its person and its date, and nothing of other queries', async () => {
    await read(['quote-requests', 'list'], async () => ['secret']);
    await read(SHEET, async () => STOPS);
    await isWritten();
    const [[hash, copy] = []] = [...fakeStore];
    expect(hash).toBe('["trip-plans","sheet","gaspe"]');
    expect(copy).toMatchObject({ person: 'anne', data: STOPS });
    expect(JSON.stringify([...fakeStore])).not.toContain('secret');
  });
});

describe('without a network', () => {
  beforeEach(async () => {
    await read(SHEET, async () => STOPS);
    await isWritten();
    isNetwork = false;
    openPageAs('anne');
  });

  it('shows what was kept, with the date at which it was read, and says that the connection is cut', async () => {
    const at = fakeStore.get('["trip-plans","sheet","gaspe"]')?.at ?? 0;
    vi.setSystemTime(Date.now() + DAY);
    expect(await read(SHEET)).toEqual(STOPS);
    await vi.waitFor(() => expect(client.getQueryState(SHEET)?.dataUpdatedAt).toBe(at));
    await vi.waitFor(() => expect(connection.isOffline()).toBe(true));
    // Reading a copy does not write it again with a newer date.
    await new Promise((done) => setTimeout(done, 700));
    expect(fakeStore.get('["trip-plans","sheet","gaspe"]')?.at).toBe(at);
  });

  it('leaves what is in memory on the screen', async () => {
    client.setQueryData(SHEET, ['plus récent']);
    expect(await read(SHEET)).toEqual(['plus récent']);
  });

  it('shows nothing older than seven days', async () => {
    vi.setSystemTime(Date.now() + MAX_AGE + 1);
    await expect(read(SHEET)).rejects.toThrow('Failed to fetch');
  });

  it('shows nothing of another build', async () => {
    const script = Object.assign(document.createElement('script'), { type: 'module', src: '/assets/new.js' });
    document.head.append(script);
    await expect(read(SHEET)).rejects.toThrow('Failed to fetch');
    script.remove();
  });

  it('shows nothing to another person, and forgets it', async () => {
    openPageAs('bernard');
    await expect(read(SHEET)).rejects.toThrow('Failed to fetch');
    await isWiped();
  });

  it('knows who is signed in though the session has expired since, without waiting for a server', async () => {
    await connection.check();
    localStorage.setItem(SESSION_KEY, sessionOf('anne', Date.now() - 3_600_000));
    const current = await client.fetchQuery({ ...session.current(), staleTime: 0 });
    expect(current?.user.id).toBe('anne');
  });

  it('passes a refusal on: only the want of a network is answered', async () => {
    const refused = { code: '42501', message: 'permission denied' };
    await expect(read(SHEET, () => Promise.reject(refused))).rejects.toBe(refused);
  });
});

describe('what is kept goes', () => {
  beforeEach(async () => {
    await read(SHEET, async () => STOPS);
    await isWritten();
  });

  it('when somebody signs out, also what was about to be written', async () => {
    await read(['trip-plans', 'sheet', 'x'], async () => STOPS);
    localStorage.removeItem(SESSION_KEY);
    forgetOfflineCopies();
    await isWiped();
    await new Promise((done) => setTimeout(done, 700));
    expect(fakeStore.size).toBe(0);
  });

  it.each([
    ['signs out', null],
    ['signs in as somebody else', sessionOf('bernard')],
  ])('when the person %s in another tab', async (_what, next) => {
    const stopFollowing = followSession(client);
    if (next) localStorage.setItem(SESSION_KEY, next);
    else localStorage.removeItem(SESSION_KEY);
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: next }));
    await isWiped();
    stopFollowing();
  });

  it('when somebody signs out without a network: the session, too, is forgotten here', async () => {
    isNetwork = false;
    await connection.check();
    await client.getMutationCache().build(client, session.signOut()).execute(undefined);
    await isWiped();
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    expect(client.getQueryData(['session', 'current'])).toBeNull();
  });

  it('when the role is withdrawn', async () => {
    await read(['session', 'role', 'anne'], async () => null);
    await isWiped();
  });

  it('when the session ended elsewhere and the page opens again', async () => {
    localStorage.removeItem(SESSION_KEY);
    stop();
    stop = keepOfflineCopies(client);
    await isWiped();
  });

  it('when another person reads something, before theirs is written', async () => {
    openPageAs('bernard');
    await read(['trip-plans', 'sheet', 'x'], async () => 'à Bernard');
    await vi.waitFor(() => expect([...fakeStore.values()].map(({ person }) => person)).toEqual(['bernard']));
  });

  it('after seven days, when the page opens', async () => {
    stop();
    vi.setSystemTime(Date.now() + MAX_AGE + 1);
    stop = keepOfflineCopies(client);
    await vi.waitFor(() => expect(fakeStore.size).toBe(0));
  });
});
