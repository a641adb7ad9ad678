import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import { ADMIN_ID, type BackendRequest, backend, signInAsAdmin } from '@tests/fake-backend';
import { CODE, FakeSecondFactor } from '@tests/fake-second-factor';
import { writeInto } from '@tests/write-into';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/lib/query-client';
import { Notifications } from '@/shared/ui/notifications';

const { RequireAdmin } = await import('./require-admin');
const { AdminLayout } = await import('./layout');
const { ContactPage } = await import('./contacts/screens/contact-page');
const { refusalOfReader } = await import('./account/data/session');
const { followSession } = await import('./account/data/follow-session');

const KEY = 'sb-127-auth-token';
const OTHER_ID = 'a0000000-0000-4000-8000-000000000002';

const sessionOf = (id: string, access_token: string) => ({
  access_token,
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id, aud: 'authenticated', role: 'authenticated', email: 'admin@exemple.test' },
});

let stop = () => {};
/** Role of the signed-in user. */
let role = 'admin';
/** User whom the password signs in. */
let person = ADMIN_ID;
/** Tokens that the server refuses. */
let refused: string[] = [];
/** The sessions that are too old for what cannot be undone. */
let doubted: string[] = [];
/** The password that the accounts service takes. */
const PASSWORD = 'secret-secret';

function serve({ method, target, headers, body }: BackendRequest) {
  const token = headers.get('authorization')?.replace('Bearer ', '') ?? '';
  if (target === '/auth/v1/token') {
    return (body as { password?: string }).password === PASSWORD
      ? { body: sessionOf(person, 'nouveau') }
      : { status: 400, body: { error_code: 'invalid_credentials', msg: 'Invalid login credentials' } };
  }
  if (target === '/auth/v1/user') return { body: sessionOf(person, token).user };
  if (target === 'rpc/erase_person') {
    return doubted.includes(token)
      ? { status: 401, body: { code: 'PT401', message: 'Confirmez que c’est vous pour continuer.' } }
      : { body: { contacts: 1 } };
  }
  if (target === '/auth/v1/logout') return { status: 204 };
  if (refused.includes(token)) return { status: 401, body: { message: 'JWT expired' } };
  if (target === 'user_roles') return { body: [{ role }] };
  if (target === 'contacts' && method !== 'HEAD') return { body: [contact()] };
  return { body: target === 'rpc/contact_consents' ? {} : [], count: 0 };
}

async function openContact() {
  const client = createQueryClient(refusalOfReader);
  stop = followSession(client);
  const router = createMemoryRouter(
    [
      {
        element: <RequireAdmin />,
        children: [
          { element: <AdminLayout />, children: [{ path: '/admin/contacts/:id', element: <ContactPage /> }] },
        ],
      },
      { path: '*', element: <p>Ailleurs</p> },
    ],
    { initialEntries: [`/admin/contacts/${contact().id}`] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Notifications />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/^Notes/);
  return router;
}

const notesField = () => screen.getByLabelText(/^Notes/);
const typeNote = () => userEvent.type(notesField(), 'Rappeler lundi');
const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const sessionDialog = () => screen.findByRole('dialog', { name: 'Votre session est terminée' });

function signOutElsewhere() {
  localStorage.removeItem(KEY);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null })));
}

async function signInAgain() {
  await sessionDialog();
  expect(screen.getByLabelText(/^Courriel/, { selector: '[autocomplete="username"]' })).toHaveValue(
    'admin@exemple.test',
  );
  await userEvent.type(screen.getByLabelText(/^Mot de passe/), PASSWORD);
  await userEvent.click(screen.getByRole('button', { name: 'Se reconnecter' }));
}

// Whole journeys: a busy machine needs more than the usual five seconds.
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  person = ADMIN_ID;
  role = 'admin';
  refused = [];
  doubted = [];
  backend.answer = serve;
});
afterEach(() => stop());

describe('a reader', () => {
  it('reads what there is, is told so, and can change nothing', async () => {
    role = 'reader';
    await openContact();
    expect(screen.getByText('Lecture seule.')).toBeVisible();
    expect(notesField()).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
    expect(backend.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual(
      backend.requests.filter(({ target }) => target.startsWith('rpc/')),
    );
  });

  it('is refused a change before it leaves, with the reason, and may still sign out', async () => {
    role = 'reader';
    const client = createQueryClient(refusalOfReader);
    const { session } = await import('./account/data/session');
    const { tags } = await import('./tags/data/tags');
    await client.fetchQuery(session.current());
    await client.fetchQuery(session.role(ADMIN_ID));
    render(<Notifications />);
    const remove = client.getMutationCache().build(client, tags.create());
    await expect(
      remove.execute({ name: 'Fjord', slug: 'fjord', color: '#000000', icon: '' }),
    ).rejects.toThrow(/lecture seule/);
    expect(await screen.findByText(/Votre accès est en lecture seule/)).toBeVisible();
    expect(backend.sent('POST', 'tags')).toEqual([]);
    await client.getMutationCache().build(client, session.signOut()).execute(undefined);
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});

describe('a session that ends under unsaved text', () => {
  it('is asked for over the page, and the save that waited goes on', async () => {
    await openContact();
    await typeNote();
    refused = ['test'];
    await pressSave();
    await sessionDialog();
    expect(notesField()).toHaveValue('Rappeler lundi');
    await signInAgain();
    await waitFor(() => expect(screen.getByText('Ailleurs')).toBeVisible());
    const sent = backend.sent('PATCH', 'contacts');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer test',
      'Bearer nouveau',
    ]);
    expect(sent[1]?.body).toMatchObject({ notes: 'Rappeler lundi' });
  });

  it('ended by another tab, leaves the page and what was typed', async () => {
    await openContact();
    await typeNote();
    signOutElsewhere();
    await signInAgain();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /session/ })).toBeNull());
    expect(notesField()).toHaveValue('Rappeler lundi');
    await pressSave();
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(backend.sent('PATCH', 'contacts')).toHaveLength(1);
  });

  it('leaves a dialog open too, with what was typed in it', { tags: ['proof'] }, async () => {
    await openContact();
    await userEvent.click(await screen.findByRole('button', { name: 'Ajouter une preuve' }));
    await writeInto(await screen.findByLabelText(/^Preuve/), 'Carte remise au congrès');
    signOutElsewhere();
    await signInAgain();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /session/ })).toBeNull());
    expect(screen.getByLabelText(/^Preuve/)).toHaveValue('Carte remise au congrès');
  });

  it('asks also for the code of a second factor before what waited goes on', async () => {
    await openContact();
    await typeNote();
    const service = new FakeSecondFactor();
    service.add('Téléphone');
    backend.answer = (request) =>
      request.target.startsWith('/auth/') ? service.answer(request) : serve(request);
    refused = ['test'];
    await pressSave();
    await signInAgain();
    await userEvent.type(await screen.findByLabelText(/^Code à six chiffres/), CODE);
    expect(notesField()).toHaveValue('Rappeler lundi');
    expect(backend.sent('PATCH', 'contacts')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Se reconnecter' }));
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    const [, sent] = backend.sent('PATCH', 'contacts').map(({ headers }) => headers.get('authorization'));
    expect(JSON.parse(atob(sent?.split('.')[1] ?? ''))).toMatchObject({ aal: 'aal2' });
  });

  it('begins afresh for another person, who sends nothing of it', async () => {
    await openContact();
    await typeNote();
    refused = ['test'];
    await pressSave();
    person = OTHER_ID;
    await signInAgain();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /session/ })).toBeNull());
    await waitFor(() => expect(notesField()).toHaveValue(''));
    expect(backend.sent('PATCH', 'contacts')).toHaveLength(1);
    vi.mocked(console.error).mockClear();
  });

  it('is given up when the person says so', { tags: ['proof'] }, async () => {
    await openContact();
    await typeNote();
    signOutElsewhere();
    await sessionDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Abandonner ma saisie' }));
    expect(await screen.findByText('Ailleurs')).toBeVisible();
  });
});

describe('what cannot be undone, asked for long after the last sign-in', () => {
  const erasures = () =>
    backend.sent('POST', 'rpc/erase_person').map(({ headers }) => headers.get('authorization'));

  async function erase() {
    await openContact();
    await typeNote();
    await userEvent.click(screen.getByRole('button', { name: 'Effacer toutes les données' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Effacer définitivement' }));
    return within(await screen.findByRole('dialog', { name: 'Confirmez que c’est vous' }));
  }
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirmez que c’est vous' })).toBeNull());

  it('waits for the password, then is done, in a session that replaces the one before', async () => {
    doubted = ['test'];
    const dialog = await erase();
    await writeInto(await dialog.findByLabelText(/^Mot de passe/), 'un autre');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmer' }));
    expect(await dialog.findByText('Courriel ou mot de passe incorrect')).toBeVisible();
    expect(erasures()).toEqual(['Bearer test']);
    await userEvent.clear(dialog.getByLabelText(/^Mot de passe/));
    await userEvent.type(dialog.getByLabelText(/^Mot de passe/), PASSWORD);
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmer' }));
    expect(await screen.findByText('Les données de cette personne sont effacées')).toBeVisible();
    expect(erasures()).toEqual(['Bearer test', 'Bearer nouveau']);
    const ended = backend.sent('POST', '/auth/v1/logout');
    expect(ended.map(({ headers, query }) => [headers.get('authorization'), query.get('scope')])).toEqual([
      ['Bearer test', 'local'],
    ]);
  });

  it('cancelled, leaves everything as it was, and says nothing', async () => {
    doubted = ['test'];
    const dialog = await erase();
    await userEvent.click(await dialog.findByRole('button', { name: 'Annuler' }));
    await isClosed();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(notesField()).toHaveValue('Rappeler lundi');
    expect(erasures()).toEqual(['Bearer test']);
    expect(screen.queryByText(/Impossible d’effacer/)).toBeNull();
  });

  it('waits for a code where the account has a device', async () => {
    const service = new FakeSecondFactor();
    service.add('Téléphone');
    doubted = ['test'];
    backend.answer = (request) =>
      request.target.startsWith('/auth/') ? service.answer(request) : serve(request);
    const dialog = await erase();
    await userEvent.type(await dialog.findByLabelText(/^Code à six chiffres/), CODE);
    expect(dialog.queryByLabelText(/^Mot de passe/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmer' }));
    expect(await screen.findByText('Les données de cette personne sont effacées')).toBeVisible();
    expect(erasures()).toHaveLength(2);
    expect(backend.sent('POST', '/auth/v1/token')).toEqual([]);
  });
});

it('without unsaved text, a session that ends leads to the sign-in page', async () => {
  const router = await openContact();
  signOutElsewhere();
  expect(await screen.findByText('Ailleurs')).toBeVisible();
  expect(router.state.location.pathname).toBe('/auth');
});

it('« Déconnexion » asks before unsaved text is lost', async () => {
  const router = await openContact();
  await typeNote();
  await userEvent.click(screen.getByRole('button', { name: 'Mon compte' }));
  await userEvent.click(screen.getByRole('button', { name: 'Déconnexion' }));
  await screen.findByRole('alertdialog', { name: 'Se déconnecter sans enregistrer?' });
  await userEvent.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
  expect(notesField()).toHaveValue('Rappeler lundi');
  expect(localStorage.getItem(KEY)).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Mon compte' }));
  await userEvent.click(screen.getByRole('button', { name: 'Déconnexion' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Se déconnecter sans enregistrer' }));
  expect(await screen.findByText('Ailleurs')).toBeVisible();
  expect(router.state.location.pathname).toBe('/auth');
  expect(localStorage.getItem(KEY)).toBeNull();
});
