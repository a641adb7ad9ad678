import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN_ID, backend, offline, signInAsAdmin } from '@tests/fake-backend';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '@/shared/lib/notify';
import { createQueryClient } from '@/shared/lib/query-client';
import { Notifications } from '@/shared/ui/notifications';
import { useKeys } from './kit/lib/keys';
import { recentItems, rememberRecent } from './kit/lib/recent-items';
import { SubjectsContext } from './kit/lib/subject';
import { subjects } from './subjects';

const { AdminLayout } = await import('./layout');
await import('./shell/screens/palette');

const onPress = vi.fn();

/** A screen with keyboard shortcuts of its own. */
function ScreenWithKeys() {
  useKeys('Liste', [
    { key: 'j', label: 'Demande suivante', run: onPress },
    { key: 'Escape', display: 'Échap', label: 'Fermer' },
  ]);
  return <Screen />;
}

/** A screen with the elements that the keyboard shortcuts act on. */
function Screen() {
  return (
    <>
      <h1>Un écran</h1>
      <input type="search" aria-label="Chercher ici" />
      <button type="button" data-primary-action onClick={() => onPress('n')}>
        Nouveau
      </button>
      <ol data-rows="">
        {['Alma', 'Matane'].map((town) => (
          <li key={town}>
            <input type="checkbox" aria-label={`Sélectionner ${town}`} />
            <a href="#ici">{town}</a>
            <button type="button">Supprimer {town}</button>
          </li>
        ))}
      </ol>
    </>
  );
}

async function open(at: string) {
  const client = createQueryClient();
  const router = createMemoryRouter(
    [
      {
        element: <AdminLayout />,
        children: [
          { path: '/admin/contacts', handle: { wide: true }, element: <ScreenWithKeys /> },
          { path: '*', element: <Screen /> },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(
    <QueryClientProvider client={client}>
      <SubjectsContext value={subjects}>
        <RouterProvider router={router} />
      </SubjectsContext>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { router, client };
}

const menu = () => screen.getByRole('navigation', { name: 'Sections de l’administration' });
const palette = () => screen.findByRole('dialog', { name: 'Rechercher partout' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

/** A result of the search, which stands in no other record. */
const result = (kind: string, id: string, title: string, detail: string) => ({
  ...{ kind, id, title, detail, excerpt: '', target: '', target_id: '', score: 1 },
});
let found: ReturnType<typeof result>[];

beforeEach(() => {
  onPress.mockClear();
  backend.reset();
  localStorage.clear();
  signInAsAdmin();
  found = [
    result('contact', 'c1', 'Ville de Rimouski', 'Ana · Rimouski'),
    result('tour', 't1', 'Quai de Rimouski', 'Rimouski'),
    result('from-a-later-version', 'x', 'Rimouski', ''),
  ];
  backend.answer = ({ method, target }) =>
    target === 'rpc/search_everything' ? { body: found } : method === 'HEAD' ? { count: 3 } : { body: [] };
});

it('has the setup list in its menu until its steps are done or passed', async () => {
  backend.isSetUp = false;
  const { answer } = backend;
  const steps = { identity: true, sender: true, register: true, tags: true, tour: true, publishing: false };
  let skipped: string[] = [];
  backend.answer = (request) =>
    request.target === 'rpc/setup_state' ? { body: { ...steps, skipped } } : answer(request);
  const { client } = await open('/admin/demarrage');
  const entry = await within(menu()).findByRole('link', { name: 'Démarrage' });
  expect(entry).toHaveAttribute('href', '/admin/demarrage');
  expect(entry).toHaveAttribute('aria-current', 'page');
  skipped = ['publishing'];
  await client.invalidateQueries();
  await waitFor(() => expect(within(menu()).queryByRole('link', { name: 'Démarrage' })).toBeNull());
});

describe('the menu', () => {
  it.each([
    ['/admin', 'Dashboard'],
    ['/admin/soumissions', 'Soumissions'],
    ['/admin/devis', 'Soumissions'],
    ['/admin/equipe', 'Réglages'],
    ['/admin/corbeille', 'Corbeille'],
    ['/admin/tours/new', 'Visites virtuelles'],
    ['/admin/trip-plans/x/prospects', 'Déplacements'],
    ['/admin/municipalites', 'Déplacements'],
    ['/admin/parametres/repertoire', 'Réglages'],
    ['/admin/contacts/import', 'Contacts'],
    ['/admin/parametres/securite', 'Réglages'],
  ])('marks where %s is', async (at, name) => {
    await open(at);
    const marked = within(menu())
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map(({ textContent }) => textContent)).toEqual([name]);
  });

  it('has the seven printed entries, the requests, the settings and the trash, with how many requests are new', async () => {
    await open('/admin');
    expect(
      within(menu())
        .getAllByRole('listitem')
        .map((item) => item.querySelector('a')?.textContent),
    ).toEqual([
      'Dashboard',
      'Soumissions',
      'Visites virtuelles',
      'Gestion des tags',
      'Déplacements',
      'Relevés',
      'Contacts',
      'Templates emails',
      'Campagnes',
      'Réglages',
      'Corbeille',
    ]);
    // The link is looked up once, because accessible names of a whole menu are slow to compute.
    const requests = within(menu()).getByRole('link', { name: 'Soumissions' });
    await waitFor(() => expect(requests).toHaveAccessibleDescription(/^3 ?nouvelles demandes$/));
  });

  it('shrinks to icons that keep their names, and stays so', async () => {
    await open('/admin');
    await userEvent.click(within(menu()).getByRole('button', { name: 'Réduire le menu' }));
    expect(within(menu()).getByRole('link', { name: 'Contacts' })).toHaveAttribute('title', 'Contacts');
    expect(within(menu()).getByRole('button', { name: 'Agrandir le menu' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(localStorage.getItem('menu-reduit')).not.toBeNull();
  });
});

it('gives lists the whole width, and other screens a readable one', async () => {
  const { router } = await open('/admin/contacts');
  expect(screen.getByRole('main')).not.toHaveClass('max-w-7xl');
  await act(() => router.navigate('/admin/parametres'));
  expect(screen.getByRole('main')).toHaveClass('max-w-7xl');
});

it('moves the focus from the menu to the screen that it opens', async () => {
  await open('/admin');
  expect(document.body).toHaveFocus();
  await userEvent.click(within(menu()).getByRole('link', { name: 'Contacts' }));
  expect(screen.getByRole('main')).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

it('the account menu says who is signed in and leads to the security of the account', async () => {
  await open('/admin');
  await userEvent.click(screen.getByRole('button', { name: 'Mon compte' }));
  expect(await screen.findByText('admin@exemple.test')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sécurité du compte' })).toHaveAttribute(
    'href',
    '/admin/parametres/securite',
  );
  expect(screen.getByRole('button', { name: 'Déconnexion' })).toBeVisible();
});

describe('keys', () => {
  it('/ searches in the screen, N is its primary action, its own are heard', async () => {
    await open('/admin/contacts');
    await userEvent.keyboard('n');
    expect(onPress).toHaveBeenLastCalledWith('n');
    await userEvent.keyboard('j');
    expect(onPress).toHaveBeenCalledTimes(2);
    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('J and K go from row to row of a list, whatever has the focus in one', async () => {
    await open('/admin/tags');
    await userEvent.keyboard('j');
    expect(screen.getByRole('link', { name: 'Alma' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('jj');
    expect(screen.getByRole('link', { name: 'Matane' })).toHaveFocus();
    await userEvent.keyboard('k');
    expect(screen.getByRole('link', { name: 'Alma' })).toHaveFocus();
  });

  it('do nothing while somebody types, with a modifier, nor under a dialog', async () => {
    await open('/admin/contacts');
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.keyboard('nj/?');
    expect(screen.getByRole('searchbox')).toHaveValue('nj/?');
    act(() => screen.getByRole('searchbox').blur());
    await userEvent.keyboard('{Control>}j{/Control}{Alt>}n{/Alt}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('?');
    await screen.findByRole('dialog', { name: 'Raccourcis clavier' });
    await userEvent.keyboard('nj');
    expect(onPress).not.toHaveBeenCalled();
  });

  it('? lists the global ones and those of the screen; single keys can be turned off', async () => {
    await open('/admin/contacts');
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Raccourcis clavier' });
    for (const name of ['Partout', 'Liste'])
      expect(within(dialog).getByRole('heading', { name })).toBeVisible();
    for (const text of ['Ctrl + K', 'J', 'Échap', 'Demande suivante'])
      expect(within(dialog).getByText(text)).toBeVisible();
    expect(within(dialog).queryByText('Ligne suivante de la liste')).toBeNull();
    await userEvent.click(within(dialog).getByRole('checkbox'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('nj?');
    expect(onPress).not.toHaveBeenCalled();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await palette()).toBeVisible();
  });
});

describe('the palette', () => {
  const openPalette = async () => {
    const all = await open('/admin/contacts');
    await userEvent.keyboard('{Control>}k{/Control}');
    await palette();
    return all;
  };

  it('opens by Cmd+K too and by the button of the header, which gets the focus back', async () => {
    await open('/admin');
    await userEvent.keyboard('{Meta>}k{/Meta}');
    await palette();
    await userEvent.keyboard('{Escape}');
    const button = screen.getByRole('button', { name: 'Rechercher partout' });
    await userEvent.click(button);
    await palette();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('stays open when a message over it is closed', { tags: ['proof'] }, async () => {
    render(<Notifications />);
    await open('/admin/contacts');
    await userEvent.click(screen.getByRole('button', { name: 'Rechercher partout' }));
    await palette();
    notify.error('Impossible de charger');
    const message = await screen.findByText('Impossible de charger');
    const region = screen.getByRole('region', { name: 'Notifications' });
    await userEvent.click(within(region).getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(message).not.toBeInTheDocument());
    expect(await palette()).toBeVisible();
  });

  it('shows results by kind and opens one with the keyboard, which is then first next time', async () => {
    const { router } = await openPalette();
    await userEvent.keyboard('rimouski');
    expect(await screen.findByText('2 résultats')).toBeVisible();
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(options()).toEqual(['Ville de RimouskiAna · Rimouski', 'Quai de RimouskiRimouski']);
    for (const kind of ['Contacts', 'Visites virtuelles'])
      expect(screen.getByRole('group', { name: kind })).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(router.state.location.pathname).toBe('/admin/tours/t1/edit');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    await userEvent.keyboard('{Control>}k{/Control}');
    await palette();
    expect(options()[0]).toBe('Quai de RimouskiRimouski');
    expect(screen.getByRole('group', { name: 'Ouverts récemment' })).toBeInTheDocument();
  });

  it('shows the passage around the words of a note or a message, and opens it where it stands', async () => {
    found = [
      {
        ...result('exchange', 'e1', 'Ana, Ville de Percé', 'Note · 2026-12-05'),
        excerpt: '…préparent un \u0002événement\u0003 et un \u0002évènement\u0003',
        ...{ target: 'contact', target_id: 'c1' },
      },
      { ...result('message', 'm1', 'Ana', 'Relevé'), target: 'request', target_id: 'r1' },
      result('message', 'm2', 'Inconnu', ''),
    ];
    const { router } = await openPalette();
    await userEvent.keyboard('evenement');
    const note = await screen.findByRole('option', { name: /^Ana, Ville de Percé/ });
    expect(note).toHaveTextContent('Note · 05 déc. 2026…préparent un événement et un évènement');
    expect(
      within(note)
        .getAllByRole('mark')
        .map(({ textContent }) => textContent),
    ).toEqual([...['événement', 'évènement']]);
    const address = () =>
      router.state.location.pathname + router.state.location.search + router.state.location.hash;
    await userEvent.click(note);
    expect(address()).toBe('/admin/contacts/c1#e1');
    for (const [name, expected] of [
      [/^Ana ?Relevé/, '/admin/soumissions?demande=r1#m1'],
      [/^Inconnu/, '/admin/soumissions#m2'],
      // It opens at the same place from what was opened lately.
      [/^Ana, Ville/, '/admin/contacts/c1#e1'],
    ] as const) {
      await userEvent.keyboard('{Control>}k{/Control}');
      await palette();
      if (!String(name).includes('Ville')) await userEvent.keyboard('evenement');
      await userEvent.click(await screen.findByRole('option', { name }));
      expect(address()).toBe(expected);
    }
  });

  it('finds screens and actions by the beginning of their words, without accents', async () => {
    found = [];
    const { router } = await openPalette();
    await userEvent.keyboard('dep nouv');
    expect(options()).toEqual(['Nouveau déplacement']);
    expect(await screen.findByText('Aucun autre résultat')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/admin/trip-plans/new');
  });

  it('asks once the typing rests, and nothing for one letter', async () => {
    await openPalette();
    await userEvent.keyboard('r');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await userEvent.keyboard('imo');
    await screen.findByText('2 résultats');
    const texts = backend
      .sent('POST', 'rpc/search_everything')
      .map(({ body }) => (body as { query: string }).query);
    expect(texts.at(-1)).toBe('rimo');
    expect(texts).not.toContain('r');
  });

  it('says that nothing was found, that it failed, that there is no network', async () => {
    found = [];
    await openPalette();
    await userEvent.keyboard('zzzz');
    expect(await screen.findByText(/^Rien ne répond à « zzzz »/)).toBeVisible();
    backend.answer = () => ({ status: 500, body: { message: 'panne' } });
    await userEvent.keyboard('z');
    expect(await screen.findByText('La recherche n’a pas répondu.')).toBeVisible();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    backend.answer = offline;
    await userEvent.keyboard('z');
    expect(await screen.findByText(/^Hors ligne/)).toBeVisible();
    vi.restoreAllMocks();
    backend.answer = () => ({
      body: [result('trip', 'p1', 'La Malbaie', 'Auberge · 2026-12-05')],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('1 résultat')).toBeVisible();
    expect(screen.getByText('Auberge · 05 déc. 2026')).toBeVisible();
  });

  it('shows nobody what another opened', () => {
    rememberRecent(ADMIN_ID, result('contact', 'c1', 'Ville', ''));
    expect(recentItems('another')).toEqual([]);
    expect(recentItems(ADMIN_ID)).toHaveLength(1);
    localStorage.setItem('recherche-recente', '{');
    expect(recentItems(ADMIN_ID)).toEqual([]);
  });
});
