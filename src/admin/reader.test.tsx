import { screen, within } from '@testing-library/react';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { quote } from '@tests/quote-request-rows';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { ReadOnlyContext } from '@/shared/lib/read-only';

const { ToursPage } = await import('./tours/screens/tours-page');
const { TagsPage } = await import('./tags/screens/tags-page');
const { QuoteRequestsPage } = await import('./requests/screens/quote-requests-page');

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

const openAsReader = (element: ReactElement, path: string, at = path) =>
  renderScreen(<ReadOnlyContext value={true}>{element}</ReadOnlyContext>, { path, at });

/** Lists the names of the buttons and links that are enabled. */
const enabledNames = (part = document.body) =>
  within(part)
    .queryAllByRole('button')
    .filter((button) => !(button as HTMLButtonElement).disabled)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

it('reads the tours: opens and exports them, and changes none', async () => {
  backend.answer = ({ target }) => ({
    body:
      target === 'virtual_tours'
        ? [
            {
              id: 'f',
              title: 'Fjord',
              slug: 'fjord',
              location: null,
              status: 'published',
              is_featured: true,
              view_count: 0,
              image_url: null,
              virtual_tour_tags: [],
            },
          ]
        : [],
    count: 1,
  });
  openAsReader(<ToursPage />, '/admin/tours', '/admin/tours?q=fjord');
  expect(await screen.findByRole('link', { name: 'Fjord' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^Voir Fjord sur le site/ })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Coup de cœur' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Modifier|Nouvelle/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(enabledNames().filter((name) => /Fjord|vue|Enregistrer|^Statut\s:/.test(name ?? ''))).toEqual([]);
  expect(enabledNames()).toContain('Exporter la liste (CSV)');
});

it('reads the tags: no handle, arrow, edit, merge or deletion', async () => {
  const tag = { color: '#15803d', icon: null, display_order: 0, updated_at: '2026-01-01T00:00:00Z' };
  const use = { virtual_tour_tags: [{ count: 1 }], trip_plan_tags: [{ count: 0 }] };
  backend.answer = () => ({ body: [{ id: 'fjord', name: 'Fjord', slug: 'fjord', ...tag, ...use }] });
  openAsReader(<TagsPage />, '/admin/tags');
  expect(await screen.findByRole('heading', { name: 'Fjord' })).toBeVisible();
  expect(enabledNames()).toEqual([]);
});

it('reads a request: nothing to answer, archive, convert, plan, settle or delete', async () => {
  const row = quote({ phone: '418 555-0100', outcome: 'gagnée' });
  backend.answer = ({ method, target }) => {
    if (method === 'HEAD') return { count: 1 };
    return { body: target === 'quote_requests' ? [row] : target === 'studio' ? {} : [] };
  };
  openAsReader(<QuoteRequestsPage />, '/admin/soumissions', `/admin/soumissions?demande=${row.id}`);
  expect(await screen.findByText('Aucun message')).toBeVisible();
  expect(await screen.findByText('Rien de prévu.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Appeler' })).toBeVisible();
  // On a phone there is a link back to the list.
  expect(enabledNames(screen.getByRole('region', { name: 'Ville de Percé' }))).toEqual(['Soumissions']);
  expect(screen.getByRole('textbox', { name: /^Montant prévu/ })).toBeDisabled();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
