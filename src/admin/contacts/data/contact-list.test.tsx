import type { QueryClient } from '@tanstack/react-query';
import { backend, offline, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_ROWS } from '@/admin/kit/lib/read-rows';
import { createQueryClient } from '@/shared/lib/query-client';

const { contacts } = await import('./contacts');

const TOTAL_ROWS = 60;

const row = (at: number) => ({
  id: `${at}`,
  name: `Personne ${at}`,
  company: 'Mairie',
  email: null,
  phone: null,
  city: 'Sept-Îles',
  region: 'Côte-Nord',
  sector: 'municipalité',
  status: 'nouveau',
});

const list = (client: QueryClient) => client.getQueryData(contacts.list().queryKey);

/** Returns the rows of a range, with the total number. */
const rows = (query: URLSearchParams) => {
  const from = Number(query.get('offset'));
  const length = Math.min(Number(query.get('limit')), TOTAL_ROWS - from);
  return { body: Array.from({ length }, (_, at) => row(from + at)), count: TOTAL_ROWS };
};

describe('what the list of contacts brings first', () => {
  beforeEach(() => {
    backend.reset();
    signInAsAdmin();
  });

  it('is there while the rest is still on its way, and becomes the whole list', async () => {
    let release = () => {};
    const rest = new Promise<void>((done) => (release = done));
    backend.answer = async ({ query }) => {
      if (query.get('offset') !== '0') await rest;
      return rows(query);
    };
    const client = createQueryClient();
    void client.prefetchQuery(contacts.list());
    await vi.waitFor(() => expect(list(client)).toMatchObject({ total: TOTAL_ROWS, isComplete: false }));
    expect(list(client)?.rows).toHaveLength(FIRST_ROWS);
    release();
    await vi.waitFor(() => expect(list(client)).toMatchObject({ total: TOTAL_ROWS, isComplete: true }));
    expect(list(client)?.rows).toHaveLength(TOTAL_ROWS);
  });

  it('is nothing when it cannot be read', async () => {
    backend.answer = offline;
    const client = createQueryClient();
    client.setDefaultOptions({ queries: { retry: false } });
    vi.mocked(console.error).mockImplementation(() => {});
    await client.prefetchQuery(contacts.list());
    expect(list(client)).toBeUndefined();
    expect(console.error).toHaveBeenCalledWith('Impossible de charger les contacts', expect.anything());
    vi.mocked(console.error).mockClear();
  });
});
