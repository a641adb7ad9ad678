import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Prospect } from '../data/prospects';

// jsdom has no layout: the width of a laptop is simulated.
vi.mock('@/admin/kit/lib/use-window-kind', async (original) => ({
  ...(await original<object>()),
  useHasTwoPanes: () => true,
}));

const { ProspectsPage } = await import('./prospects-page');

const TRIP = 'b0000000-0000-4000-8000-000000000002';

const prospect = (id: string, change: Partial<Prospect> = {}) =>
  ({
    id,
    trip_plan_id: TRIP,
    company: `Organisation ${id}`,
    city: 'Amqui',
    region: 'Bas-Saint-Laurent',
    name: null,
    email: null,
    phone: null,
    website: null,
    sector: 'municipalité',
    ai_reasoning: null,
    status: 'pending',
    score: 50,
    distance_km: 10,
    road_km: null,
    crossing: null,
    latitude: 48.4,
    longitude: -67.4,
    email_source_url: null,
    phone_source_url: null,
    website_source_url: null,
    contact_id: null,
    origin: 'mamh',
    external_id: null,
    source_url: null,
    no_solicitation: false,
    ...change,
  }) as Prospect;

let rows: Prospect[];
const setStatus = (id: string, status: Prospect['status']) => {
  rows = rows.map((row) => (row.id === id ? { ...row, status } : row));
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  rows = [
    prospect('1', { score: 90 }),
    prospect('2', { score: 80, email: 'info@deux.test' }),
    prospect('3', { score: 70 }),
    prospect('4', { score: 60, status: 'rejected' }),
  ];
  backend.answer = ({ method, target, body, query }) => {
    if (target === 'trip_plans')
      return {
        body: { id: TRIP, city: 'Amqui', region: 'BSL', radius_km: 40, latitude: 48.46, longitude: -67.43 },
      };
    if (target === 'rpc/accept_prospect') {
      setStatus((body as { prospect_id: string }).prospect_id, 'accepted');
      return { body: 'c1' };
    }
    if (target === 'rpc/accept_all_prospects') return { body: 2 };
    if (method === 'PATCH') {
      const id = query.get('id')?.replace('eq.', '') ?? '';
      if ((body as Partial<Prospect>).status) setStatus(id, 'rejected');
      return { body: { id } };
    }
    return { body: target === 'suggested_prospects' ? rows : [] };
  };
});

const open = (query = '') =>
  renderScreen(<ProspectsPage />, {
    path: '/admin/trip-plans/:id/prospects',
    at: `/admin/trip-plans/${TRIP}/prospects${query}`,
  });
const names = () => screen.getAllByRole('link', { name: /^Organisation/ }).map((link) => link.textContent);
const card = (id: string) => screen.findByRole('article', { name: `Organisation ${id}` });

it('lists those that wait, the best first, opens the first, and folds the decided ones', async () => {
  open();
  await card('1');
  expect(names()).toEqual(['Organisation 1', 'Organisation 2', 'Organisation 3']);
  expect(screen.getByRole('img', { name: /3.prospects autour de Amqui/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Afficher 1.prospect traité/ }));
  expect(names()).toHaveLength(4);
});

it('decides by one key each, and each decision opens the next that waits', async () => {
  const { address } = open();
  await card('1');
  await userEvent.keyboard('j');
  await card('2');
  await userEvent.keyboard('a');
  await card('3');
  expect(backend.sent('POST', 'rpc/accept_prospect')[0]?.body).toEqual({ prospect_id: '2' });
  await userEvent.keyboard('r');
  // After the last one, the first waiting prospect is opened.
  await card('1');
  expect(address()).toContain('prospect=1');
  expect(names()).toEqual(['Organisation 1']);
});

it('accepts a selection, of those that wait only', async () => {
  open();
  await card('1');
  await userEvent.click(screen.getByRole('checkbox', { name: /Organisation 1/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Organisation 3/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Accepter la sélection' }));
  await waitFor(() => expect(backend.sent('POST', 'rpc/accept_all_prospects')).toHaveLength(1));
  expect(backend.sent('POST', 'rpc/accept_all_prospects')[0]?.body).toEqual({
    trip_id: TRIP,
    prospect_ids: ['1', '3'],
  });
});

it('is searched by words, and the open prospect stays in the address', async () => {
  open('?prospect=3&q=organisation+2');
  await card('3');
  expect(names()).toEqual(['Organisation 2']);
});

it('searches for all that lack something one by one, keeps what is found, and ends at the limit of calls', async () => {
  const usual = backend.answer;
  const asked: string[] = [];
  backend.answer = (request) => {
    if (request.target !== '/functions/v1/search-prospect-info') return usual(request);
    const { company } = request.body as { company: string };
    asked.push(company);
    if (company === 'Organisation 3')
      return { status: 429, body: { error: 'Vingt recherches par heure.', code: 'too_many_calls' } };
    const sources = { email: { url: 'https://un.test/', foundAt: '2026-11-20T10:00:00.000Z' } };
    const found = { email: `info@${asked.length}.test`, phone: null, website: null, sources };
    return { body: { ...found, verified: null, notice: null, note: null, isPartial: false } };
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rechercher pour tous (3)' }));
  expect(
    await screen.findByText(
      /^2 organisations cherchées : 1 complétée\. Arrêtée : Vingt recherches par heure\./,
      undefined,
      { timeout: 5000 },
    ),
  ).toBeVisible();
  expect(asked).toEqual(['Organisation 1', 'Organisation 2', 'Organisation 3']);
  expect(backend.sent('PATCH', 'suggested_prospects')[0]?.body).toMatchObject({ email: 'info@1.test' });
  expect(within(screen.getByRole('table')).queryByRole('progressbar')).toBeNull();
});
