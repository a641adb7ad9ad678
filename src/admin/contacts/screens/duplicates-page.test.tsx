import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { DuplicatesPage } = await import('./duplicates-page');

const keptContact = contact({ id: 'c1', phone: '418 555-0101', notes: 'Préfère le matin' });
const otherContact = contact({
  id: 'c2',
  name: 'Genevieve Cote',
  email: null,
  phone: '418 555-0199',
  status: 'partenaire',
});

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

it('proposes two records of one person, compares what differs, makes one of them and takes it back', async () => {
  backend.answer = ({ target, query }) => {
    if (target === 'rpc/restore_from_trash') return { body: { restored: 1, refused: [] } };
    if (target === 'organisations') return { body: [] };
    if (target !== 'contacts') return { body: null };
    const id = query.get('id')?.replace('eq.', '');
    if (!id) return { body: [keptContact, otherContact], headers: { 'content-range': '0-1/2' } };
    return { body: [keptContact, otherContact].filter((one) => one.id === id) };
  };
  renderScreen(<DuplicatesPage />, { path: '/admin/contacts/doublons' });
  expect(await screen.findByText('Même nom, même organisation')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Comparer/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Réunir deux fiches' }));
  // A value that only one contact has needs no choice; the status is shown without one.
  expect(await dialog.findAllByRole('group')).toHaveLength(2);
  expect(dialog.getByText(/le plus avancé des deux est gardé/)).toBeVisible();
  const phones = within(dialog.getByRole('group', { name: 'Téléphone' }));
  expect(phones.getByRole('radio', { name: /418 555-0101/ })).toBeChecked();
  await userEvent.click(phones.getByRole('radio', { name: /418 555-0199/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Réunir les fiches' }));
  await waitFor(() =>
    expect(backend.sent('POST', 'rpc/merge_contacts').map(({ body }) => body)).toEqual([
      { kept: 'c1', merged: 'c2', fields: ['phone'] },
    ]),
  );
  expect(await screen.findByText('Fiches réunies')).toBeVisible();
});

it('proposes organisations too, the one that the register knows kept', async () => {
  const town = { kind: 'municipalité', city: 'Percé', region: 'Gaspésie', email: null, phone: null };
  const rows = [
    { ...town, id: 'o1', name: 'Percé', register_code: null, name_key: 'perce' },
    { ...town, id: 'o2', name: 'Ville de Percé', register_code: '02005', name_key: 'ville de perce' },
  ];
  backend.answer = ({ target, body }) => {
    if (target === 'contacts') return { body: [keptContact], headers: { 'content-range': '0-0/1' } };
    if (target === 'organisations') return { body: rows, headers: { 'content-range': '0-1/2' } };
    if (target !== 'rpc/organisation_page') return { body: null };
    const { organisation } = body as { organisation: string };
    return { body: { organisation: rows.find(({ id }) => id === organisation) } };
  };
  renderScreen(<DuplicatesPage />, { path: '/admin/contacts/doublons' });
  await userEvent.click(await screen.findByRole('button', { name: 'Comparer Percé et Ville de Percé' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Réunir deux organisations' }));
  expect(await dialog.findByRole('group', { name: 'Nom' })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Réunir les organisations' }));
  await waitFor(() =>
    expect(backend.sent('POST', 'rpc/merge_organisations').map(({ body }) => body)).toEqual([
      { kept: 'o2', merged: 'o1', fields: [] },
    ]),
  );
});
