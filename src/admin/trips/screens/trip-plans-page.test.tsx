import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { removeByButton } from '@tests/removal';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tables } from '@/shared/database.types';

const { TripPlansPage } = await import('./trip-plans-page');

type Trip = Tables<'trip_plans'>;

const trip = (id: string, city: string, change: Partial<Trip> = {}): Trip => ({
  id,
  city,
  user_id: null,
  region: 'Capitale-Nationale',
  start_date: '2026-12-03',
  end_date: '2026-12-06',
  job_type: 'visite_virtuelle',
  client_name: null,
  description: null,
  status: 'planifié',
  radius_km: 50,
  municipality_code: null,
  latitude: null,
  longitude: null,
  stop_ids: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...change,
});

const trips = [
  trip('a', 'La Malbaie', { client_name: 'Auberge du Cap', status: 'confirmé' }),
  trip('b', 'Rimouski', {
    region: 'Bas-Saint-Laurent',
    status: 'terminé',
    job_type: 'photo',
    radius_km: 100,
    start_date: '2020-05-01',
    end_date: '2020-05-01',
  }),
];
const counts = [{ trip_plan_id: 'a', prospects: 8, pending: 4, contacts: 2 }];

function serve(list: Trip[] = trips) {
  backend.answer = ({ method, target }) => {
    if (target === 'rpc/trip_plan_counts') return { body: counts };
    if (target === 'rpc/move_to_trash') return { body: 1 };
    if (target !== 'trip_plans') return { status: 404 };
    return method === 'GET' ? { body: list } : { status: 204 };
  };
}

const open = (at = '/admin/trip-plans') => renderScreen(<TripPlansPage />, { path: '/admin/trip-plans', at });
const shownCities = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  serve();
});

describe('the list of trips', () => {
  it('shows destination, dates, type, client, status, radius, and what each has brought', async () => {
    open();
    const row = await screen.findByRole('row', { name: /La Malbaie/ });
    for (const text of [
      'Capitale-Nationale',
      '03\u00a0déc.\u00a02026 – 06\u00a0déc.\u00a02026',
      'Visite virtuelle',
      'Auberge du Cap',
      'Confirmé',
      '50\u00a0km',
    ]) {
      expect(row).toHaveTextContent(text.replaceAll('\u00a0', ' '));
    }
    expect(row).toHaveTextContent('50 km82');
    expect(screen.getByRole('row', { name: /Rimouski/ })).toHaveTextContent('100 km00');
    expect(screen.getByText('2 déplacements')).toBeVisible();
  });
  it('asks for the trips by start date, newest first, and for all counts in one call', async () => {
    open();
    await screen.findByRole('row', { name: /La Malbaie/ });
    expect(backend.sent('GET', 'trip_plans')[0]?.query.get('order')).toBe('start_date.desc,id.asc');
    expect(backend.sent('POST', 'rpc/trip_plan_counts')).toHaveLength(1);
    expect(shownCities()).toEqual(['La Malbaie', 'Rimouski']);
  });
  it('leads to the prospects, to the form, and to the municipalities', async () => {
    open();
    const row = await screen.findByRole('row', { name: /La Malbaie/ });
    const link = (name: RegExp) => within(row).getByRole('link', { name });
    expect(link(/^Générer des prospects/)).toHaveAttribute('href', '/admin/trip-plans/a/prospects');
    expect(link(/^Modifier/)).toHaveAttribute('href', '/admin/trip-plans/a');
    expect(screen.getByRole('link', { name: 'Municipalités' })).toHaveAttribute(
      'href',
      '/admin/municipalites',
    );
    expect(screen.getByRole('link', { name: 'Nouveau déplacement' })).toHaveAttribute(
      'href',
      '/admin/trip-plans/new',
    );
  });
  it('offers to create the first trip', async () => {
    serve([]);
    open();
    expect(await screen.findByRole('link', { name: 'Créer mon premier déplacement' })).toHaveAttribute(
      'href',
      '/admin/trip-plans/new',
    );
  });
  it('says that it could not be loaded, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les déplacements');
    vi.mocked(console.error).mockClear();
    serve();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('La Malbaie')).toBeVisible();
  });
  it('searches without accents, filters, and keeps both in the address', async () => {
    const { address } = open('/admin/trip-plans?periode=passes');
    expect(await screen.findByText('Rimouski')).toBeVisible();
    expect(shownCities()).toEqual(['Rimouski']);
    await userEvent.type(screen.getByRole('searchbox'), 'malbaie');
    expect(await screen.findByText('Aucun déplacement ne correspond à votre recherche')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/trip-plans?q=malbaie&periode=passes'));
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    await waitFor(() => expect(address()).toBe('/admin/trip-plans'));
    await userEvent.click(screen.getByRole('button', { name: /^Filtrer/ }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Statut' }), 'Confirmé');
    expect(shownCities()).toEqual(['La Malbaie']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Statut' }), 'Tous les statuts');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type de mandat' }), 'Photo');
    expect(shownCities()).toEqual(['Rimouski']);
  });
  it('sorts by a column, both ways', async () => {
    open();
    await screen.findByText('Rimouski');
    const byRadius = screen.getByRole('button', { name: /^Rayon/ });
    await userEvent.click(byRadius);
    expect(shownCities()).toEqual(['La Malbaie', 'Rimouski']);
    await userEvent.click(byRadius);
    expect(shownCities()).toEqual(['Rimouski', 'La Malbaie']);
  });
  it('asks, deletes to the trash, and says so when it failed', async () => {
    open();
    const button = /^Supprimer le déplacement à La Malbaie/;
    await screen.findByRole('button', { name: button });
    const answer = backend.answer;
    backend.answer = (request) => (request.target === 'rpc/move_to_trash' ? offline() : answer(request));
    expect(await removeByButton(button)).toMatch(/Le déplacement à La Malbaie du .* ira à la corbeille/);
    expect(await screen.findByText('Impossible de supprimer le déplacement')).toBeVisible();
    vi.mocked(console.error).mockClear();

    backend.answer = answer;
    await removeByButton(button);
    const toast = (await screen.findByText('Déplacement supprimé')).closest('li') as HTMLElement;
    expect(backend.sent('POST', 'rpc/move_to_trash').at(-1)?.body).toEqual({
      kind: 'trip_plans',
      ids: ['a'],
    });
    expect(within(toast).getByRole('button', { name: 'Annuler' })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
