import { fireEvent, screen, within } from '@testing-library/react';
import { draftScene } from '@tests/draft-scenes';
import { type BackendAnswer, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';

const { PanoramaTourPage } = await import('./panorama-tour-page');

const tourId = 'e0000000-0000-4000-8000-000000000009';
const scene = (id: string, name: string, change: Partial<DraftScene> = {}) => {
  const plain = draftScene(id);
  const picture = { ...plain.picture, folder: `${tourId}/${id}` };
  return { ...plain, name, alt: `Vue de ${name}`, picture, ...change };
};
const twoScenes: DraftTour = { scenes: [scene('a', 'Entrée'), scene('b', 'Pavillon')] };

type Saved = { tour_id: string; document: DraftTour; read_at?: string };
type StoredTour = { document?: DraftTour; published?: DraftTour };

/** Serves a tour with a draft and a published version; `calls` answers function calls. */
function serve(
  { document = twoScenes, published }: StoredTour,
  call: (name: string, body: unknown) => BackendAnswer = () => ({ body: 'v2' }),
) {
  backend.answer = ({ target, body }) => {
    if (['publications', 'rpc/gone_tours', 'rpc/unused_panorama_files'].includes(target)) return { body: [] };
    if (target.startsWith('rpc/')) return call(target.slice(4), body);
    return {
      body: {
        id: tourId,
        title: 'Parc',
        slug: 'parc',
        status: 'published',
        url: null,
        updated_at: '2024-11-20T11:00:00Z',
        panorama_tour_drafts: { document, updated_at: 'v1' },
        panorama_tours: published ? { document: published, published_at: '2025-11-20T17:00:00Z' } : null,
      },
    };
  };
}

const open = () =>
  renderScreen(<PanoramaTourPage />, {
    path: '/admin/tours/:id/visite',
    at: `/admin/tours/${tourId}/visite`,
  });
const savedDrafts = () =>
  backend.sent('POST', 'rpc/save_panorama_tour_draft').map(({ body }) => body as Saved);
const name = () => screen.findByLabelText(/Nom de la scène/);
const type = async (text: string) => fireEvent.change(await name(), { target: { value: text } });
const press = (label: string | RegExp) => fireEvent.click(screen.getByRole('button', { name: label }));
const picture = () => screen.getByRole('application', { name: /Panorama de/ });
/** Finds a mark over the panorama. */
const mark = (label: string) => within(picture()).findByRole('button', { name: label });
const marks = () =>
  within(picture())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

beforeEach(() => {
  // With reduced motion the view turns at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  backend.reset();
  localStorage.clear();
  signInAsAdmin();
});

describe('the screen that makes a tour', () => {
  it('places a link both ways where one looks, by keys, takes it back, and saves over what it read', async () => {
    serve({});
    open();
    await name();
    press('Lien');
    for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) fireEvent.keyDown(picture(), { key });
    expect(await mark('Lien vers Pavillon')).toHaveAttribute('aria-pressed', 'true');
    press('Annuler la dernière modification (Ctrl+Z)');
    expect(marks()).not.toContain('Lien vers Pavillon');
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true, shiftKey: true });
    await mark('Lien vers Pavillon');
    press('Enregistrer');
    expect(await screen.findByText('Tout est enregistré')).toBeInTheDocument();
    expect(savedDrafts()[0]).toMatchObject({ tour_id: tourId, read_at: 'v1' });
    // One step is an eighth of the field of view, which is 75.5° at the scene's zoom.
    expect(savedDrafts()[0]?.document.scenes.map(({ links }) => links)).toMatchObject([
      [{ to: 'b', yaw: 9.44, pitch: 9.44 }],
      [{ to: 'a', yaw: -170.56, pitch: 9.44 }],
    ]);
  });

  it('moves a mark by dragging it or by keys, as one step to take back, and opens nothing meanwhile', async () => {
    const point = { id: 'p', yaw: 0, pitch: 0, title: 'Clocher' };
    serve({ document: { scenes: [scene('a', 'Entrée', { points: [point] })] } });
    open();
    await name();
    const clocher = await mark('Point\u00a0: Clocher');
    const before = clocher.style.left;
    fireEvent.pointerDown(clocher, { button: 0, pointerId: 1, clientX: 480, clientY: 270 });
    fireEvent.pointerMove(clocher, { pointerId: 1, clientX: 580, clientY: 270 });
    expect(Number.parseFloat(clocher.style.left)).toBeCloseTo(580, 1);
    fireEvent.pointerUp(clocher, { pointerId: 1, button: 0, clientX: 580, clientY: 270 });
    fireEvent.click(clocher);
    expect(clocher).toHaveAttribute('aria-pressed', 'false');
    fireEvent.keyDown(clocher, { key: 'ArrowLeft', shiftKey: true });
    press('Enregistrer');
    expect(await screen.findByText('Tout est enregistré')).toBeInTheDocument();
    const [moved] = savedDrafts()[0]?.document.scenes[0]?.points ?? [];
    // 100 of 540 px in a view of 75.5° are 16°, less the hit area of the mark.
    expect(moved).toMatchObject({ yaw: 15.7, pitch: 0 });
    press('Annuler la dernière modification (Ctrl+Z)');
    press('Annuler la dernière modification (Ctrl+Z)');
    expect(clocher.style.left).toBe(before);
  });

  it('draws an ellipse of blur where it is dragged, sizes it by keys, and looks around meanwhile', async () => {
    serve({ document: { scenes: [scene('a', 'Entrée', { original: 'x' })] } });
    open();
    await name();
    press('Flou');
    const drag = (button: number) => {
      fireEvent.pointerDown(picture(), { button, pointerId: 1, clientX: 460, clientY: 250 });
      fireEvent.pointerMove(picture(), { pointerId: 1, clientX: 500, clientY: 290 });
      fireEvent.pointerUp(picture(), { button, pointerId: 1, clientX: 500, clientY: 290 });
    };
    drag(2);
    expect(marks()).not.toContain('Flou 1, à appliquer');
    fireEvent.keyDown(picture(), { key: 'ArrowLeft', shiftKey: true });
    drag(0);
    const blur = await mark('Flou 1, à appliquer');
    const panel = await screen.findByRole('region', { name: 'Flou 1' });
    const width = () =>
      Number((within(panel).getByLabelText(/Largeur/) as HTMLInputElement).value.replace(',', '.'));
    const drawn = width();
    // 40 of 540 px in a view of 75.5°.
    expect(drawn).toBeGreaterThan(6);
    expect(drawn).toBeLessThan(7);
    fireEvent.keyDown(blur, { key: 'ArrowRight', shiftKey: true });
    expect(width()).toBeCloseTo(drawn * 1.1, 1);
    fireEvent.keyDown(blur, { key: 'Delete' });
    expect(marks()).not.toContain('Flou 1, à appliquer');
    expect(picture()).toHaveFocus();
  });

  it('takes back what was done last, a blur too, says what it was, and goes to where it shows', async () => {
    serve({
      document: { scenes: [scene('a', 'Entrée', { original: 'x' }), scene('b', 'Pavillon')] },
    });
    open();
    await name();
    fireEvent.click(screen.getByRole('button', { name: /^Pavillon/ }));
    fireEvent.change(screen.getByLabelText(/Ce que montre le panorama/), { target: { value: 'Le toit' } });
    fireEvent.click(screen.getByRole('button', { name: /^Entrée/ }));
    press('Flou');
    fireEvent.keyDown(picture(), { key: 'Enter' });
    await mark('Flou 1, à appliquer');
    expect(screen.getByText(/^Floutage à appliquer\s: «\sEntrée\s»$/)).toBeVisible();
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(marks()).not.toContain('Flou 1, à appliquer');
    expect(screen.getByText(/^Annulé\s: ajout d’un flou$/)).toBeVisible();
    // In a text field the browser's own undo applies.
    fireEvent.keyDown(await name(), { key: 'z', ctrlKey: true });
    expect(screen.getByText(/^Annulé\s: ajout d’un flou$/)).toBeVisible();
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(screen.getByText(/^Annulé\s: description de la scène \(scène «\sPavillon\s»\)$/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Pavillon' })).toBeInTheDocument();
    fireEvent.keyDown(window, { key: 'y', ctrlKey: true });
    expect(screen.getByLabelText(/Ce que montre le panorama/)).toHaveValue('Le toit');
    expect(screen.getByText(/^Rétabli\s: description de la scène$/)).toBeVisible();
  });

  it('writes a point where it was placed, keeps a web address only once it is one, and saves nothing yet', async () => {
    serve({});
    open();
    await name();
    press('Point');
    fireEvent.keyDown(picture(), { key: 'Enter' });
    const panel = await screen.findByRole('region', { name: 'Point d’information' });
    const title = within(panel).getByLabelText(/Titre/);
    expect(title).toHaveFocus();
    fireEvent.change(title, { target: { value: 'Clocher' } });
    const address = within(panel).getByLabelText(/Page web/);
    fireEvent.change(address, { target: { value: 'javascript:alert(1)' } });
    fireEvent.blur(address);
    expect(await within(panel).findByText('Une adresse https:// est requise')).toBeVisible();
    expect(address).toHaveValue('javascript:alert(1)');
    // What is no address yet is still there when the point is opened again.
    fireEvent.click(within(panel).getByRole('button', { name: 'Fermer le panneau' }));
    fireEvent.click(await mark('Point\u00a0: Clocher'));
    const again = await screen.findByLabelText(/Page web/);
    expect(again).toHaveValue('javascript:alert(1)');
    expect(again).toHaveAccessibleDescription('Une adresse https:// est requise');
    fireEvent.change(again, { target: { value: 'exemple.test/clocher' } });
    fireEvent.blur(again);
    expect(again).toHaveValue('https://exemple.test/clocher');
    const pdf = new File(['%PDF-1.7'], 'feuillet.mp3');
    const opened = within(screen.getByRole('region', { name: 'Point d’information' }));
    fireEvent.change(opened.getByLabelText(/Ajouter un son/), { target: { files: [pdf] } });
    expect(await opened.findByText(/Ce fichier n’est pas un MP3/)).toBeVisible();
    await mark('Point\u00a0: Clocher');
    fireEvent.keyDown(opened.getByLabelText(/Titre/), { key: 'Escape' });
    expect(picture()).toHaveFocus();
    expect(savedDrafts()).toEqual([]);
  });

  it('levels a scene: tried by eye or typed, taken back, applied so that its marks show the same; cut before it is stored', async () => {
    const point = { id: 'p', yaw: 20, pitch: 0, title: 'Clocher' };
    serve({ document: { scenes: [scene('a', 'Entrée', { points: [point] })] } });
    open();
    await name();
    const clocher = await mark('Point\u00a0: Clocher');
    const before = clocher.style.cssText;
    fireEvent.keyDown(picture(), { key: 'h' });
    const panel = () => screen.findByRole('region', { name: 'Niveler la scène' });
    const field = async (label: RegExp) => within(await panel()).getByRole('textbox', { name: label });
    const apply = async () => within(await panel()).getByRole('button', { name: 'Appliquer' });
    expect(await apply()).toBeDisabled();
    fireEvent.change(await field(/^Roulis/), { target: { value: 'dix' } });
    expect(await panel()).toHaveTextContent('Écrivez un nombre de −45 à 45, par exemple 2,5.');
    expect(await apply()).toBeDisabled();
    fireEvent.change(within(await panel()).getByRole('slider', { name: /^Tangage/ }), {
      target: { value: '-2.5' },
    });
    expect(await field(/^Tangage/)).toHaveValue('-2,5');
    expect(await field(/^Roulis/)).toHaveValue('dix');
    fireEvent.change(await field(/^Roulis/), { target: { value: '−10,5' } });
    expect(clocher.style.cssText).not.toBe(before);
    // Escape leaves no change behind.
    fireEvent.keyDown(await field(/^Roulis/), { key: 'Escape' });
    expect(picture()).toHaveFocus();
    expect(clocher.style.cssText).toBe(before);
    press('Niveler');
    fireEvent.change(await field(/^Roulis/), { target: { value: '10' } });
    fireEvent.keyDown(await field(/^Roulis/), { key: 'Enter' });
    expect(screen.queryByRole('region', { name: 'Niveler la scène' })).not.toBeInTheDocument();
    // The tiles cannot be read here: the stored levelling stays, and the panel still has the wanted one.
    expect(await screen.findByText(/^Le nivellement de «\sEntrée\s» s’est arrêté/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Publier' })).toBeDisabled();
    expect(screen.getByText('Tout est enregistré')).toBeInTheDocument();
    press('Niveler');
    expect(await field(/^Roulis/)).toHaveValue('10');
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(screen.getByText(/^Annulé\s: nivellement de la scène$/)).toBeVisible();
    expect(savedDrafts()).toEqual([]);
  });

  it('levels a scene by points of the horizon, placed, moved and removed by keys like every mark', async () => {
    serve({});
    open();
    await name();
    fireEvent.keyDown(picture(), { key: 'h' });
    const panel = await screen.findByRole('region', { name: 'Niveler la scène' });
    const roll = () => within(panel).getByRole('textbox', { name: /^Roulis/ });
    expect(panel).toHaveTextContent('Pressez deux points de l’horizon');
    // Enter places a mark in the middle of the view: first ahead at the horizon, then lower and to the right.
    fireEvent.keyDown(picture(), { key: 'Enter' });
    expect(panel).toHaveTextContent('Pressez un autre point de l’horizon');
    expect(roll()).toHaveValue('0');
    for (let press = 0; press < 10; press++) fireEvent.keyDown(picture(), { key: 'ArrowRight' });
    fireEvent.keyDown(picture(), { key: 'ArrowDown' });
    fireEvent.keyDown(picture(), { key: 'Enter' });
    expect(panel).toHaveTextContent('Nivelé sur 2 points de l’horizon');
    expect(Number((roll() as HTMLInputElement).value.replace(',', '.'))).toBeLessThan(-5);
    const second = await mark('Point 2 de l’horizon');
    const before = (roll() as HTMLInputElement).value;
    fireEvent.keyDown(second, { key: 'ArrowDown' });
    expect(roll()).not.toHaveValue(before);
    expect(within(panel).getByRole('button', { name: 'Appliquer' })).toBeEnabled();
    fireEvent.keyDown(second, { key: 'Delete' });
    expect(panel).toHaveTextContent('Pressez un autre point de l’horizon');
    fireEvent.click(within(panel).getByRole('button', { name: 'Retirer les points' }));
    expect(marks()).not.toContain('Point 1 de l’horizon');
    // The tool stays in its scene.
    fireEvent.click(screen.getByRole('button', { name: /^Pavillon/ }));
    expect(screen.queryByRole('region', { name: 'Niveler la scène' })).not.toBeInTheDocument();
    expect(savedDrafts()).toEqual([]);
  });

  it('offers to level as the camera noted, and says what it cannot', async () => {
    const wide = scene('a', 'Entrée').picture;
    serve({
      document: {
        scenes: [
          scene('a', 'Entrée', { original: `${tourId}/a/original.jpg`, picture: { ...wide, width: 16_384 } }),
        ],
      },
    });
    const answer = backend.answer;
    const xmp = '<x:xmpmeta GPano:PoseRollDegrees="1.24" GPano:PosePitchDegrees="-0.4"/></x:xmpmeta>';
    backend.answer = (request) =>
      request.method === 'POST' && request.target.includes('/object/sign/')
        ? { body: { signedURL: '/object/sign/photo?token=jeton' } }
        : request.target.endsWith('/object/sign/photo')
          ? { text: xmp }
          : answer(request);
    open();
    await name();
    press('Niveler');
    const panel = await screen.findByRole('region', { name: 'Niveler la scène' });
    fireEvent.click(await within(panel).findByRole('button', { name: /roulis 1,2\s°, tangage −0,4\s°/ }));
    expect(within(panel).getByRole('textbox', { name: /^Roulis/ })).toHaveValue('1,2');
    expect(within(panel).getByRole('button', { name: 'Appliquer' })).toBeEnabled();
    fireEvent.change(within(panel).getByRole('textbox', { name: /^Roulis/ }), { target: { value: '30' } });
    expect(panel).toHaveTextContent(/trop grand pour être redressé d’autant ici/);
    expect(within(panel).getByRole('button', { name: 'Appliquer' })).toBeDisabled();
  });

  it('moves and removes scenes; « Annuler » brings one back where it was, with its links', async () => {
    const link = { id: 'l', to: 'b', yaw: 1, pitch: 1 };
    serve({ document: { scenes: [scene('a', 'Entrée', { links: [link] }), scene('b', 'Pavillon')] } });
    open();
    await name();
    press('Déplacer Entrée après');
    const rows = () => within(screen.getByRole('list', { name: 'Scènes' })).getAllByRole('listitem');
    expect(rows()[0]).toHaveTextContent('Pavillon');
    fireEvent.click(screen.getByRole('button', { name: /^Pavillon/ }));
    press('Retirer Pavillon');
    expect(rows()).toHaveLength(1);
    expect(marks()).not.toContain('Lien vers Pavillon');
    fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(rows()[0]).toHaveTextContent('Pavillon');
    fireEvent.click(screen.getByRole('button', { name: /^Entrée/ }));
    await mark('Lien vers Pavillon');
  });

  it('unites what another tab saved, and asks only where both changed the same', async () => {
    const theirs = { scenes: [scene('a', 'Accueil'), scene('b', 'Pavillon'), scene('c', 'Quai')] };
    let isConflicting = true;
    serve({}, () => {
      if (!isConflicting) return { body: 'v3' };
      isConflicting = false;
      const details = JSON.stringify({ document: theirs, updated_at: '2026-11-23T01:00:00Z' });
      return { status: 409, body: { code: 'PT409', message: 'modifiée', details } };
    });
    open();
    await type('Porte');
    press('Enregistrer');
    const dialog = await screen.findByRole('dialog', { name: 'Deux versions à réunir' });
    expect(dialog).toHaveTextContent(/Porte\s*:\s*nom/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer ce choix' }));
    expect(await screen.findByText('Tout est enregistré')).toBeInTheDocument();
    expect(savedDrafts()[1]).toMatchObject({ read_at: '2026-11-23T01:00:00Z' });
    expect(savedDrafts()[1]?.document.scenes.map((one) => one.name)).toEqual(['Porte', 'Pavillon', 'Quai']);
  });

  it('keeps what was typed through a failure and a closed tab', async () => {
    serve({}, offline);
    const { unmount } = open();
    await type('Porte');
    press('Enregistrer');
    expect(await screen.findByRole('alert')).toHaveTextContent('Votre travail est conservé');
    vi.mocked(console.error).mockClear();
    await vi.waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Porte'));
    unmount();
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Le reprendre' }));
    expect(await name()).toHaveValue('Porte');
  });

  it('says what lacks before it can be published, then saves and publishes', async () => {
    serve({ document: { scenes: [scene('a', '', { alt: '' })] } }, (call) => ({
      body: call === 'publish_tour' ? 1 : 'v2',
    }));
    open();
    expect(await screen.findByText(/donnez-lui un nom/)).toBeVisible();
    const button = screen.getByRole('button', { name: 'Publier' });
    expect(button).toBeDisabled();
    fireEvent.change(await name(), { target: { value: 'La porte' } });
    fireEvent.click(button);
    expect(await screen.findByText('Visite publiée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/publish_tour')[0]?.body).toEqual({
      tour_id: tourId,
      read_at: 'v2',
    });
  });

  it('says whether visitors have what is edited', async () => {
    const { blurs: _blurs, ...published } = scene('a', 'Entrée');
    serve({
      document: { scenes: [scene('a', 'Entrée')] },
      published: { scenes: [published as DraftScene] },
    });
    open();
    expect(await screen.findByText('En ligne · 20 novembre 2025')).toBeVisible();
    await type('Porte');
    expect(await screen.findByText('En ligne, modifications non publiées')).toBeVisible();
  });
});
