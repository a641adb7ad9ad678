// @vitest-environment jsdom

import { ADMIN_ID, type BackendRequest, backend, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/lib/query-client';
import { firstRows } from './data/first-rows';

const requested = () => backend.requests.map(({ target }) => target);

/** Opens a page at an address and runs its prefetch script to its end. */
async function openPage(path: string) {
  window.history.replaceState(null, '', path);
  await import('./prefetch');
}

const answer =
  (roles: { role: string }[]) =>
  ({ target }: BackendRequest) =>
    target === 'user_roles' ? { body: roles } : { body: [], count: 0 };

beforeEach(() => {
  vi.resetModules();
  backend.reset();
  localStorage.clear();
  globalThis.prefetchedResponses = undefined;
  backend.answer = answer([{ role: 'admin' }]);
});

describe('the prefetch of the back office', () => {
  it('sends what the data layer requests, which does not send it again', async () => {
    signInAsAdmin();
    await openPage('/admin/contacts');
    expect(requested()).toEqual(['user_roles', 'contacts']);
    const { session } = await import('./data/session/session');
    const { contacts } = await import('./data/contacts/contacts');
    const client = createQueryClient();
    expect(await client.fetchQuery(session.role(ADMIN_ID))).toBe('admin');
    expect(await client.fetchQuery(contacts.list())).toEqual({ rows: [], total: 0, isComplete: true });
    expect(requested()).toEqual(['user_roles', 'contacts']);
    // Each response is used once: a refresh sends a request.
    await client.fetchQuery({ ...contacts.list(), staleTime: 0 });
    expect(requested()).toEqual(['user_roles', 'contacts', 'contacts']);
  });

  it('also sends for the first tours, with their count', async () => {
    signInAsAdmin();
    await openPage('/admin/tours');
    const { tours } = await import('./data/tours/tours');
    await createQueryClient().fetchQuery(tours.list());
    expect(requested()).toEqual(['user_roles', 'virtual_tours']);
    const [, list] = backend.requests;
    expect(list?.headers.get('prefer')).toBe('count=exact');
    expect(list?.query.get('limit')).toBe(String(firstRows.tours.count));
  });

  it('sends for the first organisations', async () => {
    signInAsAdmin();
    await openPage('/admin/organisations');
    const { organisations } = await import('./data/organisations/organisations');
    await createQueryClient().fetchQuery(organisations.list());
    expect(requested()).toEqual(['user_roles', 'organisations']);
  });

  it('sends for the first municipalities, which wait for what was done there', async () => {
    signInAsAdmin();
    await openPage('/admin/municipalites');
    const { municipalityPages } = await import('./data/municipalities/municipality-pages');
    await createQueryClient().fetchQuery(municipalityPages.list());
    expect(requested()).toEqual(['user_roles', 'municipalities', 'rpc/municipality_relations']);
  });

  it('requests only the role of a user who is no administrator', async () => {
    signInAsAdmin();
    backend.answer = answer([]);
    await openPage('/admin/contacts');
    expect(requested()).toEqual(['user_roles']);
  });

  it('requests nothing when nobody is signed in, or the session is about to expire', async () => {
    await openPage('/admin/contacts');
    signInAsAdmin();
    const [key = ''] = Object.keys(localStorage);
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...kept, expires_at: Math.floor(Date.now() / 1000) + 60 }));
    vi.resetModules();
    await openPage('/admin/contacts');
    expect(requested()).toEqual([]);
  });

  it('is sent again when it failed, or was for another user', async () => {
    signInAsAdmin();
    backend.answer = (request) =>
      request.target === 'user_roles' ? answer([{ role: 'admin' }])(request) : { status: 503, body: {} };
    await openPage('/admin/contacts');
    backend.answer = answer([{ role: 'admin' }]);
    const { session } = await import('./data/session/session');
    const { contacts } = await import('./data/contacts/contacts');
    const client = createQueryClient();
    expect((await client.fetchQuery(contacts.list())).total).toBe(0);
    const [key = ''] = Object.keys(localStorage);
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...kept, access_token: 'another' }));
    await client.fetchQuery(session.role(ADMIN_ID));
    expect(requested()).toEqual(['user_roles', 'contacts', 'contacts', 'user_roles']);
    expect(backend.requests.at(-1)?.headers.get('authorization')).toBe('Bearer another');
  });
});
