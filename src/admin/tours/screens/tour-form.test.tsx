import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FROM_SETUP } from '@/admin/settings/parts/setup-return';

const { EditTourPage, NewTourPage } = await import('./tour-form-page');

const ID = 'd0000000-0000-4000-8000-000000000001';
const READ_AT = '2026-11-21T10:00:00.123456+00:00';
const tags = [
  { id: 'nature', name: 'Nature', color: '#15803d', slug: 'nature' },
  { id: 'ville', name: 'Ville', color: '#1d4ed8', slug: 'ville' },
];
const storedTour = {
  id: ID,
  title: 'Fjord',
  slug: 'fjord',
  description: 'Un fjord',
  location: null,
  view_count: 3,
  url: 'https://visites.example/fjord',
  image_url: null,
  panorama_url: null,
  client_name: null,
  captured_on: null,
  panorama_count: null,
  need: null,
  delivered: null,
  result: null,
  is_featured: false,
  status: 'published',
  updated_at: READ_AT,
  virtual_tour_tags: [{ tag_id: 'nature' }],
};

type Answer = ReturnType<typeof backend.answer>;
/** Answers reads, and each save in turn; the last answer repeats. */
function serve(...saves: (() => Answer)[]) {
  let time = 0;
  backend.answer = ({ target }) => {
    if (target === 'tags') return { body: tags };
    if (target === 'virtual_tours') return { body: storedTour };
    if (target === 'rpc/save_tour') return (saves[time++] ?? saves.at(-1) ?? (() => ({ body: ID })))();
    return { body: [] };
  };
}

const saves = () => backend.sent('POST', 'rpc/save_tour').map(({ body }) => body as Record<string, unknown>);
const field = (label: string | RegExp) => screen.getByLabelText(label);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const refused = (status: number, body: object) => () => ({ status, body });

async function openNew() {
  const view = renderScreen(<NewTourPage />, {
    path: '/admin/tours/new',
    at: '/admin/tours/new?avec=adresse',
  });
  await screen.findByRole('checkbox', { name: 'Nature' });
  return view;
}

async function openFjord() {
  const view = renderScreen(<EditTourPage />, {
    path: '/admin/tours/:id/edit',
    at: `/admin/tours/${ID}/edit`,
  });
  await screen.findByRole('checkbox', { name: 'Nature' });
  return view;
}

beforeEach(() => {
  localStorage.clear();
  backend.reset();
  signInAsAdmin();
});

it('leads back to the setup list that opened it', { tags: ['proof'] }, async () => {
  serve();
  const { address } = renderScreen(<NewTourPage />, {
    path: '/admin/tours/new',
    at: '/admin/tours/new?avec=adresse',
    state: FROM_SETUP,
  });
  await screen.findByRole('checkbox', { name: 'Nature' });
  await userEvent.type(field(/^Titre/), 'Quai');
  await writeInto(field(/^URL de la visite/), 'visites.example/quai');
  await press('Créer la visite');
  await waitFor(() => expect(address()).toBe('/admin/demarrage'));
});

describe('an address that does not open', () => {
  const check = {
    url: storedTour.url,
    checked_at: '2026-11-02T19:30:00Z',
    failures: 2,
    reason: 'Réponse 404.',
  };
  const withCheck = (found: object) => {
    serve();
    const { answer } = backend;
    backend.answer = (request) => (request.target === 'tour_link_checks' ? { body: found } : answer(request));
  };

  it('is told with its date, and opens to be seen', async () => {
    withCheck(check);
    await openFjord();
    expect(await screen.findByText(/ne s’ouvre plus/)).toBeVisible();
    expect(screen.getByText(/2 novembre.*2.échecs de suite/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ouvrir l’adresse' })).toHaveAttribute('href', storedTour.url);
  });

  it('is not told of an address that was changed since', async () => {
    withCheck({ ...check, url: 'https://exemple.test/avant' });
    await openFjord();
    expect(screen.queryByText(/ne s’ouvre plus/)).toBeNull();
  });
});

describe('a new tour', () => {
  it('says what is missing, and sends nothing', async () => {
    serve();
    await openNew();
    await press('Créer la visite');
    expect(await screen.findByText('Le titre est requis')).toBeVisible();
    expect(field(/^Titre/)).toHaveAccessibleDescription('Le titre est requis');
    expect(field(/^Slug/)).toHaveAccessibleDescription(/Le slug est requis/);
    expect(field(/^URL de la visite/)).toHaveAccessibleDescription(
      /Indiquez une adresse, ou déposez des panoramas/,
    );
    expect(field(/^Titre/)).toHaveFocus();
    expect(saves()).toEqual([]);
  });

  it('sends the whole form, then goes back to the list', async () => {
    serve();
    const view = await openNew();
    expect(field(/^Statut/)).toHaveValue('published');
    expect(field(/^Coup de cœur/)).not.toBeChecked();
    await writeInto(field(/^Titre/), ' Été à Percé ');
    expect(screen.getByText(/ete-a-perce$/)).toBeVisible();
    await writeInto(field(/^URL de la visite/), 'https://visites.example/p');
    await userEvent.click(field('Ville'));
    await userEvent.click(field('Nature'));
    await userEvent.selectOptions(field(/^Statut/), 'Brouillon');
    await userEvent.click(field(/^Coup de cœur/));
    await press('Créer la visite');
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(view.address()).toBe('/admin/tours');
    expect(await screen.findByText('Visite créée')).toBeVisible();
    expect(saves()).toEqual([
      {
        title: 'Été à Percé',
        slug: 'ete-a-perce',
        url: 'https://visites.example/p',
        status: 'draft',
        is_featured: true,
        tag_ids: ['nature', 'ville'],
        description: null,
        location: null,
        image_url: null,
        panorama_url: null,
        client_name: null,
        captured_on: null,
        panorama_count: null,
        need: null,
        delivered: null,
        result: null,
      },
    ]);
  });

  it('sends the case that was told, and opens it when a part is refused', { tags: ['proof'] }, async () => {
    serve();
    await openNew();
    const type = async (label: RegExp, text: string) => {
      await userEvent.click(field(label));
      await userEvent.paste(text);
    };
    await type(/^Titre/, 'Mont');
    await type(/^URL de la visite/, 'https://visites.example/p');
    await userEvent.click(screen.getByText('Étude de cas'));
    await type(/^Client/, 'Ville A');
    await type(/^Nombre de panoramas/, '0');
    await userEvent.click(screen.getByText('Étude de cas'));
    await press('Créer la visite');
    expect(await screen.findByText(/Indiquez un nombre de 1 à/)).toBeVisible();
    expect(saves()).toEqual([]);
    await userEvent.clear(field(/^Nombre de panoramas/));
    await type(/^Nombre de panoramas/, '14');
    await press('Créer la visite');
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(saves()).toMatchObject([{ client_name: 'Ville A', panorama_count: 14, captured_on: null }]);
  });

  it('follows the title with its slug until that is edited by hand', async () => {
    serve();
    await openNew();
    await userEvent.type(field(/^Titre/), 'Mont');
    await press('Modifier l’adresse');
    expect(field(/^Slug/)).toHaveFocus();
    await userEvent.type(field(/^Slug/), '-x');
    await userEvent.type(field(/^Titre/), ' Royal');
    expect(field(/^Slug/)).toHaveValue('mont-x');
  });

  it('proposes a free slug when another tour has it', async () => {
    serve(refused(409, { code: '23505', message: 'Ce slug…', details: 'mont-2' }), () => ({ body: ID }));
    await openNew();
    await userEvent.type(field(/^Titre/), 'Mont');
    await writeInto(field(/^URL de la visite/), 'https://visites.example/p');
    await press('Créer la visite');
    expect(await screen.findByText('Ce slug est déjà celui d’une autre visite')).toBeVisible();
    await press(/Utiliser «\smont-2\s»/);
    expect(field(/^Slug/)).toHaveValue('mont-2');
    expect(screen.queryByText('Ce slug est déjà celui d’une autre visite')).not.toBeInTheDocument();
    await press('Créer la visite');
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(saves().map(({ slug }) => slug)).toEqual(['mont', 'mont-2']);
  });
});

describe('what the form does for the person', () => {
  it('adds https:// to an address without it, on leaving the field and when Enter sends at once', async () => {
    serve();
    await openNew();
    await userEvent.type(field(/^Titre/), 'Percé');
    await writeInto(field(/^URL de la visite/), 'visites.example/p');
    await userEvent.tab();
    expect(field(/^URL de la visite/)).toHaveValue('https://visites.example/p');
    await userEvent.clear(field(/^URL de la visite/));
    await writeInto(field(/^URL de la visite/), 'visites.example/q');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Ailleurs');
    expect(saves()).toMatchObject([{ url: 'https://visites.example/q' }]);
  });

  it('proposes the municipalities of the register, and keeps a place of nobody', async () => {
    serve();
    const others = backend.answer;
    const place = { code: '04005', name: 'Percé', designation: 'V', mrc_name: null, region: 'Gaspésie' };
    backend.answer = (request) =>
      request.target === 'municipalities'
        ? { body: [{ ...place, population: 3100, latitude: 48.5, search_key: 'perce' }] }
        : others(request);
    await openNew();
    await userEvent.type(field(/^Lieu/), 'perce');
    await userEvent.click(await screen.findByRole('option', { name: 'Percé, Gaspésie' }));
    expect(field(/^Lieu/)).toHaveValue('Percé, Gaspésie');
    await userEvent.clear(field(/^Lieu/));
    await writeInto(field(/^Lieu/), 'Rivière aux Saumons');
    expect(field(/^Lieu/)).toHaveValue('Rivière aux Saumons');
  });

  it('makes a category without leaving, and ticks it', async () => {
    let list = tags;
    serve();
    const others = backend.answer;
    backend.answer = (request) => {
      if (request.target !== 'tags') return others(request);
      if (request.method === 'POST') {
        const made = request.body as { name: string; slug: string; color: string };
        list = [...list, { ...made, id: 'nouvelle' }];
        return { status: 201, body: { id: 'nouvelle' } };
      }
      return { body: list };
    };
    await openNew();
    await press('Nouvelle catégorie');
    await writeInto(field('Nom de la nouvelle catégorie'), 'Parcs d’hiver');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('checkbox', { name: 'Parcs d’hiver' })).toBeChecked();
    expect(backend.sent('POST', 'tags')[0]?.body).toMatchObject({ slug: 'parcs-d-hiver' });
    expect(saves()).toEqual([]);
  });

  it('stays on the tour with Ctrl+S, over the version just saved', async () => {
    serve();
    const view = await openFjord();
    await userEvent.type(field(/^Titre/), '!');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Visite modifiée')).toBeVisible();
    expect(view.address()).toBe(`/admin/tours/${ID}/edit`);
    expect(saves()).toMatchObject([{ title: 'Fjord!', read_at: READ_AT }]);
    await userEvent.click(screen.getByRole('link', { name: 'Annuler' }));
    expect(await screen.findByText('Ailleurs')).toBeVisible();
  });

  it('finds what was typed again after a tab was closed, and forgets it once it is given up', async () => {
    serve();
    const first = await openFjord();
    await writeInto(field(/^Titre/), ' en hiver');
    await waitFor(() => expect(localStorage.getItem(`draft:tour:${ID}`)).toContain('en hiver'));
    first.unmount();

    await openFjord();
    expect(field(/^Titre/)).toHaveValue('Fjord');
    await press('Reprendre la saisie');
    expect(field(/^Titre/)).toHaveValue('Fjord en hiver');
    expect(field(/^Description/)).toHaveValue('Un fjord');
    await userEvent.click(screen.getByRole('link', { name: 'Annuler' }));
    await press('Quitter sans enregistrer');
    await screen.findByText('Ailleurs');
    expect(localStorage.getItem(`draft:tour:${ID}`)).toBeNull();
  });

  it('says what stays of a published tour that would leave the site', async () => {
    serve();
    await openFjord();
    const status = field(/^Statut/);
    expect(status).toHaveAccessibleDescription('Seules les visites publiées paraissent sur le site.');
    await userEvent.selectOptions(status, 'Archivé');
    expect(status).toHaveAccessibleDescription(/quittera le site.*ne s’ouvrent plus à leur adresse/);
    await userEvent.selectOptions(status, 'Publié');
    expect(status).toHaveAccessibleDescription('Seules les visites publiées paraissent sur le site.');
  });

  it('begins a copy as a draft under another name and address', async () => {
    serve();
    renderScreen(<NewTourPage />, { path: '/admin/tours/new', at: `/admin/tours/new?copie-de=${ID}` });
    expect(await screen.findByDisplayValue('Fjord (copie)')).toBeVisible();
    await press('Créer la visite');
    await screen.findByText('Ailleurs');
    expect(saves()).toMatchObject([
      { slug: 'fjord-copie', status: 'draft', is_featured: false, tag_ids: ['nature'] },
    ]);
    expect(saves()[0]).not.toHaveProperty('tour_id');
  });
});

describe('a known tour', () => {
  it('keeps its address while it has no scene of our own panoramas', async () => {
    serve();
    await openFjord();
    await userEvent.clear(field(/^URL de la visite/));
    await press('Enregistrer les modifications');
    expect(await screen.findByText('Indiquez une adresse, ou déposez des panoramas')).toBeVisible();
    expect(saves()).toEqual([]);
  });

  it('may lose its address once it has scenes of our own panoramas', async () => {
    serve();
    const { answer } = backend;
    const scene = {
      ...{ id: 's1', name: 'Quai', alt: '', heading: 0, links: [], points: [], blurs: [] },
      picture: { folder: 't/s1', width: 2048, baseWidth: 1536, levels: [], bytes: 1 },
    };
    const made = {
      ...storedTour,
      panorama_tour_drafts: { document: { scenes: [scene] }, updated_at: 'v1' },
    };
    backend.answer = (request) => (request.target === 'virtual_tours' ? { body: made } : answer(request));
    await openFjord();
    await userEvent.clear(field(/^URL de la visite/));
    await press('Enregistrer les modifications');
    expect(await screen.findByText('Visite modifiée')).toBeVisible();
    expect(saves()).toMatchObject([{ url: null, title: 'Fjord' }]);
  });

  it('without an address is seen on the site once it is published, and nowhere before', async () => {
    serve();
    const { answer } = backend;
    let status = 'draft';
    backend.answer = (request) =>
      request.target === 'virtual_tours' ? { body: { ...storedTour, url: null, status } } : answer(request);
    const first = await openFjord();
    expect(screen.queryByRole('link', { name: 'Voir' })).toBeNull();
    first.unmount();
    status = 'published';
    await openFjord();
    expect(screen.getByRole('link', { name: 'Voir' })).toHaveAttribute('href', '/realisations/fjord');
  });

  it('saves with the version that was read, and keeps its slug when the title changes', async () => {
    serve();
    const view = await openFjord();
    await userEvent.type(field(/^Titre/), ' bis');
    await userEvent.clear(field(/^Description/));
    await press('Enregistrer les modifications');
    expect(await screen.findByText('Visite modifiée')).toBeVisible();
    expect(view.address()).toBe('/admin/tours');
    expect(saves()).toMatchObject([
      { title: 'Fjord bis', slug: 'fjord', description: null, tour_id: ID, read_at: READ_AT },
    ]);
  });

  it.each([
    ['no network', offline, /Vérifiez votre connexion/],
    [
      'any other refusal',
      refused(400, { code: 'P0001', message: 'Refusé par la base' }),
      /Refusé par la base/,
    ],
  ])('keeps what was typed after %s, says so, and can be tried again', async (_, failure, message) => {
    serve(failure as () => Answer, () => ({ body: ID }));
    await openFjord();
    await userEvent.type(field(/^Lieu/), 'Percé');
    await press('Enregistrer les modifications');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(field(/^Lieu/)).toHaveValue('Percé');
    await press('Enregistrer les modifications');
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(saves()).toHaveLength(2);
  });

  it('saves what I changed over what somebody else did meanwhile, and says what was kept of theirs', async () => {
    const theirs = {
      ...storedTour,
      title: 'Leur fjord',
      updated_at: '2026-11-21T11:00:00.5+00:00',
      tag_ids: ['nature', 'ville'],
      edited_by: 'autre@exemple.test',
    };
    serve(refused(409, { code: 'PT409', message: 'x', details: JSON.stringify(theirs) }), () => ({
      body: ID,
    }));
    await openFjord();
    await userEvent.type(field(/^Lieu/), 'Percé');
    await press('Enregistrer les modifications');
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(await screen.findByText(/Gardé aussi de l’autre version\s: Titre, Catégories\./)).toBeVisible();
    expect(saves()[1]).toMatchObject({
      title: 'Leur fjord',
      location: 'Percé',
      tag_ids: ['nature', 'ville'],
      read_at: theirs.updated_at,
    });
  });

  it('asks which to keep of what both changed', async () => {
    const theirs = {
      ...storedTour,
      title: 'Leur fjord',
      status: 'archived',
      updated_at: '2026-11-21T11:00:00.5+00:00',
      tag_ids: ['nature'],
      edited_by: 'autre@exemple.test',
    };
    serve(refused(409, { code: 'PT409', message: 'x', details: JSON.stringify(theirs) }), () => ({
      body: ID,
    }));
    await openFjord();
    await userEvent.type(field(/^Titre/), ' bis');
    await userEvent.selectOptions(field(/^Statut/), 'Brouillon');
    await press('Enregistrer les modifications');
    const dialog = await screen.findByRole('dialog', { name: 'Deux versions à réunir' });
    expect(dialog).toHaveAccessibleDescription(/entre-temps par autre@exemple.test/);
    expect(
      within(dialog)
        .getAllByRole('group')
        .map((group) => group.textContent),
    ).toEqual([
      'TitreLeur versionLeur fjordMa versionFjord bis',
      'StatutLeur versionArchivéMa versionBrouillon',
    ]);
    expect(saves()).toHaveLength(1);
    const status = within(dialog).getByRole('group', { name: 'Statut' });
    await userEvent.click(within(status).getByRole('radio', { name: /^Leur version/ }));
    await press('Enregistrer ce choix');
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(saves()[1]).toMatchObject({ title: 'Fjord bis', status: 'archived', read_at: theirs.updated_at });
  });

  it('gives up after a few merges when somebody else keeps saving', { tags: ['proof'] }, async () => {
    const theirs = { ...storedTour, title: 'Leur fjord', tag_ids: ['nature'], edited_by: null };
    serve(refused(409, { code: 'PT409', message: 'x', details: JSON.stringify(theirs) }));
    await openFjord();
    await userEvent.type(field(/^Lieu/), 'Percé');
    await press('Enregistrer les modifications');
    expect(await screen.findByText(/enregistre en même temps/)).toBeVisible();
    expect(saves()).toHaveLength(4);
    expect(field(/^Lieu/)).toHaveValue('Percé');
  });

  it('asks before what was typed is lost', async () => {
    serve();
    await openFjord();
    await userEvent.type(field(/^Titre/), '!');
    await userEvent.click(screen.getByRole('link', { name: 'Annuler' }));
    expect(await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
    await press('Continuer la saisie');
    expect(field(/^Titre/)).toHaveValue('Fjord!');
  });

  it('asks nothing when a tag was ticked and unticked', { tags: ['proof'] }, async () => {
    serve();
    await openFjord();
    await userEvent.click(field('Nature'));
    await userEvent.click(field('Nature'));
    await userEvent.click(screen.getByRole('link', { name: 'Annuler' }));
    expect(await screen.findByText('Ailleurs')).toBeVisible();
  });

  it('says that a tour does not exist, and that one could not be read', async () => {
    backend.answer = () => ({ body: [] });
    const view = renderScreen(<EditTourPage />, { path: '/admin/tours/:id/edit', at: '/admin/tours/x/edit' });
    expect(await screen.findByText('Cette visite n’existe pas, ou n’existe plus')).toBeVisible();
    backend.answer = refused(403, { message: 'non' });
    await view.go(`/admin/tours/${ID}/edit`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger la visite');
    vi.mocked(console.error).mockClear();
  });
});

describe('the generated description', () => {
  const answer = (reply: () => Answer) => {
    serve();
    const others = backend.answer;
    backend.answer = (request) =>
      request.target === '/functions/v1/generate-description' ? reply() : others(request);
  };
  const calls = () => backend.sent('POST', '/functions/v1/generate-description');

  it('needs a title, and calls nobody without one', async () => {
    answer(() => ({ body: { description: 'x' } }));
    await openNew();
    await press('Générer une description');
    expect(
      await screen.findByText('Veuillez entrer un titre avant de générer une description'),
    ).toBeVisible();
    expect(calls()).toEqual([]);
  });

  it('asks before it replaces a text', async () => {
    answer(() => ({ body: { description: 'Écrite' } }));
    await openFjord();
    await press('Générer une description');
    const dialog = await screen.findByRole('alertdialog', { name: 'Remplacer la description?' });
    expect(dialog).toHaveTextContent('Écrite');
    expect(screen.getByText('Description générée avec succès')).toBeInTheDocument();
    expect(screen.getByDisplayValue('Un fjord')).toBeInTheDocument();
    await press('Remplacer');
    expect(field(/^Description/)).toHaveValue('Écrite');
    expect(calls()[0]?.body).toEqual({ title: 'Fjord', location: '' });
  });

  it.each([
    ['the message of the server', refused(429, { error: 'Patientez.' }), 'Patientez.'],
    ['its own without one', offline, 'Erreur lors de la génération de la description'],
    [
      'its own for nonsense',
      () => ({ body: { texte: 1 } }),
      'Erreur lors de la génération de la description',
    ],
  ])('says %s when it fails', async (_, reply, message) => {
    answer(reply as () => Answer);
    await openFjord();
    await press('Générer une description');
    // Toasts of earlier cases may still be there.
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(field(/^Description/)).toHaveValue('Un fjord');
    vi.mocked(console.error).mockClear();
  });
});
