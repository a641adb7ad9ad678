import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TripSheet, TripStop } from '../data/trip-sheets';

const { TripSheetPage } = await import('./trip-sheet-page');

const stop = (id: string, change: Partial<TripStop> = {}): TripStop => ({
  id,
  name: `Personne ${id}`,
  company: `Ville ${id}`,
  function_title: null,
  status: 'nouveau',
  email: null,
  phone: null,
  city: `Ville ${id}`,
  region: 'Bas-Saint-Laurent',
  address: null,
  latitude: 48.5,
  longitude: -68.5,
  is_of_town: true,
  shore: 'sud',
  km: 12,
  crossing: null,
  is_accepted: false,
  ...change,
});

let sheet: TripSheet | null;
let fails: boolean;

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  fails = false;
  sheet = {
    trip: {
      id: 't',
      city: 'Rimouski',
      region: 'Bas-Saint-Laurent',
      start_date: '2027-05-04',
      end_date: '2027-05-05',
      job_type: 'photo',
      client_name: null,
      description: null,
      latitude: 48.45,
      longitude: -68.52,
      shore: 'sud',
    },
    stops: [
      stop('a', {
        latitude: 48.46,
        phone: '418 555-0101',
        email: 'a@ville.test',
        address: '10, rue du Quai',
      }),
      stop('b', { latitude: 49.2, crossing: 'autre rive\u00a0: par les ponts de Québec' }),
      stop('c', { latitude: 48.5, is_of_town: false }),
    ],
    others: [stop('d', { is_accepted: true, name: 'Ville d' }), stop('e')],
  };
  backend.answer = ({ method, target, body }) => {
    if (target === 'rpc/trip_sheet') return { body: sheet };
    // The installation has no routing server.
    if (target === '/functions/v1/trip-legs') return { body: { legs: [], warning: null } };
    if (method === 'PATCH') {
      if (fails) return { status: 500, body: { message: 'panne' } };
      const ids = (body as { stop_ids: string[] }).stop_ids;
      const all = [...(sheet?.stops ?? []), ...(sheet?.others ?? [])];
      if (sheet) {
        sheet = {
          ...sheet,
          stops: ids.flatMap((id) => all.find((one) => one.id === id) ?? []),
          others: all.filter(({ id }) => !ids.includes(id)),
        };
      }
      return { body: { id: 't' } };
    }
    return { body: [] };
  };
});

const open = () =>
  renderScreen(<TripSheetPage />, {
    path: '/admin/trip-plans/:id/feuille',
    at: '/admin/trip-plans/t/feuille',
  });
const list = () => screen.findByRole('list', { name: 'Arrêts' });
const stopOrder = async () =>
  within(await list())
    .getAllByRole('link', { name: /^Ville .$/ })
    .map((link) => link.textContent);
const savedOrders = () =>
  backend.sent('PATCH', 'trip_plans').map(({ body }) => (body as { stop_ids: string[] }).stop_ids);
const press = (name: RegExp | string) => userEvent.click(screen.getByRole('button', { name }));

describe('the sheet of a trip', () => {
  it('gives what the road asks for: address, call, letter, map, way and barrier', async () => {
    open();
    const [first, second, third] = within(await list())
      .getAllByRole('listitem')
      .filter((item) => item.parentElement?.matches('ol'));
    const links = within(first as HTMLElement);
    expect(links.getByRole('link', { name: '418 555-0101' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:/),
    );
    expect(links.getByRole('link', { name: 'a@ville.test' })).toHaveAttribute('href', 'mailto:a@ville.test');
    expect(links.getByRole('link', { name: /10, rue du Quai, Ville a/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/search?'),
    );
    expect(first).toHaveTextContent('au centre de sa municipalité');
    expect(second).toHaveTextContent('autre rive : par les ponts de Québec');
    expect(
      within(third as HTMLElement).getByRole('link', { name: /^Ville c \(sur la carte\)/ }),
    ).toHaveAttribute('href', expect.stringContaining('mlat=48.5'));
    expect(screen.getByRole('img', { name: /3.arrêts à partir de Rimouski/ })).toBeVisible();
  });

  it('says the way by the road where a server knows it, the crow’s where it does not', async () => {
    const { answer } = backend;
    backend.answer = (request) =>
      request.target === '/functions/v1/trip-legs'
        ? {
            body: {
              legs: [{ km: 12.3, minutes: 15 }, null, { km: 90.2, minutes: 65 }, { km: 7, minutes: 8 }],
              warning: null,
            },
          }
        : answer(request);
    open();
    expect(await screen.findByText(/à 12\skm du point de départ par la route, 15\smin/)).toBeVisible();
    expect(await screen.findByText(/à 82\skm de l’arrêt précédent, à vol d’oiseau/)).toBeVisible();
    expect(await screen.findByText(/à 90\skm de l’arrêt précédent par la route, 1\sh\s05/)).toBeVisible();
    // Without every leg there is no total distance by road.
    expect(await screen.findByText(/Tournée de \d+\skm à vol d’oiseau/)).toBeVisible();
    // The request has the routes from the destination to each stop, and back.
    expect(backend.sent('POST', '/functions/v1/trip-legs').map(({ body }) => body)).toEqual([
      {
        places: [
          { latitude: 48.45, longitude: -68.52 },
          ...[48.46, 49.2, 48.5].map((latitude) => ({ latitude, longitude: -68.5 })),
          { latitude: 48.45, longitude: -68.52 },
        ],
      },
    ]);
  });

  it('moves a stop by a button, adds and takes out; each is written whole', async () => {
    open();
    await list();
    await press('Descendre Personne a');
    await waitFor(async () => expect(await stopOrder()).toEqual(['Ville b', 'Ville a', 'Ville c']));
    await waitFor(async () => expect(await list()).toHaveAttribute('aria-busy', 'false'));
    await press(/^Ajouter Ville d/);
    await waitFor(() => expect(savedOrders()).toHaveLength(2));
    await waitFor(async () => expect(await list()).toHaveAttribute('aria-busy', 'false'));
    await press('Retirer Personne b des arrêts');
    await waitFor(() =>
      expect(savedOrders()).toEqual([
        ['b', 'a', 'c'],
        ['b', 'a', 'c', 'd'],
        ['a', 'c', 'd'],
      ]),
    );
    expect(await screen.findByText(/Personne b.*retiré des arrêts/)).toBeVisible();
  });

  it('proposes a shorter round by one press, which can be taken back', async () => {
    open();
    await list();
    await press('Proposer un ordre');
    await waitFor(() => expect(savedOrders()).toEqual([['a', 'c', 'b']]));
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(savedOrders()[1]).toEqual(['a', 'b', 'c']));
  });

  it('goes to the stops once all accepted prospects are among them', async () => {
    sheet?.others.push(stop('f', { is_accepted: true }));
    open();
    await list();
    await press('Ajouter les 2 prospects acceptés');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Feuille de route' })).toHaveFocus());
    expect(await stopOrder()).toContain('Ville f');
  });

  it('puts the former order back when it cannot be written', async () => {
    fails = true;
    open();
    await list();
    await press('Descendre Personne a');
    expect(await screen.findByText('Impossible d’enregistrer l’ordre des arrêts')).toBeVisible();
    await waitFor(async () => expect(await stopOrder()).toEqual(['Ville a', 'Ville b', 'Ville c']));
    vi.mocked(console.error).mockClear();
  });

  it('shows a map once a stop has a place, and says so before', async () => {
    if (sheet) sheet.stops = [stop('f', { latitude: null, longitude: null })];
    open();
    expect(await screen.findByText(/La carte de la tournée paraîtra avec le premier arrêt/)).toBeVisible();
    expect(screen.queryByRole('img', { name: /^Carte de la tournée/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Ajouter .*Ville d/ }));
    expect(await screen.findByRole('img', { name: /^Carte de la tournée/ })).toBeVisible();
    expect(screen.queryByText(/La carte de la tournée paraîtra/)).toBeNull();
  });
  it('says that the trip is gone, and that nothing is planned yet', async () => {
    if (sheet) sheet = { ...sheet, stops: [] };
    const { unmount } = open();
    expect(await screen.findByText(/^Aucun arrêt/)).toBeVisible();
    unmount();
    sheet = null;
    open();
    expect(await screen.findByText('Ce déplacement n’existe plus')).toBeVisible();
  });
});
