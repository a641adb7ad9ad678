import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { ProspectsPage } = await import('./prospects-page');

const TRIP = 'b0000000-0000-4000-8000-000000000002';

const prospect = (id: string, company: string, status = 'pending') => ({
  id,
  trip_plan_id: TRIP,
  company,
  status,
  city: 'Amqui',
  region: 'Bas-Saint-Laurent',
  name: null,
  email: 'a@b.test',
  phone: '418 555-0101',
  website: null,
  sector: 'municipalité',
  ai_reasoning: null,
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
});

const CLIENT_SINCE = '2025-03-12T15:00:00Z';

beforeEach(() => {
  backend.reset();
  localStorage.clear();
  signInAsAdmin();
  backend.answer = ({ target }) => {
    if (target === 'trip_plans')
      return {
        body: { id: TRIP, city: 'Amqui', region: 'BSL', radius_km: 40, latitude: 48.46, longitude: -67.43 },
      };
    if (target === 'suggested_prospects')
      return {
        body: [
          prospect('1', 'Causapscal'),
          prospect('2', 'Amqui'),
          prospect('3', 'Sayabec'),
          prospect('4', 'Val-Brillant'),
          prospect('5', 'Albertville', 'accepted'),
        ],
      };
    if (target === 'rpc/prospect_relations')
      return {
        body: {
          2: { relation: 'client', since: CLIENT_SINCE },
          3: { relation: 'quote', since: CLIENT_SINCE },
          4: { relation: 'request', since: CLIENT_SINCE },
          5: { relation: 'client', since: null },
        },
      };
    return { body: [] };
  };
});

const open = () =>
  renderScreen(<ProspectsPage />, {
    path: '/admin/trip-plans/:id/prospects',
    at: `/admin/trip-plans/${TRIP}/prospects`,
  });
const cardTitles = () => screen.getAllByRole('article').map((card) => card.querySelector('h2')?.textContent);

it('leaves out who is a client or becomes one, says how many they are, and lists them with what is under way', async () => {
  open();
  await screen.findByRole('article', { name: 'Causapscal' });
  // Prospects that were accepted or rejected stay.
  expect(cardTitles()).toEqual(['Albertville', 'Causapscal']);
  expect(screen.getByRole('link', { name: /En attente/ })).toHaveTextContent('1');
  expect(screen.getByRole('button', { name: 'Accepter tout (1)' })).toBeVisible();
  await userEvent.click(
    screen.getByRole('button', { name: '3\u00a0organisations clientes ou en cours à part' }),
  );
  expect(cardTitles()).toEqual(['Albertville', 'Amqui', 'Sayabec', 'Val-Brillant']);
  const inCard = (name: string) => within(screen.getByRole('article', { name }));
  expect(inCard('Amqui').getByText('Cliente depuis 2025')).toBeVisible();
  expect(inCard('Sayabec').getByText('Devis en cours')).toBeVisible();
  expect(inCard('Val-Brillant').getByText('Demande reçue')).toBeVisible();
  expect(inCard('Albertville').getByText('Cliente')).toBeVisible();
});

it('are cards or a table beside the map, as this browser remembers', async () => {
  open();
  const view = () => screen.findByRole('group', { name: 'Présentation' });
  await userEvent.click(within(await view()).getByRole('button', { name: 'Tableau et carte' }));
  expect(screen.getByRole('table', { name: 'Prospects du déplacement' })).toBeVisible();
  cleanup();
  open();
  expect(await screen.findByRole('table', { name: 'Prospects du déplacement' })).toBeVisible();
  await userEvent.click(within(await view()).getByRole('button', { name: 'Cartes' }));
  expect(screen.queryByRole('table')).toBeNull();
  expect(cardTitles()).toEqual(['Albertville', 'Causapscal']);
});
