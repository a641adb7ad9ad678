import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN_ID, backend, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, expect, it, vi } from 'vitest';

/** Opens the back office at an address; its router is created once, when the module loads. */
const { AdminApp } = await import('./router');
// Compiled here, where nothing is waited for: the first test would find the sign-in page and its list late on a busy machine.
await Promise.all([import('./account/screens/auth-page'), import('./requests/screens/quote-requests-page')]);

async function open(address: string) {
  window.history.pushState(null, '', address);
  await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
  render(<AdminApp />);
}

const address = () => window.location.pathname + window.location.search + window.location.hash;

const session = {
  access_token: 'test',
  refresh_token: 'test',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: ADMIN_ID, aud: 'authenticated', role: 'authenticated', email: 'admin@exemple.test' },
};

beforeEach(() => {
  backend.reset();
  localStorage.clear();
  backend.answer = ({ method, target }) => {
    if (target === '/auth/v1/token') return { body: session };
    if (target === 'user_roles') return { body: [{ role: 'admin' }] };
    return method === 'HEAD' ? { count: 0 } : { body: [], count: 0 };
  };
});

it('leads to the screen that was asked for, once signed in', async () => {
  const wanted = '/admin/soumissions?demande=0b7c1c1e-0000-4000-8000-000000000001#contenu';
  await open(wanted);
  await writeInto(await screen.findByLabelText(/^Courriel/), 'admin@exemple.test');
  await writeInto(screen.getByLabelText(/^Mot de passe/), 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(address()).toBe(wanted));
});

const menu = () => screen.findByRole('navigation', { name: 'Sections de l’administration' });

it.each([
  '/admin/nulle-part',
  '/admin/contacts/pas-un-id',
  '/admin/campaigns/12',
  '/admin/trip-plans/x/prospects',
  '/admin/email-templates/x',
  '/admin/tours/x/edit',
])('keeps the menu and says in French that %s leads nowhere', async (path) => {
  signInAsAdmin();
  await open(path);
  expect(await screen.findByRole('heading', { name: 'Cette adresse n’existe pas' })).toBeVisible();
  expect(await menu()).toBeVisible();
  expect(backend.requests.filter(({ query }) => query.get('id') !== null)).toEqual([]);
});

it('says after a deployment that the site was updated, with the menu, and asks for the new one', async () => {
  signInAsAdmin();
  // The getter throws the error, because one thrown in the factory would get Vitest’s message.
  vi.doMock('./account/screens/team-page', () => ({
    get TeamPage(): never {
      throw new TypeError('Failed to fetch dynamically imported module');
    },
  }));
  await open('/admin/equipe');
  expect(await screen.findByText(/le site vient d’être mis à jour/)).toBeVisible();
  expect(await menu()).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  // The page was found, so the window reloads it, which jsdom cannot.
  const asked = () =>
    backend.requests.filter(({ method, target }) => method === 'HEAD' && target === '/admin/equipe');
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(screen.queryByText('La connexion est toujours coupée.')).toBeNull();
});

it('keeps the menu when a screen cannot be loaded, and says why', async () => {
  signInAsAdmin();
  vi.doMock('./tags/screens/tags-page', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open('/admin/tags');
  expect(await screen.findByRole('heading', { name: 'Cette page n’a pas pu être chargée' })).toBeVisible();
  expect(await menu()).toBeVisible();

  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('La connexion est toujours coupée.')).toBeVisible();
  vi.mocked(console.error).mockClear();
  vi.restoreAllMocks();
});
