import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { photo, position } from '@tests/photo-files';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '@/admin/kit/lib/connection';
import { deleteEveryPendingFile } from '@/admin/kit/lib/pending-files';
import { UploadError } from '@/admin/kit/lib/upload';
import { ReadOnlyContext } from '@/shared/lib/read-only';

type Upload = typeof import('../data/panorama-upload').uploadPanorama;

/** Started uploads by folder; the test ends each of them. */
const uploads = new Map<string, { finish: () => void; fail: (error: Error) => void; signal: AbortSignal }>();
const shots: { key: string; yaw: number }[] = [];
let poster: () => Promise<Blob[]>;

vi.mock('../data/panorama-upload', async (original) => ({
  ...(await original<typeof import('../data/panorama-upload')>()),
  uploadPanorama: ((request, { signal }) =>
    new Promise((resolve, reject) => {
      const picture = { folder: request.folder, width: 4096, baseWidth: 1536, levels: [], bytes: 1 };
      uploads.set(request.folder, {
        finish: () => resolve({ picture, original: `${request.folder}/original.jpg`, heading: 90 }),
        fail: reject,
        signal,
      });
    })) as Upload,
}));
vi.mock('../data/render-poster', () => ({
  startPosters: () => ({
    call: ({ key, view }: { key: string; view: { yaw: number } }) => {
      shots.push({ key, yaw: view.yaw });
      return poster();
    },
    stop: () => {},
  }),
}));
vi.mock('@/admin/kit/lib/bucket-upload', () => ({ uploadToBucket: async () => {} }));

const { NewTourPage } = await import('./tour-form-page');

const field = (label: RegExp) => screen.findByLabelText(label);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const saves = () => backend.sent('POST', 'rpc/save_tour').map(({ body }) => body as Record<string, unknown>);
const drafts = () =>
  backend
    .sent('POST', 'rpc/save_panorama_tour_draft')
    .map(
      ({ body }) => body as { tour_id: string; document: { scenes: { name: string; heading: number }[] } },
    );
const rows = () =>
  within(screen.getByRole('list', { name: 'Panoramas en cours d’ajout' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

const gps = position([48, 26, 51.572], [68, 31, 24.802]);
const file = (name: string, facts: Parameters<typeof photo>[0] = {}) =>
  new File([photo(facts)], name, { type: 'image/jpeg' });
const rimouski = {
  ...{ code: '10043', name: 'Rimouski', designation: 'V', mrc_name: 'Rimouski-Neigette', population: 50_000 },
  ...{ region: 'Bas-Saint-Laurent', latitude: 48.4489, longitude: -68.5239, approximate: false },
  search_key: 'rimouski',
};

const open = (at = '/admin/tours/new', state?: object) =>
  renderScreen(<NewTourPage />, { path: '/admin/tours/new', at, state });
const dropFiles = (files: File[], label = 'Déposez vos panoramas') =>
  fireEvent.change(screen.getByLabelText(label), { target: { files } });
/** Ends the running upload. */
const finishNext = async () => {
  const before = uploads.size;
  const [running] = [...uploads.values()].slice(-1);
  running?.finish();
  await waitFor(() => expect(screen.getAllByText('Prêt').length + uploads.size).toBeGreaterThan(before));
};

beforeEach(async () => {
  localStorage.clear();
  await deleteEveryPendingFile();
  uploads.clear();
  shots.length = 0;
  poster = async () => [new Blob(['800']), new Blob(['480'])];
  backend.reset();
  signInAsAdmin();
  backend.answer = ({ target, body }) => {
    if (target === 'rpc/save_tour') return { body: (body as { new_id?: string }).new_id ?? 'elsewhere' };
    if (target === 'municipalities') return { body: [rimouski] };
    return { body: [] };
  };
});

describe('the two ways to begin a tour', () => {
  it('goes on to the form with the files, in the order of their names, and says it in the address', async () => {
    const { address } = open();
    dropFiles([file('quai-10.jpg'), file('quai-2.jpg')]);
    expect(await field(/^Titre/)).toBeVisible();
    expect(address()).toMatch(/^\/admin\/tours\/new\?panoramas=[0-9a-f-]{36}$/);
    await waitFor(() =>
      expect(rows()).toEqual([expect.stringMatching(/^Quai 2/), expect.stringMatching(/^Quai 10/)]),
    );
    expect(screen.getByRole('heading', { name: 'Panoramas' })).toHaveFocus();
  });

  it('takes files that are dropped beside the drop place, and not what is no file', async () => {
    open();
    const text = { types: ['text/plain'], items: [], files: [] };
    expect(fireEvent.drop(document.body, { dataTransfer: text })).toBe(true);
    const files = { types: ['Files'], items: [], files: [file('quai-1.jpg')] };
    expect(fireEvent.drop(document.body, { dataTransfer: files })).toBe(false);
    expect(await field(/^Titre/)).toBeVisible();
  });

  it('asks for the address of a tour that is elsewhere, and lets it become one of panoramas', async () => {
    const { address } = open();
    await userEvent.click(screen.getByRole('link', { name: 'J’ai déjà une adresse' }));
    expect(address()).toBe('/admin/tours/new?avec=adresse');
    expect(await field(/^URL de la visite/)).toHaveFocus();
    expect(screen.queryByRole('heading', { name: 'Panoramas' })).toBeNull();
    await userEvent.type(await field(/^Titre/), 'Quai');
    await press('Créer la visite');
    expect(await screen.findByText('Indiquez une adresse, ou déposez des panoramas')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Déposez-les ici' }));
    expect(await screen.findByRole('heading', { name: 'Panoramas' })).toBeVisible();
    expect(await field(/^Titre/)).toHaveValue('Quai');
    expect(await field(/^Statut/)).toHaveValue('draft');
  });

  it('offers a reader neither', () => {
    renderScreen(
      <ReadOnlyContext value={true}>
        <NewTourPage />
      </ReadOnlyContext>,
      { path: '/admin/tours/new' },
    );
    expect(screen.getByText(/Votre rôle permet de lire/)).toBeVisible();
    expect(screen.queryByLabelText('Déposez vos panoramas')).toBeNull();
  });
});

describe('what the files say', () => {
  it('is proposed, and said to be', async () => {
    open();
    dropFiles([file('R0010001.jpg', { gps, date: '2025:10:28 14:05:59' }), file('R0010002.jpg', { gps })]);
    await waitFor(async () => expect(await field(/^Lieu/)).toHaveValue('Rimouski, Bas-Saint-Laurent'));
    expect(await field(/^Lieu/)).toHaveAccessibleDescription(/Proposé d’après la position/);
    expect(await field(/^Titre/)).toHaveValue('Visite à 360° de Rimouski');
    expect(screen.getByText(/visite-a-360-de-rimouski$/)).toBeVisible();
    expect(await field(/^Date de captation/)).toHaveValue('28 oct. 2025');
    expect(await field(/^Nombre de panoramas/)).toHaveValue('2');
    expect(await field(/^Statut/)).toHaveValue('draft');
    expect(await screen.findByRole('img', { name: 'Aperçu de la visite' })).toBeVisible();
  });

  it('never replaces what was typed or emptied, and follows the files where it is as proposed', async () => {
    open();
    dropFiles([file('quai-1.jpg'), file('quai-2.jpg')]);
    await waitFor(async () => expect(await field(/^Titre/)).toHaveValue('Quai'));
    await userEvent.clear(await field(/^Titre/));
    await userEvent.clear(await field(/^Nombre de panoramas/));
    await userEvent.type(await field(/^Nombre de panoramas/), '12');
    await userEvent.type(await field(/^Lieu/), 'Le Bic');
    dropFiles([file('quai-3.jpg', { gps, date: '2025:10:28 14:05:59' })], 'Ajouter des panoramas');
    await waitFor(async () => expect(await field(/^Date de captation/)).toHaveValue('28 oct. 2025'));
    expect(await field(/^Titre/)).toHaveValue('');
    expect(await field(/^Nombre de panoramas/)).toHaveValue('12');
    expect(await field(/^Nombre de panoramas/)).not.toHaveAccessibleDescription(/Proposé/);
    expect(await field(/^Lieu/)).toHaveValue('Le Bic');
    await press('Enlever Quai 3');
    await waitFor(async () => expect(await field(/^Date de captation/)).toHaveValue(''));
  });

  it('gives the picture: turned, of another panorama, and never over the person’s own', async () => {
    open();
    dropFiles([file('quai-1.jpg'), file('quai-2.jpg')]);
    const picture = await screen.findByRole('img', { name: 'Aperçu de la visite' });
    const first = picture.getAttribute('src');
    await press('Tourner la vue vers la droite');
    await waitFor(() => expect(shots.at(-1)?.yaw).toBe(30));
    await waitFor(() =>
      expect(screen.getByRole('img', { name: 'Aperçu de la visite' })).not.toHaveAttribute('src', first),
    );
    await userEvent.selectOptions(screen.getByLabelText('Vue d’un panorama'), 'Quai 2');
    await waitFor(() => expect(shots.at(-1)).toMatchObject({ yaw: 0 }));
    expect(new Set(shots.map(({ key }) => key)).size).toBe(2);
    await screen.findByText(/Image proposée/);
    await press('Retirer l’image');
    expect(screen.queryByRole('img', { name: 'Aperçu de la visite' })).toBeNull();
    const count = shots.length;
    dropFiles([file('quai-3.jpg')], 'Ajouter des panoramas');
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(shots).toHaveLength(count);
  });

  it('says that a view could not be made, and tries again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    poster = () => Promise.reject(new Error('no memory'));
    open();
    dropFiles([file('quai-1.jpg')]);
    expect(await screen.findByText('La vue n’a pas pu être préparée.')).toBeVisible();
    poster = async () => [new Blob(['800']), new Blob(['480'])];
    await press('Réessayer');
    expect(await screen.findByRole('img', { name: 'Aperçu de la visite' })).toBeVisible();
  });
});

describe('creating the tour', () => {
  it('saves the record and the scenes that are ready, and goes on to the others in the editor', async () => {
    const view = open();
    dropFiles([file('quai-1.jpg'), file('quai-2.jpg'), file('photo.jpg', { width: 4000, height: 3000 })]);
    await waitFor(async () => expect(await field(/^Titre/)).toHaveValue('Quai'));
    const id = view.address().split('=')[1] ?? '';
    expect(await screen.findByText(/cette image a 4/)).toBeVisible();
    await waitFor(() => expect(uploads.size).toBe(1));
    await finishNext();
    expect(await screen.findByText(/1 panorama sur 2 est prêt\. Remplissez/)).toBeInTheDocument();
    await press('Créer la visite');
    await waitFor(() => expect(view.address()).toBe(`/admin/tours/${id}/visite`));
    expect(saves()).toMatchObject([
      { new_id: id, title: 'Quai', slug: 'quai', url: null, status: 'draft', panorama_count: 2 },
    ]);
    expect(saves()[0]?.image_url).toMatch(/\/tour-images\/.*-800\.jpg$/);
    expect(drafts()).toMatchObject([
      {
        tour_id: id,
        document: {
          scenes: [{ name: 'Quai 1', heading: 90, picture: { folder: expect.stringContaining(id) } }],
        },
      },
    ]);
    const { pendingFilesOf, pendingFilesOfNewTours } = await import('@/admin/kit/lib/pending-files');
    // IndexedDB is updated a moment later.
    await waitFor(async () =>
      expect((await pendingFilesOf(id)).map(([, { name }]) => name)).toEqual(['Quai 2']),
    );
    await waitFor(async () => expect(await pendingFilesOfNewTours()).toEqual([]));
    expect([...uploads.values()].at(-1)?.signal.aborted).toBe(true);
  });

  it('waits for the picture that is being made', async () => {
    let made = (_pictures: Blob[]) => {};
    poster = () =>
      new Promise((resolve) => {
        made = resolve;
      });
    open();
    dropFiles([file('quai-1.jpg')]);
    await waitFor(() => expect(shots).toHaveLength(1));
    await press('Créer la visite');
    expect(saves()).toEqual([]);
    made([new Blob(['800']), new Blob(['480'])]);
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.image_url).toMatch(/-800\.jpg$/);
  });

  it('keeps every file for the editor when the scenes could not be saved', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { answer } = backend;
    backend.answer = (request) =>
      request.target === 'rpc/save_panorama_tour_draft'
        ? { status: 500, body: { message: 'panne' } }
        : answer(request);
    const view = open();
    dropFiles([file('quai-1.jpg')]);
    await waitFor(() => expect(uploads.size).toBe(1));
    await finishNext();
    const id = view.address().split('=')[1] ?? '';
    await press('Créer la visite');
    await waitFor(() => expect(view.address()).toBe(`/admin/tours/${id}/visite`));
    const { pendingFilesOf } = await import('@/admin/kit/lib/pending-files');
    expect(await pendingFilesOf(id)).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  it('resumes by itself the panorama whose network was lost, and the others after it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    let isCut = true;
    const back = vi.spyOn(connection, 'whenBack').mockImplementation(async () => {
      await vi.waitFor(() => expect(isCut).toBe(false));
    });
    open();
    dropFiles([file('quai-1.jpg'), file('quai-2.jpg')]);
    await waitFor(() => expect(uploads.size).toBe(1));
    [...uploads.values()][0]?.fail(new UploadError(0, 'no answer'));
    expect(await screen.findByText(/reprendra de lui-même/)).toBeVisible();
    expect(rows()[1]).toContain('En attente');
    uploads.clear();
    isCut = false;
    for (const count of [1, 2]) {
      await waitFor(() => expect(uploads.size).toBe(count));
      [...uploads.values()].at(-1)?.finish();
    }
    expect(await screen.findAllByText('2 panoramas prêts')).not.toHaveLength(0);
    expect(back).toHaveBeenCalledTimes(1);
    back.mockRestore();
  });

  it('names a session that has ended, and resumes all panoramas at one press', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open();
    dropFiles([file('quai-1.jpg'), file('quai-2.jpg')]);
    for (const count of [1, 2]) {
      await waitFor(() => expect(uploads.size).toBe(count));
      [...uploads.values()].at(-1)?.fail(new UploadError(400, '{"message":"jwt expired"}'));
    }
    await waitFor(() => expect(screen.getAllByText(/Votre session est terminée/)).toHaveLength(2));
    uploads.clear();
    await press('Reprendre les 2 panoramas');
    await waitFor(() => expect(uploads.size).toBe(1));
    expect(screen.queryByText(/Votre session est terminée/)).toBeNull();
  });

  it('brings back a panorama that was removed', { tags: ['proof'] }, async () => {
    open();
    dropFiles([file('quai-1.jpg'), file('quai-2.jpg')]);
    await waitFor(() => expect(rows()).toHaveLength(2));
    await press('Enlever Quai 2');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await press('Annuler');
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('finds what was typed and dropped when the person comes back, and forgets it when they say so', async () => {
    const first = open();
    dropFiles([file('quai-1.jpg')]);
    await waitFor(async () => expect(await field(/^Titre/)).toHaveValue('Quai'));
    await userEvent.type(await field(/^Description/), 'Un quai');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Un quai'));
    const at = first.address();
    first.unmount();

    const second = open();
    expect(
      await screen.findByText(/Une saisie non enregistrée du .* a été retrouvée : « Quai », 1.panorama/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Reprendre la saisie' }));
    expect(await field(/^Description/)).toHaveValue('Un quai');
    expect(second.address()).toBe(at);
    await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Quai 1/)]));
    await userEvent.click(screen.getByRole('link', { name: 'Annuler' }));
    expect(await screen.findByText(/les panoramas déposés seront perdus/)).toBeVisible();
    await press('Quitter sans enregistrer');
    await screen.findByText('Ailleurs');
    second.unmount();

    open();
    await screen.findByLabelText('Déposez vos panoramas');
    expect(screen.queryByText(/a été retrouvée/)).toBeNull();
  });

  it('begins another tour where the address is of one that is not known here', async () => {
    const old = 'd0000000-0000-4000-8000-0000000000aa';
    const { address } = open(`/admin/tours/new?panoramas=${old}`);
    expect(await field(/^Titre/)).toBeVisible();
    expect(address()).toMatch(/panoramas=/);
    expect(address()).not.toContain(old);
  });
});
