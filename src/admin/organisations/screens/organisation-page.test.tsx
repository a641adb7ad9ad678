import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, expect, it } from 'vitest';

const { OrganisationPage } = await import('./organisation-page');

const organisation = {
  id: 'o1',
  kind: 'municipalité',
  name: 'Ville de Percé',
  register_code: '02005',
  city: 'Percé',
  region: 'Gaspésie–Îles-de-la-Madeleine',
  email: 'info@perce.example',
  phone: '418 782-2933',
  website: null,
  address: '137, route 132 Ouest',
  notes: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
};
const noRecords = { contacts: [], trips: [], tours: [], requests: [], quotes: [], emails: [], actions: [] };
const contactRow = {
  id: 'c1',
  name: 'Ève Côté',
  company: 'Ville de Percé',
  status: 'nouveau',
  email: null,
  phone: '418 555-0101',
  function_kind: 'greffe',
  function_title: null,
  organisation_id: 'o1',
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

const render = (page: unknown) => {
  backend.answer = ({ target, method }) => {
    if (target === 'rpc/organisation_page') return { body: page };
    if (target === 'organisations' && method === 'PATCH')
      return { body: [{ ...organisation, notes: 'Conseil le mardi' }] };
    return { body: [] };
  };
  renderScreen(<OrganisationPage />, { path: '/admin/organisations/:id', at: '/admin/organisations/o1' });
};

it('begins with call, write and directions, names its persons and their function, and saves what is known of it', async () => {
  render({ ...noRecords, organisation, contacts: [contactRow] });
  const reach = within(await screen.findByRole('navigation', { name: 'Joindre' }));
  expect(reach.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:4187822933',
    'mailto:info@perce.example',
    expect.stringContaining('query=137%2C+route+132+Ouest%2C+Perc%C3%A9'),
  ]);
  const people = within(screen.getByRole('region', { name: 'Personnes' }));
  expect(people.getByRole('link', { name: 'Ève Côté' })).toHaveAttribute('href', '/admin/contacts/c1');
  expect(people.getByText('Greffe · Nouveau')).toBeVisible();
  // The organisation has contacts, so it cannot be deleted.
  expect(screen.queryByRole('button', { name: 'Supprimer l’organisation' })).toBeNull();
  await writeInto(screen.getByLabelText(/^Notes/), 'Conseil le mardi');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Organisation mise à jour')).toBeVisible();
  expect(backend.sent('PATCH', 'organisations')[0]?.body).toMatchObject({
    notes: 'Conseil le mardi',
    website: null,
  });
});

it('that has nobody says so, and can be deleted once it was asked', async () => {
  render({ ...noRecords, organisation });
  expect(await screen.findByText('Personne n’est connu dans cette organisation.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer l’organisation' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }),
  );
  await waitFor(() => expect(backend.sent('DELETE', 'organisations')).toHaveLength(1));
});

it('finds another record of the same organisation, compares the two, and makes one of them', async () => {
  const other = {
    ...organisation,
    id: 'o2',
    name: 'Mairie de Percé',
    phone: '418 555-0102',
    notes: 'Ouvert',
  };
  backend.answer = ({ target, body }) => {
    if (target === 'organisations') return { body: [organisation, other] };
    if (target !== 'rpc/organisation_page') return { body: target === 'rpc/merge_organisations' ? null : [] };
    const { organisation: id } = body as { organisation: string };
    return {
      body: { ...noRecords, organisation: id === 'o2' ? other : organisation, contacts: [contactRow] },
    };
  };
  renderScreen(<OrganisationPage />, { path: '/admin/organisations/:id', at: '/admin/organisations/o1' });
  await userEvent.click(await screen.findByRole('button', { name: 'Réunir avec une autre…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByLabelText(/^L’autre organisation/));
  await userEvent.paste('perce');
  // The organisation does not suggest itself.
  const options = await dialog.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Mairie de Percé')]);
  await userEvent.click(options[0] as HTMLElement);
  const compared = within(await screen.findByRole('dialog'));
  expect(await compared.findByRole('group', { name: 'Nom' })).toBeVisible();
  // Only one of them has notes.
  expect(compared.queryByRole('group', { name: 'Notes' })).toBeNull();
  await userEvent.click(compared.getByRole('radio', { name: /418 555-0102/ }));
  await userEvent.click(compared.getByRole('button', { name: 'Réunir les organisations' }));
  expect(await screen.findByText('Organisations réunies')).toBeVisible();
  expect(backend.sent('POST', 'rpc/merge_organisations')[0]?.body).toEqual({
    kept: 'o1',
    merged: 'o2',
    fields: ['phone'],
  });
});
