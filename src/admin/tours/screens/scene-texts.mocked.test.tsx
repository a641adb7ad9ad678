import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { draftScene } from '@tests/draft-scenes';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftScene } from '../data/panorama-tour.schema';

// jsdom cannot decode pictures.
vi.mock('../data/small-picture', () => ({ smallPicture: async () => '/9j/AAAA' }));

const { PanoramaTourPage } = await import('./panorama-tour-page');

const tourId = 'e0000000-0000-4000-8000-000000000009';
const scene = (id: string, name: string, change: Partial<DraftScene> = {}) => {
  const plain = draftScene(id);
  const picture = { ...plain.picture, folder: `${tourId}/${id}` };
  return { ...plain, name, picture, ...change };
};
type Sent = { scenes: { id: string }[] };

/** Opens the list of a tour's texts; the fake function answers as given. */
async function openTexts(
  scenes: DraftScene[],
  describeScenes: (body: Sent) => BackendAnswer | Promise<BackendAnswer> = () => ({ status: 404 }),
) {
  backend.answer = ({ target, body }) => {
    if (target === '/functions/v1/describe-scenes') return describeScenes(body as Sent);
    if (target.startsWith('/storage/')) return { text: 'jpeg' };
    if (['publications', 'rpc/gone_tours', 'rpc/unused_panorama_files'].includes(target)) return { body: [] };
    if (target.startsWith('rpc/')) return { body: 'v2' };
    return {
      body: {
        id: tourId,
        title: 'Parc',
        slug: 'parc',
        status: 'published',
        url: null,
        updated_at: '2024-11-20T11:00:00Z',
        panorama_tour_drafts: { document: { scenes }, updated_at: 'v1' },
        panorama_tours: null,
      },
    };
  };
  renderScreen(<PanoramaTourPage />, {
    path: '/admin/tours/:id/visite',
    at: `/admin/tours/${tourId}/visite`,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Textes' }));
  return screen.findByRole('dialog', { name: 'Textes des scènes' });
}

const dialog = () => screen.getByRole('dialog', { name: 'Textes des scènes' });
const row = (legend: string) => within(dialog()).getByRole('group', { name: `Textes de ${legend}` });
const nameOf = (legend: string) => within(row(legend)).getByLabelText(/Nom de la scène/);
const altOf = (legend: string) => within(row(legend)).getByLabelText(/Ce que montre le panorama/);
const press = (name: string | RegExp) => fireEvent.click(within(dialog()).getByRole('button', { name }));
const rows = () => within(dialog()).getAllByRole('group', { name: /^Textes de/ });
const pressPropose = () => press('Proposer les textes à écrire');
const proposals = (body: Sent) => ({
  body: {
    scenes: body.scenes.map(({ id }) => ({ id, name: `Quai ${id}`, alt: `Un quai, vu de ${id}.` })),
  },
});

beforeEach(() => {
  backend.reset();
  localStorage.clear();
  signInAsAdmin();
});

describe('the texts of a tour', () => {
  it('are listed by what is left to do; a scene that is written stays until a filter is pressed', async () => {
    await openTexts([scene('a', 'Entrée'), scene('b', 'Pavillon', { alt: 'Un toit.' }), scene('c', 'IMG 3')]);
    expect(screen.getByRole('button', { name: 'À écrire (2)' })).toHaveAttribute('aria-pressed', 'true');
    expect(rows()).toHaveLength(2);
    expect(altOf('Entrée')).toHaveAccessibleDescription(
      /En attendant, les visiteurs lisent\s: Vue à 360° de «\sEntrée\s»/,
    );
    fireEvent.change(altOf('Entrée'), { target: { value: 'Une porte.' } });
    expect(rows()).toHaveLength(2);
    expect(screen.getByText(/1\sscène a un texte neutre/)).toBeInTheDocument();
    press('À écrire (1)');
    expect(rows()).toHaveLength(1);
    press('Toutes (3)');
    expect(rows()).toHaveLength(3);
  });

  it('are proposed where they are to write only, read one after the other by keys, and saved as read', async () => {
    const answered = vi.fn(proposals);
    await openTexts(
      [scene('a', 'Entrée'), scene('b', 'Pavillon', { alt: 'Un toit.' }), scene('c', 'IMG 3')],
      answered,
    );
    pressPropose();
    expect(await within(dialog()).findByText(/^Textes proposés pour 2\sscènes\./)).toBeVisible();
    expect(answered.mock.calls.map(([{ scenes }]) => scenes.map(({ id }) => id))).toEqual([['a', 'c']]);
    // A person named the first scene.
    expect(nameOf('Entrée')).toHaveValue('Entrée');
    expect(altOf('Entrée')).toHaveValue('Un quai, vu de a.');
    expect(nameOf('Quai c')).toHaveValue('Quai c');
    expect(within(row('Quai c')).getAllByText('proposé')).toHaveLength(2);
    fireEvent.keyDown(altOf('Entrée'), { key: 'Enter', ctrlKey: true });
    expect(within(row('Entrée')).queryByText('proposé')).toBeNull();
    expect(nameOf('Quai c')).toHaveFocus();
    // Typing into a proposed text marks that text as reviewed.
    fireEvent.change(altOf('Quai c'), { target: { value: 'Un quai de bois.' } });
    expect(within(row('Quai c')).getAllByText('proposé')).toHaveLength(1);
    press('Garder ce texte');
    expect(within(dialog()).queryByText('proposé')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Tout est enregistré')).toBeInTheDocument();
    const [saved] = backend.sent('POST', 'rpc/save_panorama_tour_draft');
    expect(saved?.body).toMatchObject({
      document: {
        scenes: [
          { name: 'Entrée', alt: 'Un quai, vu de a.' },
          { name: 'Pavillon', alt: 'Un toit.' },
          { name: 'Quai c', alt: 'Un quai de bois.' },
        ],
      },
    });
    expect(JSON.stringify(saved?.body)).not.toContain('proposedTexts');
  });

  it('are neutral again when a proposal is rejected, and a whole run is one step to take back', {
    tags: ['proof'],
  }, async () => {
    await openTexts([scene('a', 'Entrée'), scene('b', ''), scene('c', ''), scene('d', '')], proposals);
    pressPropose();
    expect(await within(dialog()).findByText(/^Textes proposés pour 4\sscènes\./)).toBeVisible();
    press('Rejeter le nom proposé de Quai b');
    press('Rejeter la description proposée de Scène 2');
    expect(nameOf('Scène 2')).toHaveValue('Scène 2');
    expect(altOf('Scène 2')).toHaveValue('');
    for (let step = 0; step < 3; step++) press('Annuler la dernière modification (Ctrl+Z)');
    expect(within(dialog()).queryByText('proposé')).toBeNull();
    expect(
      within(dialog()).getByRole('button', { name: 'Annuler la dernière modification (Ctrl+Z)' }),
    ).toBeDisabled();
  });

  it('proposed keep the tour from being published until they are read', async () => {
    await openTexts([scene('a', 'Entrée')], proposals);
    pressPropose();
    await within(dialog()).findByText(/^Textes proposés pour 1\sscène\./);
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(await screen.findByText(/relisez les textes proposés/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Publier/ })).toBeDisabled();
  });

  it('do not wait for a press that is stopped, and what is typed meanwhile stays', async () => {
    let answer = () => {};
    await openTexts([scene('a', 'Entrée'), scene('b', ''), scene('c', ''), scene('d', '')], async (body) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return proposals(body);
    });
    pressPropose();
    expect(await within(dialog()).findByRole('progressbar', { name: 'Textes demandés' })).toBeVisible();
    await waitFor(() => expect(backend.sent('POST', '/functions/v1/describe-scenes')).toHaveLength(1));
    fireEvent.change(altOf('Entrée'), { target: { value: 'À moi.' } });
    answer();
    expect(await within(dialog()).findByText('3 sur 4')).toBeVisible();
    expect(altOf('Entrée')).toHaveValue('À moi.');
    press('Arrêter');
    answer();
    expect(await within(dialog()).findByText(/^Arrêté\. Textes proposés pour 3\sscènes/)).toBeVisible();
    expect(altOf('Quai c')).toHaveValue('Un quai, vu de c.');
  });

  it.each([
    ['setting_missing', 'La rédaction automatique n’est pas activée.', 'à définir, LLM_MODEL'],
    ['llm_blind', 'Le modèle configuré ne voit pas les images.', 'choisissez LLM_VISION_MODEL'],
  ])('say quietly that no model writes them: %s', async (code, sentence, details) => {
    await openTexts([scene('a', 'Entrée')], () => ({
      status: 503,
      body: { code, error: `${sentence} Détails techniques\u00a0: ${details}` },
    }));
    pressPropose();
    const status = (await within(dialog()).findByText(sentence)).closest('[role=status]');
    expect(status).toBeVisible();
    expect(within(dialog()).getByText(details)).not.toBeVisible();
    expect(within(dialog()).queryByRole('alert')).toBeNull();
    expect(altOf('Entrée')).toHaveValue('');
  });

  it('say what failed, and lose nothing', async () => {
    await openTexts([scene('a', 'Entrée')], () => ({
      status: 429,
      body: { code: 'too_many_calls', error: 'Patientez.' },
    }));
    fireEvent.change(nameOf('Entrée'), { target: { value: 'Porte' } });
    pressPropose();
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent('Patientez.');
    expect(nameOf('Porte')).toHaveValue('Porte');
  });
});
