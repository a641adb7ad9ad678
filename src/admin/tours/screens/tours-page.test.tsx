import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { removeByButton } from '@tests/removal';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedTour } from '../data/tours';

const { ToursPage } = await import('./tours-page');

const tour = (title: string, change: Partial<ListedTour> = {}): ListedTour => ({
  id: `id-${title}`,
  title,
  slug: `slug-${title}`,
  location: null,
  status: 'published',
  is_featured: false,
  view_count: 0,
  image_url: null,
  virtual_tour_tags: [],
  ...change,
});

const fjord = tour('Fjord', { location: 'Saguenay', view_count: 4218, is_featured: true });
const phare = tour('Phare de Métis', { status: 'draft', image_url: 'https://exemple.test/phare.jpg' });
const zoo = tour('Zoo', { status: 'archived' });

/** Answers reads with these tours, and every write as the test sets it. */
function serve(list: ListedTour[], write: typeof backend.answer = () => ({ body: [] })) {
  backend.answer = (request) => {
    if (request.target === 'tags') return { body: [] };
    if (request.method === 'GET') {
      const from = Number(request.query.get('offset') ?? 0);
      const size = Number(request.query.get('limit') ?? 1000);
      return { body: list.slice(from, from + size), count: list.length };
    }
    return write(request);
  };
}

const open = (at = '/admin/tours') => renderScreen(<ToursPage />, { path: '/admin/tours', at });
const row = (title: string) => screen.getByRole('row', { name: new RegExp(title) });
const starButton = (title: string) => screen.getByRole('button', { name: `Coup de cœur\u00a0: ${title}` });
const forgiveConsole = () => vi.mocked(console.error).mockClear();

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the list of tours', () => {
  it('shows picture, title, place, status, star, views and actions', async () => {
    serve([fjord, phare, zoo]);
    open();
    expect(await screen.findByText('3 visites')).toBeVisible();
    expect(row('Fjord')).toHaveTextContent(/Saguenay.*Publié.*4\s218/);
    expect(row('Phare')).toHaveTextContent('Brouillon');
    expect(row('Zoo')).toHaveTextContent('Archivé');
    expect(starButton('Fjord')).toHaveAttribute('aria-pressed', 'true');
    expect(row('Phare').querySelector('img')).toHaveAttribute('loading', 'lazy');
    expect(screen.getByRole('link', { name: 'Modifier Zoo' })).toHaveAttribute(
      'href',
      '/admin/tours/id-Zoo/edit',
    );
    const previews = screen.getAllByRole('link', { name: /sur le site/ });
    expect(previews.map((link) => link.getAttribute('href'))).toEqual(['/realisations/slug-Fjord']);
    expect(previews[0]).toHaveTextContent('Voir');
    expect(screen.getByRole('link', { name: 'Nouvelle visite' })).toHaveAttribute('href', '/admin/tours/new');
  });

  it('waits with a skeleton, and offers the first tour when there is none', async () => {
    serve([]);
    open();
    expect(screen.getByRole('status')).toHaveTextContent('Chargement…');
    expect(await screen.findByText('Aucune visite trouvée')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Effacer les filtres' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Nouvelle visite' })).toBeVisible();
  });

  it('says that it could not be loaded, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les visites');
    forgiveConsole();
    serve([fjord]);
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('1 visite')).toBeVisible();
  });

  it('finds by title or place from the address, and clears', async () => {
    serve([fjord, phare, zoo]);
    open('/admin/tours?q=metis');
    expect(await screen.findByText('1 résultat')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('metis');
    await userEvent.type(screen.getByRole('searchbox'), ' introuvable');
    expect(await screen.findByText('Aucune visite trouvée')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(await screen.findByText('3 visites')).toBeVisible();
  });
});

describe('a list past what one answer carries', () => {
  it('shows the newest at once, then finds among all of them', async () => {
    serve(Array.from({ length: 1201 }, (_, index) => tour(`Visite ${index + 1}`)));
    open('/admin/tours?q=visite+1201');
    expect(await screen.findByText('1 résultat')).toBeVisible();
    expect(row('Visite 1201')).toBeInTheDocument();
    expect(backend.sent('GET', 'virtual_tours').map(({ query }) => query.get('limit'))).toEqual([
      '40',
      '1000',
      '1000',
    ]);
  });

  it('is not called empty before all of it was read', async () => {
    let answerAll = () => {};
    const list = Array.from({ length: 150 }, (_, index) => tour(`Visite ${index + 1}`));
    serve(list);
    const serving = backend.answer;
    backend.answer = async (request) => {
      if (request.query.get('limit') === '1000') await new Promise<void>((done) => (answerAll = done));
      return serving(request);
    };
    open('/admin/tours?q=visite+150');
    expect(await screen.findByText('150 visites')).toBeVisible();
    expect(screen.queryByText('Aucune visite trouvée')).not.toBeInTheDocument();
    answerAll();
    expect(await screen.findByText('1 résultat')).toBeVisible();
  });
});

describe('the star', () => {
  it('turns at once, and back when the server refuses', async () => {
    let refuse = () => {};
    serve([phare], () => new Promise((resolve) => (refuse = () => resolve({ status: 403, body: {} }))));
    open();
    await userEvent.click(await screen.findByRole('button', { name: /Coup de cœur\s: Phare/ }));
    expect(starButton('Phare de Métis')).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(backend.sent('PATCH', 'virtual_tours')).toHaveLength(1));
    refuse();
    expect(await screen.findByText('Impossible de modifier la visite')).toBeVisible();
    expect(starButton('Phare de Métis')).toHaveAttribute('aria-pressed', 'false');
    forgiveConsole();
  });

  it('sends nothing but the star', async () => {
    serve([phare], () => ({ body: { id: phare.id } }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: /Coup de cœur\s: Phare/ }));
    await waitFor(() => expect(backend.sent('PATCH', 'virtual_tours')).toHaveLength(1));
    const [sent] = backend.sent('PATCH', 'virtual_tours');
    expect(sent?.body).toEqual({ is_featured: true });
    expect(sent?.query.get('id')).toBe(`eq.${phare.id}`);
  });
});

describe('deleting', () => {
  it('asks, goes to the trash, and comes back by « Annuler »; its picture stays', async () => {
    serve([phare], ({ target }) =>
      target === 'rpc/restore_from_trash' ? { body: { restored: 1, refused: [] } } : { body: 1 },
    );
    open();
    expect(await removeByButton('Supprimer Phare de Métis')).toMatch(
      /La visite «\sPhare de Métis\s» ira à la corbeille\..*annuler aussitôt.*30\sjours/,
    );
    const toast = (await screen.findAllByText('Visite supprimée')).at(-1)?.closest('li') as HTMLElement;
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(backend.sent('POST', 'rpc/move_to_trash').map(({ body }) => body)).toEqual([
      { kind: 'virtual_tours', ids: [phare.id] },
    ]);
    expect(backend.sent('POST', 'rpc/unused_tour_images')).toEqual([]);
    await userEvent.click(within(toast).getByRole('button', { name: 'Annuler' }));
    expect(await screen.findByText('Suppression annulée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/restore_from_trash')[0]?.body).toEqual({ ids: [phare.id] });
  });

  it('is not done by « Annuler » in the question', async () => {
    serve([phare], () => ({ body: 1 }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer Phare de Métis' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmer la suppression' });
    await userEvent.click(within(question).getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(backend.sent('POST', 'rpc/move_to_trash')).toEqual([]);
  });

  it('asks before one chosen tour is deleted too', async () => {
    serve([phare], () => ({ body: 1 }));
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Sélectionner Phare de Métis' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }, { timeout: 10_000 }));
    expect(await screen.findByRole('alertdialog', { name: /^Supprimer 1\svisite\?$/ })).toBeVisible();
    expect(backend.sent('POST', 'rpc/move_to_trash')).toEqual([]);
  });

  it('says why it cannot come back, in the words of the database', async () => {
    const message =
      '« Phare de Métis » ne peut pas revenir : le slug « phare » est maintenant celui de la visite « Autre ».';
    serve([phare], ({ target }) =>
      target === 'rpc/restore_from_trash' ? { status: 400, body: { code: 'P0001', message } } : { body: 1 },
    );
    open();
    await removeByButton('Supprimer Phare de Métis');
    const toast = (await screen.findAllByText('Visite supprimée')).at(-1)?.closest('li') as HTMLElement;
    await userEvent.click(within(toast).getByRole('button', { name: 'Annuler' }));
    expect(await screen.findByText(message)).toBeVisible();
    forgiveConsole();
  });

  it('says so when it fails', async () => {
    serve([phare], offline);
    open();
    await removeByButton('Supprimer Phare de Métis');
    expect(await screen.findByText('Impossible de supprimer la visite')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(row('Phare')).toBeVisible();
    forgiveConsole();
  });
});

describe('many at once', () => {
  const chooseAll = async () => {
    await userEvent.click(
      (await screen.findAllByRole('checkbox', { name: 'Tout sélectionner' }))[0] as HTMLElement,
    );
    // The script of these actions loads lazily, which takes seconds on a busy machine.
    await screen.findByRole('region', { name: 'Actions sur la sélection' }, { timeout: 10_000 });
  };

  it('asks before more than ten are archived, with their number', { tags: ['proof'] }, async () => {
    serve(Array.from({ length: 11 }, (_, index) => tour(`Visite ${index + 1}`)));
    open();
    await chooseAll();
    await userEvent.click(screen.getByRole('button', { name: 'Archiver' }));
    const question = await screen.findByRole('alertdialog', { name: /^Archiver 11\svisites\?$/ });
    expect(backend.sent('POST', 'rpc/set_tours_status')).toEqual([]);
    expect(question).toHaveTextContent(/quittent le site.*ne s’ouvrent plus à leur adresse/);
    await userEvent.click(within(question).getByRole('button', { name: /^Archiver 11\svisites$/ }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/set_tours_status')).toHaveLength(1));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks before more than ten are deleted, and says what goes along', async () => {
    serve(Array.from({ length: 11 }, (_, index) => tour(`Visite ${index + 1}`)));
    open();
    await chooseAll();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
    const question = await screen.findByRole('alertdialog', { name: /^Supprimer 11\svisites\?$/ });
    expect(question).toHaveTextContent(/à la corbeille avec leurs images.*30\sjours/);
    expect(backend.sent('POST', 'rpc/move_to_trash')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: /^Supprimer 11\svisites$/ }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/move_to_trash')).toHaveLength(1));
  });

  /** Archives both tours with one press, then presses « Annuler »; `untouched` of them did not change meanwhile. */
  async function archiveAndUndo(untouched: number) {
    serve([fjord, phare], ({ target }) => ({ body: target === 'rpc/undo_status' ? untouched : [] }));
    open();
    await chooseAll();
    await userEvent.click(screen.getByRole('button', { name: 'Archiver' }));
    const toast = (await screen.findByText(/^2 visites archivées/)).closest('li') as HTMLElement;
    await userEvent.click(within(toast).getByRole('button', { name: 'Annuler' }));
  }

  it.each([
    [0, '2 statuts ont été changés ailleurs depuis, et restent ainsi.'],
    [1, '1 statut a été changé ailleurs depuis, et reste ainsi.'],
  ])(
    'says no success of what somebody changed before « Annuler » (%i of 2 taken back)',
    async (untouched, toastText) => {
      await archiveAndUndo(untouched);
      expect(await screen.findByText(toastText)).toBeVisible();
      expect(screen.queryByText('Changement annulé')).toBeNull();
    },
  );

  it('gives each tour the status it had when « Annuler » is pressed', async () => {
    await archiveAndUndo(2);
    expect(await screen.findByText('Changement annulé')).toBeVisible();
    const changed = [fjord, phare].filter(({ status }) => status !== 'archived');
    expect(backend.sent('POST', 'rpc/undo_status').map(({ body }) => body)).toEqual([
      {
        kind: 'virtual_tours',
        given: 'archived',
        before: changed.map(({ id, status }) => ({ id, status })),
      },
    ]);
  });

  it('publishes, archives and deletes those chosen among the ones shown', async () => {
    serve([fjord, phare, zoo]);
    open();
    await screen.findByText('3 visites');
    await chooseAll();
    expect(screen.getByText('3 visites sélectionnées')).toBeVisible();
    // Rows hidden by a filter are not affected.
    await userEvent.click(screen.getByRole('button', { name: /^Filtrer/ }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Statut' }), 'Brouillon');
    expect(await screen.findByText('1 visite sélectionnée')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Publier' }));
    expect(await screen.findByText('Visite publiée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/set_tours_status')[0]?.body).toEqual({
      ids: [phare.id],
      status: 'published',
    });

    await userEvent.click(
      screen.getByRole('button', { name: 'Retirer «\u00a0Statut\u00a0: Brouillon\u00a0»' }),
    );
    await chooseAll();
    await userEvent.click(screen.getByRole('button', { name: 'Archiver' }));
    expect(await screen.findByText('3 visites archivées')).toBeVisible();

    await chooseAll();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(await screen.findByText('3 visites supprimées')).toBeVisible();
    expect(backend.sent('POST', 'rpc/move_to_trash')).toHaveLength(1);
  });
});
