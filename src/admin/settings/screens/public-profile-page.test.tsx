import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isSettings, settingsRow } from '@tests/campaign-rows';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { PublicProfilePage } = await import('./settings-page');

const client = (id: string, position: number) => ({
  id,
  organization: `Ville ${id}`,
  person: '',
  quotation: '',
  position,
  is_shown: false,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});
let clients = [client('A', 1), client('B', 2), client('C', 3)];

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  clients = [client('A', 1), client('B', 2), client('C', 3)];
  backend.answer = ({ method, target, body }) => {
    if (target === 'testimonials') return { body: method === 'GET' ? clients : [{ id: 'A' }] };
    if (isSettings(target))
      return { body: method === 'GET' ? settingsRow() : [{ ...settingsRow(), ...(body as object) }] };
    return { body: [] };
  };
});

const open = async () => {
  renderScreen(<PublicProfilePage />, { path: '/admin/parametres/profil' });
  await screen.findByText('Ville A');
  return within(await screen.findByRole('form', { name: 'Profil public' }));
};
const fill = async (field: HTMLElement, text: string) => {
  await userEvent.click(field);
  await userEvent.paste(text);
};

it('an insurance is saved with its end, without which it would never leave the site', async () => {
  const form = await open();
  await fill(form.getByLabelText(/^Assureur/), 'Assureur A');
  await fill(form.getByLabelText(/^Montant/), '2 000 000');
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));
  expect(await form.findByText(/indiquez-la/)).toBeVisible();
  expect(backend.sent('PATCH', 'studio_profile')).toEqual([]);
  await fill(form.getByLabelText(/^Valide jusqu’au/), '2027-08-01');
  await userEvent.click(form.getByRole('checkbox', { name: /hébergés au Québec/ }));
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Profil public enregistré')).toBeVisible();
  expect(backend.sent('PATCH', 'studio_profile')[0]?.body).toMatchObject({
    insurer: 'Assureur A',
    insurance_amount_cents: 200_000_000,
    insurance_until: '2027-08-01',
    hosted_in_quebec: true,
    shows_prices: false,
    team: '',
  });
});

it('a step takes a number of something, and one without a duration says nothing', async () => {
  const form = await open();
  const processing = form.getByLabelText(/^Durée du traitement/);
  await fill(processing, '3');
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));
  expect(await form.findByText(/Ajoutez l’unité/)).toBeVisible();
  expect(backend.sent('PATCH', 'studio_profile')).toEqual([]);
  await fill(processing, ' semaines');
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Profil public enregistré')).toBeVisible();
  expect(backend.sent('PATCH', 'studio_profile')[0]?.body).toMatchObject({
    processing_time: '3 semaines',
    planning_time: '',
  });
});

it('a corrected word says nothing of what another window changed meanwhile', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Modifier Ville A' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le témoignage' }));
  await fill(dialog.getByLabelText(/^Personne/), 'Ève Côté');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() =>
    expect(backend.sent('PATCH', 'testimonials').map(({ body }) => body)).toEqual([{ person: 'Ève Côté' }]),
  );
});

it('a client is added unshown, shown by a tick, moved between two others, and comes back when deleted', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau témoignage' }));
  await fill(dialog.getByLabelText(/^Organisation/), 'MRC D');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent('POST', 'testimonials')[0]?.body).toEqual({
    organization: 'MRC D',
    person: '',
    quotation: '',
    is_shown: false,
    position: 4,
  });
  const changes = () => backend.sent('PATCH', 'testimonials').map(({ body }) => body);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Afficher Ville A sur le site' }));
  await waitFor(() => expect(changes()).toEqual([{ is_shown: true }]));
  await userEvent.click(screen.getByRole('button', { name: 'Déplacer Ville A après' }));
  await waitFor(() => expect(changes().at(-1)).toEqual({ position: 2.5 }));
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer Ville B' }));
  expect(await screen.findByText('Témoignage supprimé')).toBeVisible();
  await userEvent.click((await screen.findAllByRole('button', { name: 'Annuler' }))[0] as HTMLElement);
  await waitFor(() =>
    expect(backend.sent('POST', 'testimonials')[1]?.body).toMatchObject({
      organization: 'Ville B',
      position: 2,
    }),
  );
});
