import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { EditTripPage, NewTripPage } = await import('./trip-form-page');

const place = (code: string, name: string, region: string, search_key: string) => ({
  code,
  name,
  region,
  search_key,
  designation: 'Ville',
  mrc_name: 'Charlevoix-Est',
  population: 8100,
  latitude: 47.6,
  longitude: -70.15,
});
const places = [
  place('15013', 'La Malbaie', 'Capitale-Nationale', 'la malbaie'),
  place('91042', 'Saint-Félicien', 'Saguenay–Lac-Saint-Jean', 'saint felicien'),
];
const mrcs = [place('911', 'Le Domaine-du-Roy', 'Saguenay–Lac-Saint-Jean', 'le domaine du roy')];
const tags = [
  { id: 't1', name: 'Patrimoine', color: '#b45309' },
  { id: 't2', name: 'Événements', color: '#c2410c' },
];
const storedTrip = {
  id: 'a',
  city: 'La Malbaie',
  region: 'Capitale-Nationale',
  municipality_code: '15013',
  start_date: '2026-12-03',
  end_date: '2026-12-06',
  job_type: 'photo',
  status: 'confirmé',
  radius_km: 75,
  client_name: 'Auberge',
  description: null,
  updated_at: '2026-11-01T10:00:00.123456+00:00',
  trip_plan_tags: [{ tag_id: 't1' }],
};

/** Answers reads, and saves in the way the test sets. */
function serve(
  save: () => BackendAnswer = () => ({ body: 'a' }),
  change: Record<string, BackendAnswer> = {},
) {
  backend.answer = ({ target, query }) => {
    if (change[target]) return change[target];
    if (target === 'rpc/save_trip_plan') return save();
    if (target === 'municipalities') return { body: query.get('kind') === 'eq.mrc' ? mrcs : places };
    if (target === 'tags') return { body: tags };
    if (['next_actions', 'quotes', 'trip_photos'].includes(target)) return { body: [] };
    if (target === 'trip_plans') return { body: [storedTrip] };
    return { status: 404 };
  };
}

const savedTrips = () => backend.sent('POST', 'rpc/save_trip_plan').map(({ body }) => body);
const openNew = () => renderScreen(<NewTripPage />, { path: '/admin/trip-plans/new' });
const openEdit = () =>
  renderScreen(<EditTripPage />, { path: '/admin/trip-plans/:id', at: '/admin/trip-plans/a' });
const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const city = () => screen.getByRole('combobox', { name: /^Ville/ });
const regionField = () => screen.getByRole('combobox', { name: /^Région/ });
/** Pastes text: one event instead of one for each letter. */
const fill = async (control: HTMLElement, text: string) => {
  await userEvent.clear(control);
  await userEvent.paste(text);
};
const create = () => userEvent.click(screen.getByRole('button', { name: 'Créer le déplacement' }));
const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  serve();
});

describe('a new trip', () => {
  it('says what is required, in the printed words, and sends nothing', async () => {
    openNew();
    await userEvent.clear(field(/^Rayon/));
    await create();
    for (const text of [
      'La ville est requise',
      'La région est requise',
      'La date de début est requise',
      'La date de fin est requise',
      'Le rayon est requis',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(city()).toHaveFocus();
    expect(city()).toHaveAccessibleDescription(/La ville est requise/);
    expect(savedTrips()).toEqual([]);
  });

  it('takes its place from the register by the keyboard, and its dates typed, then leads to its prospects', async () => {
    const { address } = openNew();
    await screen.findByText('Patrimoine');
    await fill(city(), 'st-f');
    expect(await screen.findByRole('option', { name: /Saint-Félicien/ })).toBeVisible();
    expect(screen.getByText('1 suggestion')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(city()).toHaveValue('Saint-Félicien');
    expect(regionField()).toHaveValue('Saguenay–Lac-Saint-Jean');
    expect(screen.getByText(/^Lieu du registre/)).toBeVisible();
    await fill(field(/^Date de début/), '2026-12-01');
    await fill(field(/^Date de fin/), '4 décembre 2026');
    await userEvent.tab();
    expect(field(/^Date de début/)).toHaveValue('01 déc. 2026');
    expect(field(/^Date de fin/)).toHaveValue('04 déc. 2026');
    await create();
    expect(await screen.findByText('Déplacement créé')).toBeVisible();
    expect(address()).toBe('/admin/trip-plans/a/prospects');
    expect(savedTrips()).toEqual([
      {
        city: 'Saint-Félicien',
        region: 'Saguenay–Lac-Saint-Jean',
        municipality_code: '91042',
        start_date: '2026-12-01',
        end_date: '2026-12-04',
        job_type: 'visite_virtuelle',
        status: 'planifié',
        radius_km: 50,
        client_name: null,
        description: null,
        tag_ids: [],
      },
    ]);
  });

  it('recognises a name typed to its end, and leaves a free text its freedom', async () => {
    openNew();
    await waitFor(() => expect(backend.sent('GET', 'municipalities')).toHaveLength(2));
    await fill(city(), 'la malbaie');
    await userEvent.tab();
    await waitFor(() => expect(regionField()).toHaveValue('Capitale-Nationale'));
    expect(city()).toHaveValue('La Malbaie');
    await fill(city(), 'La Malbaie (secteur)');
    expect(screen.getByText(/^Hors du registre des municipalités/)).toBeVisible();
    await fill(regionField(), 'quebec');
    const suggestions = within(screen.getByRole('listbox', { name: 'Régions' })).getAllByRole('option');
    expect(suggestions.map((option) => option.textContent)).toEqual(['Centre-du-Québec', 'Nord-du-Québec']);
    await userEvent.click(screen.getByRole('option', { name: 'Nord-du-Québec' }));
    expect(regionField()).toHaveValue('Nord-du-Québec');
    await fill(field(/^Date de début/), '2026-12-01');
    await fill(field(/^Date de fin/), '2026-12-01');
    await create();
    await waitFor(() => expect(savedTrips()).toHaveLength(1));
    expect(savedTrips()[0]).toMatchObject({
      city: 'La Malbaie (secteur)',
      region: 'Nord-du-Québec',
      municipality_code: null,
    });
  });

  it('lets the town that was typed last decide the region, of an MRC too', async () => {
    openEdit();
    await waitFor(() => expect(city()).toHaveValue('La Malbaie'));
    await waitFor(() => expect(backend.sent('GET', 'municipalities')).toHaveLength(2));
    await fill(city(), 'saint-félicien');
    await userEvent.tab();
    await waitFor(() => expect(regionField()).toHaveValue('Saguenay–Lac-Saint-Jean'));
    await fill(city(), 'mrc du domaine');
    await userEvent.click(await screen.findByRole('option', { name: /MRC du Domaine-du-Roy/ }));
    await pressSave();
    await waitFor(() => expect(savedTrips()).toHaveLength(1));
    expect(savedTrips()[0]).toMatchObject({ city: 'MRC du Domaine-du-Roy', municipality_code: '911' });
  });

  it('goes to a point of the map instead of a town, and refuses one that is not in Québec', async () => {
    openEdit();
    await waitFor(() => expect(city()).toHaveValue('La Malbaie'));
    await userEvent.click(screen.getByRole('button', { name: 'Choisir un point de la carte' }));
    // Loading the map's script and boundaries takes long on a busy machine.
    await screen.findByRole('img', { name: /^Carte du Québec/ }, { timeout: 15_000 });
    await fill(field(/^Point de la carte/), '12, 13');
    await pressSave();
    expect(await screen.findByText(/^Écrivez la latitude puis la longitude/)).toBeVisible();
    await fill(field(/^Point de la carte/), '48,4501; -68,5234');
    expect(screen.getByText('Les prospects seront cherchés autour du point de la carte.')).toBeVisible();
    await pressSave();
    await waitFor(() => expect(savedTrips()).toHaveLength(1));
    expect(savedTrips()[0]).toMatchObject({ latitude: 48.4501, longitude: -68.5234 });
    expect(savedTrips()[0]).not.toHaveProperty('municipality_code');
  });

  it('closes the suggestions on Escape and when the field is left', async () => {
    openNew();
    await waitFor(() => expect(backend.sent('GET', 'municipalities')).toHaveLength(2));
    await fill(city(), 'sa');
    expect(await screen.findByRole('listbox', { name: 'Municipalités' })).toBeVisible();
    expect(city()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(city()).toHaveValue('sa');
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { name: /Saint-Félicien/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.tab();
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('chooses a day in a French calendar whose weeks begin on Monday', async () => {
    openNew();
    await fill(field(/^Date de début/), '2026-12-15');
    await userEvent.click(screen.getByRole('button', { name: /calendrier.*Date de début/ }));
    const calendar = await screen.findByRole('dialog', { name: 'Date de début' });
    expect(within(calendar).getByText('décembre 2026')).toBeVisible();
    const days = within(calendar).getAllByRole('columnheader', { hidden: true });
    expect(days.map((day) => day.textContent)).toEqual(['lu', 'ma', 'me', 'je', 've', 'sa', 'di']);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    expect(field(/^Date de début/)).toHaveValue('23 déc. 2026');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('refuses an end before the start', async () => {
    openNew();
    await fill(field(/^Date de début/), '2026-12-05');
    await fill(field(/^Date de fin/), '2026-12-04');
    await create();
    expect(await screen.findByText('La date de fin doit suivre la date de début')).toBeVisible();
    expect(savedTrips()).toEqual([]);
  });

  it('warns that all types are targeted when none is chosen', async () => {
    openNew();
    const warning = () => screen.queryByText(/tous les types seront ciblés/);
    expect(warning()).toBeVisible();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Patrimoine' }));
    expect(warning()).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Patrimoine' }));
    expect(warning()).toBeVisible();
  });

  it('only logs that the types or the register could not be read', async () => {
    serve(undefined, { tags: { status: 403 }, municipalities: { status: 403 } });
    openNew();
    expect(await screen.findByText(/Les types n’ont pas pu être chargés/)).toBeVisible();
    const logged = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
    expect(logged.join()).toMatch(/target types.*municipalities|municipalities.*target types/);
    vi.mocked(console.error).mockClear();
    expect(screen.queryByText('Erreur')).toBeNull();
  });
});

describe('an existing trip', () => {
  it('shows what is stored, and saves it with the version that was read', async () => {
    openEdit();
    expect(await screen.findByDisplayValue('La Malbaie')).toBeVisible();
    expect(field(/^Date de début/)).toHaveValue('03 déc. 2026');
    expect(screen.getByRole('link', { name: 'Prospects' })).toHaveAttribute(
      'href',
      '/admin/trip-plans/a/prospects',
    );
    expect(await screen.findByRole('checkbox', { name: 'Patrimoine' })).toBeChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Événements' }));
    await pressSave();
    expect(await screen.findByText('Déplacement mis à jour')).toBeVisible();
    expect(savedTrips()[0]).toMatchObject({
      trip_plan_id: 'a',
      read_at: storedTrip.updated_at,
      tag_ids: ['t1', 't2'],
      municipality_code: '15013',
      radius_km: 75,
      client_name: 'Auberge',
      job_type: 'photo',
    });
    expect(savedTrips()[0]).not.toHaveProperty('user_id');
  });

  it('keeps what was typed when the network fails, asks before leaving, and saves the second time', async () => {
    serve(offline);
    const { go, address } = openEdit();
    const client = await screen.findByDisplayValue('Auberge');
    await userEvent.type(client, ' du Cap');
    await pressSave();
    expect(await screen.findByText('Impossible de sauvegarder le déplacement')).toBeVisible();
    vi.mocked(console.error).mockClear();
    expect(client).toHaveValue('Auberge du Cap');
    await go('/admin/trip-plans');
    expect(await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
    serve();
    await pressSave();
    await waitFor(() => expect(address()).toBe('/admin/trip-plans'));
    expect(savedTrips().at(-1)).toMatchObject({ client_name: 'Auberge du Cap' });
  });

  it('saves over what somebody else did meanwhile; asks only about what both changed, dates as one', async () => {
    const updated_at = '2026-11-02T10:00:00+00:00';
    const theirs = { ...storedTrip, radius_km: 90, start_date: '2026-12-01', updated_at };
    let now: object = storedTrip;
    backend.answer = ({ target, body }) => {
      if (target === 'trip_plans') return { body: [now] };
      if (['next_actions', 'quotes', 'trip_photos'].includes(target)) return { body: [] };
      if (target !== 'rpc/save_trip_plan') return { body: target === 'tags' ? tags : places };
      now = theirs;
      const isCurrent = (body as { read_at: string }).read_at === updated_at;
      return isCurrent
        ? { body: 'a' }
        : { status: 409, body: { code: 'PT409', message: 'modifié', details: updated_at } };
    };
    const { address } = openEdit();
    await userEvent.type(await screen.findByDisplayValue('Auberge'), ' B');
    await fill(field(/^Date de fin/), '2026-12-08');
    await pressSave();
    const dialog = await screen.findByRole('dialog', { name: 'Deux versions à réunir' });
    expect(
      within(dialog)
        .getAllByRole('group')
        .map((group) => group.textContent),
    ).toEqual([
      'Date de début, Date de finLeur version01 déc. 202606 déc. 2026Ma version03 déc. 202608 déc. 2026',
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer ce choix' }));
    await waitFor(() => expect(address()).toBe('/admin/trip-plans'));
    expect(savedTrips().at(-1)).toMatchObject({
      client_name: 'Auberge B',
      start_date: '2026-12-03',
      end_date: '2026-12-08',
      radius_km: 90,
      read_at: updated_at,
      trip_plan_id: 'a',
    });
  });

  it('keeps what was typed of a trip deleted meanwhile, as a new one', async () => {
    const { address } = openEdit();
    await screen.findByDisplayValue('Auberge');
    serve(() => ({ status: 404, body: { code: 'PT404', message: 'parti' } }), { trip_plans: { body: [] } });
    await pressSave();
    expect(await screen.findByText(/supprimé entre-temps/)).toBeVisible();
    serve();
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer comme nouveau déplacement' }));
    await waitFor(() => expect(address()).toBe('/admin/trip-plans/a/prospects'));
    expect(savedTrips().at(-1)).not.toHaveProperty('trip_plan_id');
  });

  it('says that it could not be loaded, and that it is gone', async () => {
    serve(undefined, { trip_plans: { status: 403, body: { message: 'non' } } });
    const { unmount } = openEdit();
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger le déplacement');
    vi.mocked(console.error).mockClear();
    unmount();
    serve(undefined, { trip_plans: { body: [] } });
    openEdit();
    expect(await screen.findByText('Ce déplacement n’existe plus')).toBeVisible();
  });
});
