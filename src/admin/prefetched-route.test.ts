// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from './data/session/session';
import { prefetchedRoute } from './prefetched-route';

const USER = 'a0000000-0000-4000-8000-000000000001';

/** A query client that knows the session and the role. */
function clientOf(isAdmin: boolean | null): QueryClient {
  const client = new QueryClient();
  client.setQueryData(
    session.current().queryKey,
    isAdmin === null ? null : ({ user: { id: USER } } as never),
  );
  client.setQueryData(session.role(USER).queryKey, isAdmin === true ? 'admin' : null);
  return client;
}

describe('a prefetched route', () => {
  beforeEach(() => {
    globalThis.prefetchedResponses = new Map([['rows', { token: '', response: Promise.resolve(undefined) }]]);
  });

  it('waits for the prefetched rows', async () => {
    let respond = () => {};
    const read = vi.fn(() => new Promise<void>((done) => (respond = done)));
    let isReady = false;
    const opened = prefetchedRoute(clientOf(true), read)
      .loader()
      .then(() => (isReady = true));
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
    expect(isReady).toBe(false);
    respond();
    await opened;
  });

  it.each([
    ['nobody signed in', null],
    ['a person who is no administrator', false],
  ])('requests nothing for %s', async (_, isAdmin) => {
    const read = vi.fn(async () => {});
    await prefetchedRoute(clientOf(isAdmin), read).loader();
    expect(read).not.toHaveBeenCalled();
  });

  it('renders without them when they failed, and when nothing was prefetched', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const read = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const { loader } = prefetchedRoute(clientOf(true), read);
    expect(await loader()).toBeNull();
    expect(warned).toHaveBeenCalledOnce();
    globalThis.prefetchedResponses = new Map();
    expect(await loader()).toBeNull();
    expect(read).toHaveBeenCalledOnce();
  });
});
