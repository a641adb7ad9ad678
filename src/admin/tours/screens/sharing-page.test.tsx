import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { panoramaTour } from '@tests/panorama-tours';
import { beforeEach, expect, it } from 'vitest';

const { SharingPage } = await import('./sharing-page');

const ID = 'b0000000-0000-4000-8000-000000000001';
let tour: Record<string, unknown>;
let rules: { is_open: boolean; sites: string[] };
beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  rules = { is_open: false, sites: [] };
  tour = {
    ...{ id: ID, title: 'Le "port"', slug: 'le-port', status: 'published', tour_deliveries: [] },
    panorama_tours: { document: panoramaTour, version: 3 },
  };
  backend.answer = ({ target }) => {
    if (target === 'embedding_settings')
      return { body: { id: 1, ...rules, updated_at: '2026-01-01T00:00:00Z' } };
    if (target === 'virtual_tours') return { body: tour };
    return { body: [] };
  };
});
const open = () =>
  renderScreen(<SharingPage />, { path: '/admin/tours/:id/partage', at: `/admin/tours/${ID}/partage` });
const embedLine = () => screen.findByLabelText<HTMLTextAreaElement>(/Montrer cette visite/);

it('gives the address, the code and the line of the tour, of its page, and of each of its scenes', async () => {
  open();
  const what = await screen.findByLabelText('Partager');
  expect(screen.getByLabelText('Adresse')).toHaveValue('http://localhost:5173/visite/le-port');
  expect((await embedLine()).value).toContain('title="Visite virtuelle\u00a0: Le &quot;port&quot;"');
  await userEvent.selectOptions(what, screen.getByRole('option', { name: /La place/ }));
  expect(screen.getByLabelText('Adresse')).toHaveValue('http://localhost:5173/visite/le-port/place');
  expect(
    screen.getByRole('img', { name: 'Code QR de http://localhost:5173/visite/le-port/place' }),
  ).toBeVisible();
  expect((await embedLine()).value).toContain('src="http://localhost:5173/visite/le-port/place"');
  await userEvent.selectOptions(what, 'La page de la visite');
  expect(screen.getByLabelText('Adresse')).toHaveValue('http://localhost:5173/realisations/le-port');
});

it.each([
  [{ is_open: false, sites: [] }, 'Aucun autre site ne peut encore la montrer.'],
  [
    { is_open: false, sites: ['https://ville.example', 'https://*.mrc.example'] },
    'Peuvent la montrer\u00a0: ville.example, *.mrc.example.',
  ],
  [{ is_open: true, sites: [] }, 'Tous les sites peuvent la montrer.'],
])('says which sites may show it (%j), and leads to the setting', async (now, said) => {
  rules = now;
  open();
  expect(
    await screen.findByText(
      (_text, element) => element?.tagName === 'P' && (element.textContent ?? '').startsWith(said),
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choisir les sites' })).toHaveAttribute(
    'href',
    '/admin/parametres/partage',
  );
});

it('a tour of another host has its page; one that is not published nothing yet', async () => {
  tour = { ...tour, panorama_tours: null };
  const { unmount } = open();
  expect(await screen.findByLabelText('Adresse')).toHaveValue('http://localhost:5173/realisations/le-port');
  expect(screen.queryByLabelText(/Montrer cette visite/)).toBeNull();
  unmount();
  tour = { ...tour, status: 'draft' };
  open();
  expect(await screen.findByText('Publiez cette visite avant de la partager')).toBeVisible();
});
