import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, expect, it } from 'vitest';

const { EmbeddingPage } = await import('./settings-page');

let stored: Record<string, unknown>;
beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  stored = { id: 1, is_open: false, sites: ['https://ville.example'], updated_at: '2026-01-01T00:00:00Z' };
  backend.answer = ({ method, target, body }) => {
    if (target === 'embedding_settings')
      return { body: method === 'GET' ? stored : [{ ...stored, ...(body as object) }] };
    return { body: [] };
  };
});

const open = async () => {
  renderScreen(<EmbeddingPage />, { path: '/admin/parametres/partage' });
  return within(await screen.findByRole('form', { name: 'Partage' }));
};
const sentSettings = () => backend.sent('PATCH', 'embedding_settings').map(({ body }) => body);
const pressSave = (form: ReturnType<typeof within>) =>
  userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));

it('a site is added by Enter as its origin, another with the form, and one is taken away', async () => {
  const form = await open();
  const field = form.getByLabelText('Site à ajouter');
  await writeInto(field, 'https://Tourisme.example/visites?page=2');
  await userEvent.keyboard('{Enter}');
  expect(form.getByText('tourisme.example')).toBeVisible();
  expect([field, sentSettings()]).toEqual([expect.objectContaining({ value: '' }), []]);
  await writeInto(field, '*.mrc.example');
  await userEvent.click(form.getByRole('button', { name: 'Retirer ville.example' }));
  await pressSave(form);
  expect(await screen.findByText(/Sites enregistrés/)).toBeVisible();
  expect(sentSettings()).toEqual([
    { is_open: false, sites: ['https://tourisme.example', 'https://*.mrc.example'] },
  ]);
  expect(form.getByText('Tous les sites sous ce domaine')).toBeVisible();
});

it('what is no site is said beside its field, which keeps it; nothing is saved', async () => {
  const form = await open();
  const field = form.getByLabelText('Site à ajouter');
  await writeInto(field, 'http://ville.example');
  await userEvent.keyboard('{Enter}');
  expect(field).toHaveAccessibleDescription(/doit être en https/);
  await userEvent.clear(field);
  await userEvent.type(field, 'ville');
  await pressSave(form);
  expect(await form.findByText(/Écrivez l’adresse d’un site/)).toBeVisible();
  expect([field, sentSettings()]).toEqual([expect.objectContaining({ value: 'ville' }), []]);
});

it('all sites is a choice of its own, which keeps the list for later', async () => {
  const form = await open();
  expect(form.getByRole('radio', { name: /Seulement les sites/ })).toBeChecked();
  await userEvent.click(form.getByRole('radio', { name: /^Tous les sites/ }));
  expect(form.queryByLabelText('Site à ajouter')).toBeNull();
  await pressSave(form);
  expect(await screen.findByText(/Sites enregistrés/)).toBeVisible();
  expect(sentSettings()).toEqual([{ is_open: true, sites: ['https://ville.example'] }]);
});
