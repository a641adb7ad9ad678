// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from './data/session/session';
import { openingWith } from './prefetched-route';

const USER = 'a0000000-0000-4000-8000-000000000001';

/** A browser that knows this much of who is there. */
function clientOf(isAdmin: boolean | null): QueryClient {
  const client = new QueryClient();
  client.setQueryData(
    session.current().queryKey,
    isAdmin === null ? null : ({ user: { id: USER } } as never),
  );
  client.setQueryData(session.isAdmin(USER).queryKey, isAdmin === true);
  return client;
}

describe('the screen that the back office opens on', () => {
  beforeEach(() => {
    globalThis.earlyAnswers = new Map([['rows', { token: '', answer: Promise.resolve(undefined) }]]);
  });

  it('waits for the rows that were asked for before its scripts', async () => {
    let come = () => {};
    const read = vi.fn(() => new Promise<void>((done) => (come = done)));
    let isReady = false;
    const opened = openingWith(clientOf(true), read)
      .loader()
      .then(() => (isReady = true));
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
    expect(isReady).toBe(false);
    come();
    await opened;
  });

  it.each([
    ['nobody signed in', null],
    ['a person who is no administrator', false],
  ])('asks for nothing for %s', async (_, isAdmin) => {
    const read = vi.fn(async () => {});
    await openingWith(clientOf(isAdmin), read).loader();
    expect(read).not.toHaveBeenCalled();
  });

  it('is shown without them when they did not come, and when nothing was asked for', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const read = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const { loader } = openingWith(clientOf(true), read);
    expect(await loader()).toBeNull();
    expect(warned).toHaveBeenCalledOnce();
    globalThis.earlyAnswers = new Map();
    expect(await loader()).toBeNull();
    expect(read).toHaveBeenCalledOnce();
  });
});
