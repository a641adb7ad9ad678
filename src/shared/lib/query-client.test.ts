import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Notice, onNotice } from './notify';
import { createQueryClient } from './query-client';

let notices: Notice[];
let disconnect: () => void;

beforeEach(() => {
  notices = [];
  disconnect = onNotice((notice) => notices.push(notice));
});
afterEach(() => disconnect());

const expectLogged = () => {
  expect(console.error).toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
};

const fail = (error: unknown) => async () => {
  throw error;
};

describe('queries', () => {
  it('says and logs the failure of a query that has a message', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const client = createQueryClient();
    await expect(
      client.fetchQuery({
        queryKey: ['a'],
        queryFn: fail({ status: 403 }),
        meta: { errorMessage: 'Impossible' },
      }),
    ).rejects.toEqual({ status: 403 });
    expect(notices).toEqual([{ kind: 'error', title: 'Erreur', text: 'Impossible' }]);
    expectLogged();
  });

  it('stays silent about a query without a message', async () => {
    const client = createQueryClient();
    await expect(
      client.fetchQuery({ queryKey: ['a'], queryFn: fail({ status: 403 }) }),
    ).rejects.toBeDefined();
    expect(notices).toEqual([]);
  });

  it('never asks again after a 4xx, twice more after anything else', async () => {
    vi.useFakeTimers();
    const calls = { refused: 0, lost: 0 };
    const client = createQueryClient();
    const stops = [
      new QueryObserver(client, {
        queryKey: ['refused'],
        queryFn: async () => {
          calls.refused++;
          throw { status: 404 };
        },
      }).subscribe(() => {}),
      new QueryObserver(client, {
        queryKey: ['lost'],
        queryFn: async () => {
          calls.lost++;
          throw new TypeError('Failed to fetch');
        },
      }).subscribe(() => {}),
    ];
    await vi.advanceTimersByTimeAsync(20_000);
    expect(calls).toEqual({ refused: 1, lost: 3 });
    for (const stop of stops) stop();
    vi.useRealTimers();
  });
});

describe('mutations', () => {
  it('refetches what it invalidates before it counts as done, then says so', async () => {
    const client = createQueryClient();
    let reads = 0;
    const stop = new QueryObserver(client, { queryKey: ['list'], queryFn: async () => ++reads }).subscribe(
      () => {},
    );
    await vi.waitFor(() => expect(reads).toBe(1));
    await new MutationObserver(client, {
      mutationFn: async () => {},
      meta: { invalidates: [['list']], successMessage: 'Enregistré' },
    }).mutate();
    expect(reads).toBe(2);
    expect(notices).toEqual([{ kind: 'success', title: 'Succès', text: 'Enregistré' }]);
    stop();
  });

  it('says nothing about what was given up on purpose', async () => {
    const client = createQueryClient();
    const abandoned = fail(new DOMException('left', 'AbortError'));
    await expect(
      new MutationObserver(client, {
        mutationFn: abandoned,
        meta: { errorMessage: 'Impossible' },
      }).mutate(),
    ).rejects.toBeDefined();
    expect(notices).toEqual([]);
  });

  it("says its own message, else the error's, and nothing when silent", async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const client = createQueryClient();
    const run = (meta: object) =>
      new MutationObserver(client, { mutationFn: fail({ message: 'du serveur' }), meta })
        .mutate()
        .catch(() => {});
    await run({ errorMessage: 'Impossible de supprimer' });
    await run({});
    await run({ silent: true });
    expect(notices.map(({ text }) => text)).toEqual(['Impossible de supprimer', 'du serveur']);
    expectLogged();
  });
});

describe('without a network', () => {
  it('fails at once instead of waiting for one', async () => {
    onlineManager.setOnline(false);
    const client = createQueryClient();
    const mutationFn = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
    const mutation = client.getMutationCache().build(client, { mutationFn, meta: { silent: true } });
    await expect(mutation.execute(undefined)).rejects.toThrow('Failed to fetch');
    const query = client.fetchQuery({ queryKey: ['x'], queryFn: mutationFn, retry: false });
    await expect(query).rejects.toThrow('Failed to fetch');
    onlineManager.setOnline(true);
  });
});
