import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FROM_SETUP } from '@/admin/settings/parts/setup-return';

const { TagsPage } = await import('./tags-page');

// Forms of fifty radio buttons are slow in jsdom on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const N = '\u00a0';

/** A row of the data API, with the numbers of its links. */
const row = (id: string, name: string, { tours = 0, trips = 0, ...change } = {}) => ({
  id,
  name,
  slug: id,
  color: '#15803d',
  icon: 'trees',
  display_order: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  virtual_tour_tags: [{ count: tours }],
  trip_plan_tags: [{ count: trips }],
  ...change,
});

let rows: ReturnType<typeof row>[];

/** A fake tags table that really reads, inserts, updates, deletes and reorders. */
function serve() {
  backend.answer = ({ method, target, query, body }) => {
    const id = query.get('id')?.replace('eq.', '');
    if (target === 'rpc/reorder_tags') {
      rows = (body as { ids: string[] }).ids.flatMap((next) => rows.find((tag) => tag.id === next) ?? []);
      return { status: 204 };
    }
    if (method === 'POST' && Array.isArray(body)) {
      rows = [
        ...rows,
        ...(body as { slug: string }[]).map((values) => ({ ...row(values.slug, ''), ...values })),
      ];
      return { status: 201, body: [] };
    }
    if (method === 'POST') {
      const values = body as { slug: string };
      if (rows.some(({ slug }) => slug === values.slug)) return { status: 409, body: { code: '23505' } };
      rows = [...rows, { ...row(values.slug, ''), ...values }];
      return { status: 201, body: { id: values.slug } };
    }
    if (method === 'PATCH') {
      const found = rows.filter((tag) => tag.id === id);
      rows = rows.map((tag) => (tag.id === id ? { ...tag, ...(body as object) } : tag));
      return { body: found };
    }
    if (method === 'DELETE') {
      rows = rows.filter((tag) => tag.id !== id);
      return { status: 204 };
    }
    if (id) return { body: rows.filter((tag) => tag.id === id) };
    return {
      body: query.has('limit') && query.get('limit') === '1' ? rows.slice(-1) : rows,
      count: rows.length,
    };
  };
}

const open = async () => {
  renderScreen(<TagsPage />, { path: '/admin/tags' });
  await screen.findByRole('list', { name: 'Tags' });
};
const names = () =>
  within(screen.getByRole('list', { name: 'Tags' }))
    .getAllByRole('heading')
    .map((heading) => heading.textContent);
/** Appends text in one event, because single keys are slow here. */
async function appendText(input: HTMLElement, text: string) {
  await userEvent.click(input);
  await userEvent.paste(text);
}
const newTag = () => screen.getByRole('button', { name: 'Nouveau tag' });
const field = (label: string) =>
  screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input[type=text], input:not([type])' });
const icon = (label: string) => screen.getByLabelText(label, { selector: '[type=radio]' });
const toast = (title: string, text: string) =>
  waitFor(() => {
    const region = screen.getByRole('region', { name: /Notifications/ });
    expect(region).toHaveTextContent(title);
    expect(region).toHaveTextContent(text);
  });

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  rows = [
    row('fjord', 'Fjord', { tours: 6, trips: 1 }),
    row('port', 'Port', { tours: 1 }),
    row('parc', 'Parc'),
  ];
  serve();
});

describe('the list', () => {
  it('shows each tag with its slug and its use, read in one call', async () => {
    await open();
    expect(names()).toEqual(['Fjord', 'Port', 'Parc']);
    expect(screen.getByText('3 tags')).toBeVisible();
    for (const text of ['6 visites', '· 1 déplacement', '1 visite', '0 visite', 'fjord'])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: /^6.visites$/ })).toHaveAttribute(
      'href',
      '/admin/tours?categorie=fjord',
    );
    expect(screen.queryByRole('link', { name: /^0.visite$/ })).toBeNull();
    expect(backend.requests).toHaveLength(1);
  });

  it('says that it loads', () => {
    backend.answer = () => new Promise(() => {});
    renderScreen(<TagsPage />);
    expect(screen.getByRole('status')).toHaveTextContent('Chargement…');
  });

  it('says a failure and can be read again', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    backend.answer = offline;
    renderScreen(<TagsPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les tags');
    serve();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('list', { name: 'Tags' })).toBeVisible();
    vi.mocked(console.error).mockClear();
  });

  it('offers to create the first one', async () => {
    rows = [];
    renderScreen(<TagsPage />);
    expect(await screen.findByText('Aucun tag pour le moment')).toBeVisible();
    expect(screen.getByText('0 tag')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Créer mon premier tag' }));
    expect(screen.getByRole('form', { name: 'Nouveau tag' })).toBeVisible();
    expect(screen.queryByText('Aucun tag pour le moment')).toBeNull();
  });

  it('is searched without accents or case, in the address; a part of it cannot be arranged', async () => {
    rows = [...rows, row('ete', 'Été'), row('phare', 'Phare')];
    const { address } = renderScreen(<TagsPage />, { path: '/admin/tags' });
    await screen.findByRole('list', { name: 'Tags' });
    const search = screen.getByRole('searchbox', { name: 'Rechercher un tag' });
    await userEvent.type(search, 'ETE');
    expect(names()).toEqual(['Été']);
    expect(screen.getByText('Effacez la recherche pour changer l’ordre.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Déplacer Été' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(address()).toBe('/admin/tags?q=ETE'));
    await userEvent.type(search, 'x');
    expect(screen.getByText('Aucun tag ne correspond à votre recherche')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(names()).toHaveLength(5);
  });
});

describe('changing one value in its place', () => {
  const rename = async (to: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Fjord' }));
    const input = screen.getByRole('textbox', { name: /^Nom\s: «\sFjord\s»/ });
    expect(input).toHaveFocus();
    fireEvent.change(input, { target: { value: to } });
    return input;
  };

  it('saves the name by Enter, alone, and gives it back on « Annuler »', async () => {
    await open();
    fireEvent.submit(await rename('Fjords '));
    await waitFor(() => expect(names()).toEqual(['Fjords', 'Port', 'Parc']));
    expect(backend.sent('PATCH', 'tags').map(({ body }) => body)).toEqual([{ name: 'Fjords' }]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Fjords' })).toHaveFocus());
    fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(names()).toEqual(['Fjord', 'Port', 'Parc']));
  });

  it('takes back by Escape, keeps what cannot be saved with the reason, and what a failure refused', async () => {
    await open();
    fireEvent.keyDown(await rename('Autre'), { key: 'Escape' });
    expect(names()).toEqual(['Fjord', 'Port', 'Parc']);
    fireEvent.submit(await rename(' '));
    expect(await screen.findByText('Le nom est requis')).toBeVisible();
    expect(backend.sent('PATCH', 'tags')).toEqual([]);
    const serving = backend.answer;
    backend.answer = (request) => (request.method === 'PATCH' ? { status: 500 } : serving(request));
    const input = screen.getByRole('textbox', { name: /^Nom\s: «\sFjord\s»/ });
    fireEvent.change(input, { target: { value: 'Anse' } });
    fireEvent.submit(input);
    expect(await screen.findByText('Impossible d’enregistrer le tag')).toBeVisible();
    expect(input).toHaveValue('Anse');
    vi.mocked(console.error).mockClear();
  });

  it('changes the colour in a panel', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: /^Couleur\s: «\sFjord\s»/ }));
    const color = await screen.findByRole('textbox', { name: 'Couleur' });
    fireEvent.change(color, { target: { value: '#1d4ed8' } });
    fireEvent.submit(color);
    await waitFor(() =>
      expect(backend.sent('PATCH', 'tags').map(({ body }) => body)).toEqual([{ color: '#1d4ed8' }]),
    );
  });
});

describe('on the first day', () => {
  const emptyStudio = async () => {
    rows = [];
    const view = renderScreen(<TagsPage />, { path: '/admin/tags', state: FROM_SETUP });
    await screen.findByText('Aucun tag pour le moment');
    return view;
  };

  it('the eight services are one press, which leads back to the setup list', async () => {
    const { address } = await emptyStudio();
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter les huit services' }));
    await waitFor(() => expect(address()).toBe('/admin/demarrage'));
    const request = backend.sent('POST', 'tags')[0];
    expect(request?.body).toHaveLength(8);
    expect(request?.query.get('on_conflict')).toBe('slug');
  });

  it('one of the person’s own leads back too', async () => {
    const { address } = await emptyStudio();
    await userEvent.click(screen.getByRole('button', { name: 'Créer mon premier tag' }));
    await appendText(field('Nom'), 'Parcs');
    await userEvent.click(screen.getByRole('button', { name: 'Créer le tag' }));
    await waitFor(() => expect(address()).toBe('/admin/demarrage'));
  });
});

describe('creating', () => {
  it('sends the checked values, last in the order, and gives the focus back', async () => {
    await open();
    await userEvent.click(newTag());
    expect(newTag()).toBeDisabled();
    expect(field('Nom')).toHaveFocus();
    expect(field('Couleur')).toHaveValue('#3b82f6');
    await appendText(field('Nom'), ' Été à l’Île ');
    expect(field('Slug')).toHaveValue('ete-a-l-ile');
    await userEvent.click(icon('Camping'));
    await userEvent.click(screen.getByRole('button', { name: 'Créer le tag' }));
    await toast('Succès', 'Tag créé');
    expect(backend.sent('POST', 'tags').map(({ body }) => body)).toEqual([
      { name: 'Été à l’Île', slug: 'ete-a-l-ile', color: '#3b82f6', icon: 'tent-tree', display_order: 3 },
    ]);
    expect(screen.queryByRole('form')).toBeNull();
    expect(names()).toEqual(['Fjord', 'Port', 'Parc', 'Été à l’Île']);
    await waitFor(() => expect(newTag()).toHaveFocus());
  });

  it('puts it after the last one where a deletion left a gap', { tags: ['proof'] }, async () => {
    rows = [
      row('fjord', 'Fjord', { display_order: 0 } as object),
      row('port', 'Port', { display_order: 7 } as object),
    ];
    await open();
    await userEvent.click(newTag());
    await appendText(field('Nom'), 'Parc');
    await userEvent.click(screen.getByRole('button', { name: 'Créer le tag' }));
    await toast('Succès', 'Tag créé');
    expect(backend.sent('POST', 'tags')[0]?.body).toMatchObject({ display_order: 8, icon: null });
  });

  it('stops the slug from following once it is written by hand, until it is emptied', {
    tags: ['proof'],
  }, async () => {
    await open();
    await userEvent.click(newTag());
    await appendText(field('Nom'), 'Vieux');
    await appendText(field('Slug'), '-port');
    await appendText(field('Nom'), ' quartier');
    expect(field('Slug')).toHaveValue('vieux-port');
    await userEvent.clear(field('Slug'));
    await appendText(field('Nom'), 's');
    expect(field('Slug')).toHaveValue('vieux-quartiers');
  });

  it('says what is missing or wrong, and sends nothing', async () => {
    await open();
    await userEvent.click(newTag());
    await userEvent.clear(field('Couleur'));
    await appendText(field('Couleur'), '#3b82f');
    await userEvent.click(screen.getByRole('button', { name: 'Créer le tag' }));
    expect(await screen.findByText('Le nom est requis')).toBeVisible();
    expect(screen.getByText('Le slug est requis')).toBeVisible();
    expect(screen.getByText('Couleur invalide')).toBeVisible();
    expect(field('Couleur')).toBeInvalid();
    expect(backend.sent('POST', 'tags')).toEqual([]);
  });

  it('says that the slug is taken, beside it, and keeps what was typed', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    await open();
    await userEvent.click(newTag());
    await appendText(field('Nom'), 'Fjord');
    await userEvent.click(screen.getByRole('button', { name: 'Créer le tag' }));
    await waitFor(() =>
      expect(field('Slug')).toHaveAccessibleDescription(/Ce slug est déjà utilisé par un autre tag/),
    );
    expect(field('Nom')).toHaveValue('Fjord');
    await waitFor(() => expect(field('Slug')).toHaveFocus());
    await appendText(field('Slug'), '-2');
    await userEvent.click(screen.getByRole('button', { name: 'Créer le tag' }));
    await toast('Succès', 'Tag créé');
    vi.mocked(console.error).mockClear();
  });

  it('keeps the form when the network is gone', { tags: ['proof'] }, async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    await open();
    await userEvent.click(newTag());
    await appendText(field('Nom'), 'Neuf');
    backend.answer = offline;
    await userEvent.click(screen.getByRole('button', { name: 'Créer le tag' }));
    await toast('Erreur', 'Impossible d’enregistrer le tag');
    expect(field('Nom')).toHaveValue('Neuf');
    vi.mocked(console.error).mockClear();
  });
});

describe('editing', () => {
  it('changes the tag, leaves its slug alone and gives the focus back', async () => {
    await open();
    const edit = screen.getByRole('button', { name: 'Modifier Fjord' });
    await userEvent.click(edit);
    expect(screen.getByRole('form', { name: `Modifier le tag «${N}Fjord${N}»` })).toBeVisible();
    expect(icon('Forêt')).toBeChecked();
    await appendText(field('Nom'), 's');
    await userEvent.click(icon('Aucune icône'));
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await toast('Succès', 'Tag modifié');
    expect(backend.sent('PATCH', 'tags')[0]?.body).toEqual({
      name: 'Fjords',
      slug: 'fjord',
      color: '#15803d',
      icon: null,
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Modifier Fjords' })).toHaveFocus());
  });

  it('keeps an icon that the list does not have', async () => {
    rows = [row('fjord', 'Fjord', { icon: 'kayak' } as object)];
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Modifier Fjord' }));
    expect(icon('kayak (hors liste)')).toBeChecked();
  });

  it('says when somebody else has deleted it', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Modifier Fjord' }));
    rows = rows.slice(1);
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await toast('Erreur', 'Ce tag n’existe plus');
    vi.mocked(console.error).mockClear();
  });

  it('asks before the form is left with changes, not without', { tags: ['proof'] }, async () => {
    const { router } = renderScreen(<TagsPage />, { path: '/admin/tags' });
    await screen.findByRole('list', { name: 'Tags' });
    await userEvent.click(screen.getByRole('button', { name: 'Modifier Fjord' }));
    await appendText(field('Nom'), 's');
    void router.navigate('/admin');
    expect(await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
    expect(field('Nom')).toHaveValue('Fjords');
    await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    const mayLeave = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(mayLeave).toBe(true);
  });

  it('leaves one form open at a time: the other cards wait', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Modifier Fjord' }));
    for (const name of ['Modifier Port', 'Supprimer Port', 'Déplacer Port', 'Déplacer Port après'])
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer Port' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('deleting', () => {
  const question = 'Êtes-vous sûr de vouloir supprimer ce tag ?';
  const confirm = () =>
    userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));

  it('asks in the printed words, with what will be lost, and deletes', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer Fjord' }));
    expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
      `6${N}visites et 1${N}déplacement perdront le tag «${N}Fjord${N}». La suppression est irréversible.`,
    );
    await confirm();
    await toast('Succès', 'Tag supprimé');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(names()).toEqual(['Port', 'Parc']);
  });

  it('says how many have it now, not when the list was read', async () => {
    await open();
    rows = rows.map((tag) => ({ ...tag, virtual_tour_tags: [{ count: 9 }] }));
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer Parc' }));
    expect(await screen.findByText(/^9 visites perdront/)).toBeVisible();
  });

  it('deletes nothing when it is not confirmed', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer Fjord' }));
    await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(names()).toHaveLength(3);
    expect(backend.sent('DELETE', 'tags')).toEqual([]);
  });

  it('says a failure, closes and keeps the tag', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer Fjord' }));
    backend.answer = () => ({ status: 500, body: { message: 'panne' } });
    await confirm();
    await toast('Erreur', 'Impossible de supprimer le tag');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(names()).toHaveLength(3);
    vi.mocked(console.error).mockClear();
  });
});

describe('merging', () => {
  const ask = async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Fusionner Fjord avec un autre tag' }));
    return screen.findByRole('dialog', { name: `Fusionner le tag «${N}Fjord${N}»` });
  };
  const merge = (dialog: HTMLElement) =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Fusionner' }));

  it('asks into which one, says what changes, and does it in one call', async () => {
    const dialog = await ask();
    await merge(dialog);
    expect(within(dialog).getByText('Choisissez le tag à conserver')).toBeVisible();
    expect(backend.sent('POST', 'rpc/merge_tags')).toEqual([]);
    const choice = within(dialog).getByRole('combobox', { name: /^Avec le tag/ });
    expect(within(choice).queryByRole('option', { name: 'Fjord' })).toBeNull();
    await userEvent.selectOptions(choice, 'Port');
    expect(dialog).toHaveTextContent('6 visites et 1 déplacement porteront le tag « Port » à la place.');
    expect(dialog).toHaveTextContent('Le tag « Fjord » sera supprimé. La fusion est irréversible.');
    const before = backend.answer;
    backend.answer = (request) => {
      if (request.target !== 'rpc/merge_tags') return before(request);
      rows = rows.slice(1);
      return { body: 7 };
    };
    await merge(dialog);
    await toast('Succès', 'Tags fusionnés');
    expect(backend.sent('POST', 'rpc/merge_tags')[0]?.body).toEqual({ merged: 'fjord', kept: 'port' });
    expect(names()).toEqual(['Port', 'Parc']);
  });

  it('says in French that one of them is gone', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const dialog = await ask();
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'Port');
    const message = 'L’un des deux tags n’existe plus. Rien n’a été fusionné.';
    backend.answer = () => ({ status: 409, body: { code: 'PT409', message } });
    await merge(dialog);
    await toast('Erreur', message);
    vi.mocked(console.error).mockClear();
  });
});

describe('the order', () => {
  const later = () => userEvent.click(screen.getByRole('button', { name: 'Déplacer Fjord après' }));

  it('changes by the two buttons, is saved whole, said, and the button keeps the focus', async () => {
    await open();
    await later();
    await waitFor(() => expect(names()).toEqual(['Port', 'Fjord', 'Parc']));
    expect(backend.sent('POST', 'rpc/reorder_tags').map(({ body }) => body)).toEqual([
      { ids: ['port', 'fjord', 'parc'] },
    ]);
    expect(screen.getByText('Tag « Fjord » : position 2 sur 3.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Déplacer Fjord après' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Déplacer Port avant' }));
    expect(backend.sent('POST', 'rpc/reorder_tags')).toHaveLength(1);
  });

  it('shows at once, before the answer, and takes one change at a time', async () => {
    await open();
    let answer = () => {};
    backend.answer = () => new Promise((resolve) => (answer = () => resolve({ status: 204 })));
    await later();
    expect(names()).toEqual(['Port', 'Fjord', 'Parc']);
    await later();
    expect(backend.sent('POST', 'rpc/reorder_tags')).toHaveLength(1);
    rows = ['port', 'fjord', 'parc'].flatMap((id) => rows.find((tag) => tag.id === id) ?? []);
    serve();
    answer();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Déplacer Fjord après' })).toHaveAttribute(
        'aria-disabled',
        'false',
      ),
    );
    expect(names()).toEqual(['Port', 'Fjord', 'Parc']);
  });

  it('goes back when the network is gone, and says so', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    await open();
    backend.answer = ({ target }) => (target.startsWith('rpc/') ? offline() : { body: rows });
    await later();
    await toast('Erreur', 'Impossible d’enregistrer l’ordre des tags');
    await waitFor(() => expect(names()).toEqual(['Fjord', 'Port', 'Parc']));
    vi.mocked(console.error).mockClear();
  });

  it('is refused when the list has changed meanwhile, and shows the new one', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    await open();
    const message = 'La liste des tags a changé entre-temps. L’ordre n’a pas été enregistré.';
    rows = [...rows, row('quai', 'Quai')];
    backend.answer = ({ target }) =>
      target.startsWith('rpc/') ? { status: 409, body: { code: 'PT409', message } } : { body: rows };
    await later();
    await toast('Erreur', message);
    await waitFor(() => expect(names()).toEqual(['Fjord', 'Port', 'Parc', 'Quai']));
    vi.mocked(console.error).mockClear();
  });
});
