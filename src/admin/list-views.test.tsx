import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { useListViews } = await import('./kit/data/use-list-views');
const { keyField, listFields, textField, useListState } = await import('./kit/lib/use-list-state');
const { ListToolbar } = await import('./kit/ui/list-toolbar');

const statuses = { draft: 'Brouillon', published: 'Publié' };
const fields = listFields({
  q: textField(),
  statut: keyField(statuses),
  lieu: textField(),
  tri: textField('-debut'),
});
const builtIn = [{ name: 'Brouillons', query: 'statut=draft' }];
const orders = { titre: 'Titre', debut: 'Début' };

function List() {
  const list = useListState(fields);
  const views = useListViews('tours', 'Toutes', builtIn);
  return (
    <ListToolbar
      list={list}
      views={views}
      orders={orders}
      search={{ label: 'Rechercher' }}
      filters={[
        { name: 'statut', label: 'Statut', allLabel: 'Tous les statuts', options: statuses },
        { name: 'lieu', label: 'Lieu', allLabel: 'Tous les lieux', options: { alma: 'Alma' } },
      ]}
      count="3 résultats"
    />
  );
}

type Row = { id: string; list: string; name: string; parameters: string; position: number };
let rows: Row[] = [];
const savedView = (id: string, name: string, parameters: string, position: number): Row => ({
  id,
  list: 'tours',
  name,
  parameters,
  position,
});

/** Serves the table like the data API. */
function serve() {
  backend.savedViews = undefined;
  backend.answer = ({ method, query, body }) => {
    const id = query.get('id')?.replace('eq.', '');
    if (method === 'POST') {
      const row = body as Omit<Row, 'id'>;
      if (rows.some(({ name }) => name === row.name)) return { status: 409, body: { code: '23505' } };
      rows = [...rows, { id: row.name, ...row }];
      return { status: 201 };
    }
    if (method === 'PATCH') {
      rows = rows.map((row) => (row.id === id ? { ...row, ...(body as object) } : row));
      return { body: rows.filter((row) => row.id === id).map(() => ({ id })) };
    }
    if (method === 'DELETE') {
      rows = rows.filter((row) => row.id !== id);
      return { status: 204 };
    }
    const listed = [...rows].sort((a, b) => a.position - b.position);
    return { body: listed.map(({ parameters, ...row }) => ({ ...row, query: parameters })) };
  };
}

const open = (search = '') => renderScreen(<List />, { path: '/liste', at: `/liste${search}` });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
const names = () =>
  within(screen.getByRole('navigation', { name: 'Vues' }))
    .getAllByRole('link')
    .map((link) => link.textContent);
const currentView = () => screen.queryByRole('link', { current: 'page' })?.textContent;

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  rows = [];
  serve();
});

describe('the filters of a list', () => {
  it('stand behind one button, apply at once, several together, and give the focus back', async () => {
    const { address } = open();
    expect(screen.queryByRole('combobox')).toBeNull();
    await press(/^Filtrer/);
    await userEvent.selectOptions(await screen.findByLabelText('Statut'), 'Publié');
    await userEvent.selectOptions(screen.getByLabelText('Lieu'), 'Alma');
    expect(button(/^Filtrer/)).toHaveAccessibleName(/^Filtrer.*2\s?filtres actifs$/);
    await waitFor(() => expect(address()).toBe('/liste?statut=published&lieu=alma'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button(/^Filtrer/)).toHaveFocus();
    await press(/^Filtrer/);
    expect(await screen.findByRole('dialog', { name: 'Filtres' })).toBeVisible();
    await press(/^Filtrer/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('show as chips, each removed by a press that keeps the keyboard in place, or all together', async () => {
    const { address } = open('?statut=draft&lieu=alma&q=lac&tri=titre');
    await press('Retirer «\u00a0Statut\u00a0: Brouillon\u00a0»');
    await waitFor(() => expect(address()).toBe('/liste?q=lac&lieu=alma&tri=titre'));
    expect(button(/^Filtrer/)).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Effacer les filtres' })).toBeNull();
    await press('Retirer «\u00a0Ordre\u00a0: Titre (croissant)\u00a0»');
    await waitFor(() => expect(address()).toBe('/liste?q=lac&lieu=alma'));
    await press(/^Filtrer/);
    await userEvent.selectOptions(await screen.findByLabelText('Statut'), 'Publié');
    await press('Effacer les filtres');
    await waitFor(() => expect(address()).toBe('/liste'));
  });

  it('hold the order too, for phones', async () => {
    const { address } = open();
    await press(/^Filtrer/);
    await userEvent.selectOptions(await screen.findByLabelText('Trier par'), 'Titre');
    await userEvent.click(screen.getByRole('radio', { name: 'Décroissant' }));
    await waitFor(() => expect(address()).toBe('/liste?tri=-titre'));
    await userEvent.selectOptions(screen.getByLabelText('Trier par'), 'Ordre habituel');
    await waitFor(() => expect(address()).toBe('/liste'));
  });
});

describe('the views of a list', () => {
  it('are links to the parameters; the one shown is marked, however its address is written, and Back leaves it', async () => {
    rows = [savedView('1', 'Alma', 'lieu=alma&statut=draft', 1)];
    const { address, go } = open('?lieu=alma&autre=1&statut=draft');
    expect(await screen.findByRole('link', { name: 'Alma' })).toHaveAttribute('aria-current', 'page');
    expect(names()).toEqual(['Toutes', 'Brouillons', 'Alma']);
    await userEvent.click(screen.getByRole('link', { name: 'Brouillons' }));
    expect(address()).toBe('/liste?statut=draft');
    await waitFor(() => expect(currentView()).toBe('Brouillons'));
    await userEvent.click(screen.getByRole('link', { name: 'Toutes' }));
    expect(address()).toBe('/liste');
    await go(-1);
    await waitFor(() => expect(currentView()).toBe('Brouillons'));
    expect(screen.queryByRole('button', { name: 'Enregistrer cette vue' })).toBeNull();
  });

  it('are saved with a name that no other has, search, filters and order included', async () => {
    open('?q=lac&statut=draft&tri=titre');
    await press('Enregistrer cette vue');
    const dialog = await screen.findByRole('dialog', { name: 'Enregistrer cette vue' });
    expect(dialog).toHaveTextContent('Recherche : lac · Statut : Brouillon · Ordre : Titre (croissant)');
    const name = within(dialog).getByLabelText(/^Nom de la vue/);
    await press('Enregistrer');
    expect(dialog).toHaveTextContent('Le nom est requis');
    await userEvent.type(name, 'brouillons');
    expect(dialog).toHaveTextContent('Une autre vue porte déjà ce nom');
    await userEvent.clear(name);
    await userEvent.type(name, ' Lacs à publier ');
    await press('Enregistrer');
    await waitFor(() => expect(currentView()).toBe('Lacs à publier'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.posted()).toEqual([
      { list: 'tours', name: 'Lacs à publier', parameters: 'q=lac&statut=draft&tri=titre', position: 1 },
    ]);
  });

  it('take other filters under the same name, and keep what was typed when that fails', async () => {
    rows = [savedView('1', 'Alma', 'lieu=alma', 1)];
    open('?statut=published');
    await screen.findByRole('link', { name: 'Alma' });
    await press('Enregistrer cette vue');
    await userEvent.type(await screen.findByLabelText(/^Nom de la vue/), 'alma');
    const { answer } = backend;
    backend.answer = () => ({ status: 500, body: {} });
    await press('Remplacer la vue');
    expect(await screen.findByText('Impossible d’enregistrer la vue')).toBeVisible();
    vi.mocked(console.error).mockClear();
    backend.answer = answer;
    expect(screen.getByLabelText(/^Nom de la vue/)).toHaveValue('alma');
    await press('Remplacer la vue');
    await waitFor(() => expect(currentView()).toBe('Alma'));
    expect(rows).toEqual([savedView('1', 'Alma', 'statut=published', 1)]);
  });

  it('are renamed, deleted, and brought back by « Annuler »', async () => {
    rows = [savedView('1', 'Un', 'q=1', 1), savedView('2', 'Deux', 'q=2', 2)];
    open();
    await screen.findByRole('link', { name: 'Deux' });
    await press('Gérer les vues');
    const dialog = await screen.findByRole('dialog', { name: 'Vues enregistrées' });
    await press('Renommer «\u00a0Un\u00a0»');
    const field = within(dialog).getByLabelText(/^Nom de la vue/);
    expect(field).toHaveFocus();
    await userEvent.type(field, ' seul');
    await press('Renommer');
    expect(await within(dialog).findByText('Un seul')).toBeVisible();
    await press('Supprimer «\u00a0Deux\u00a0»');
    await waitFor(() => expect(rows.map(({ name }) => name)).toEqual(['Un seul']));
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler', hidden: true }));
    await waitFor(() =>
      expect(rows.map(({ name, position }) => [name, position])).toContainEqual(['Deux', 2]),
    );
  });
});
