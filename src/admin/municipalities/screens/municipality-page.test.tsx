import { screen, within } from '@testing-library/react';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { MunicipalityPage } = await import('./municipality-page');

const place = {
  code: '15013',
  kind: 'municipalité',
  name: 'La Malbaie',
  designation: 'Ville',
  mrc_code: '150',
  mrc_name: 'Charlevoix-Est',
  region: 'Capitale-Nationale',
  population: 8524,
  latitude: 47.7,
  longitude: -70.1,
  official_email: 'info@exemple.test',
  phone: '418 665-3747',
  website: 'http://www.exemple.test',
  approximate: true,
  gone_on: '2026-06-01',
  source: 'Registre',
  source_date: '2025-06-01',
  search_key: 'la malbaie',
};
const emptyPage = {
  towns: [],
  organisation: { id: 'o1', name: 'Ville de La Malbaie' },
  contacts: [],
  trips: [],
  tours: [],
  requests: [],
  quotes: [],
  emails: [],
  actions: [],
};
const contact = {
  id: 'c1',
  name: 'Ève Côté',
  company: 'Ville',
  status: 'partenaire',
  email: null,
  phone: null,
  function_kind: 'greffe',
  function_title: null,
  organisation_id: 'o1',
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

const render = (page: unknown) => {
  backend.answer = () => ({ body: page });
  renderScreen(<MunicipalityPage />, {
    path: '/admin/municipalites/:code',
    at: '/admin/municipalites/15013',
  });
};

it('says where it roughly is, that it is gone, what was done there, and begins a contact or a trip', async () => {
  const request = { id: 'q1', organization_name: 'Ville de La Malbaie', service_type: 'street-view' };
  const requests = [{ ...request, status: 'nouveau', created_at: '2026-11-02T15:00:00Z' }];
  render({ ...emptyPage, place, contacts: [contact], requests });
  expect(await screen.findByRole('heading', { level: 1, name: 'La Malbaie' })).toBeVisible();
  expect(screen.getByText(/approximatif/)).toBeVisible();
  expect(screen.getByText(/ne la nomme plus depuis le 1er juin 2026/)).toBeVisible();
  expect(screen.getByText(/1er juin 2025, il y a/)).toBeVisible();
  const contacts = within(screen.getByRole('region', { name: 'Contacts' }));
  expect(contacts.getByRole('link', { name: 'Ève Côté' })).toHaveAttribute('href', '/admin/contacts/c1');
  expect(screen.getByRole('link', { name: 'Street View, 02 nov. 2026' })).toHaveAttribute(
    'href',
    '/admin/soumissions?demande=q1',
  );
  expect(screen.getByText(/^Rien encore.*déplacements.*devis/)).toBeVisible();
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Ville de La Malbaie')).toBe('/admin/organisations/o1');
  expect(href('Nouveau contact')).toContain('ville=La+Malbaie&region=Capitale-Nationale');
  expect(href('Nouveau déplacement')).toContain('lieu=15013');
});

it('says that the register does not know a code', async () => {
  render(null);
  expect(await screen.findByText('Le registre ne connaît pas cette municipalité')).toBeVisible();
});
