import { fireEvent, screen, within } from '@testing-library/react';
import { type BackendAnswer, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';

const { PanoramaTourPage } = await import('./panorama-tour-page');

const tourId = 'e0000000-0000-4000-8000-000000000009';
const scene = (id: string, name: string, change: Partial<DraftScene> = {}): DraftScene => ({
  id,
  name,
  alt: `Vue de ${name}`,
  heading: 0,
  links: [],
  points: [],
  blurs: [],
  view: { yaw: 0, pitch: 0, zoom: 30 },
  picture: { folder: `${tourId}/${id}`, width: 2048, baseWidth: 1536, levels: [], bytes: 1 },
  ...change,
});
const two: DraftTour = { scenes: [scene('a', 'Entrée'), scene('b', 'Pavillon')] };

type Saved = { tour_id: string; document: DraftTour; read_at?: string };
type Stored = { document?: DraftTour; published?: DraftTour };

/** Answers with a tour that has this draft and this published version, and the calls of functions as asked. */
function serve(
  { document = two, published }: Stored,
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
const saved = () => backend.sent('POST', 'rpc/save_panorama_tour_draft').map(({ body }) => body as Saved);
const name = () => screen.findByLabelText(/Nom de la scène/);
const type = async (text: string) => fireEvent.change(await name(), { target: { value: text } });
const press = (label: string | RegExp) => fireEvent.click(screen.getByRole('button', { name: label }));
const picture = () => screen.getByRole('application', { name: /Panorama de/ });

beforeEach(() => {
  backend.reset();
  localStorage.clear();
  signInAsAdmin();
});

describe('the screen that makes a tour', () => {
  it('places a link both ways and a point by keys, takes them back, and saves over what it read', async () => {
    serve({});
    open();
    await name();
    for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) fireEvent.keyDown(picture(), { key });
    expect(await screen.findByRole('button', { name: 'Lien vers Pavillon' })).toBeVisible();
    press('Annuler la dernière modification (Ctrl+Z)');
    expect(screen.queryByRole('button', { name: 'Lien vers Pavillon' })).toBeNull();
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true, shiftKey: true });
    expect(await screen.findByRole('button', { name: 'Lien vers Pavillon' })).toBeVisible();
    press('Enregistrer');
    expect(await screen.findByText('Tout est enregistré')).toBeInTheDocument();
    expect(saved()[0]).toMatchObject({ tour_id: tourId, read_at: 'v1' });
    expect(saved()[0]?.document.scenes.map(({ links }) => links)).toMatchObject([
      [{ to: 'b', yaw: 5, pitch: 5 }],
      [{ to: 'a', yaw: -175, pitch: 5 }],
    ]);
  });

  it('moves a mark by dragging it or by keys, as one step to take back, and opens nothing meanwhile', async () => {
    serve({});
    open();
    await name();
    for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) fireEvent.keyDown(picture(), { key });
    const link = await screen.findByRole('button', { name: 'Lien vers Pavillon' });
    const frame = picture().parentElement as HTMLElement;
    // A page without layout.
    frame.getBoundingClientRect = () => new DOMRect(0, 0, 720, 360);
    Object.defineProperty(link, 'offsetParent', { value: frame });
    fireEvent.pointerDown(link, { button: 0, clientX: 370, clientY: 170 });
    fireEvent.pointerMove(link, { clientX: 410, clientY: 150 });
    expect(link).toHaveStyle({ left: `${((25 + 180) / 360) * 100}%` });
    fireEvent.pointerUp(link);
    fireEvent.click(link);
    fireEvent.keyDown(link, { key: 'ArrowLeft', shiftKey: true });
    expect(screen.getByRole('heading', { level: 2, name: 'Entrée' })).toBeVisible();
    press('Enregistrer');
    expect(await screen.findByText('Tout est enregistré')).toBeInTheDocument();
    expect(saved()[0]?.document.scenes[0]?.links).toMatchObject([{ to: 'b', yaw: 24, pitch: 15 }]);
    press('Annuler la dernière modification (Ctrl+Z)');
    expect(link).toHaveStyle({ left: `${((5 + 180) / 360) * 100}%` });
  });

  it('takes back what was done last, a blur too, says what it was, and goes to where it shows', async () => {
    serve({});
    open();
    await name();
    fireEvent.click(screen.getByRole('button', { name: /^Pavillon/ }));
    fireEvent.change(screen.getByLabelText(/Ce que montre le panorama/), { target: { value: 'Le toit' } });
    fireEvent.click(screen.getByRole('button', { name: /^Entrée/ }));
    press('Flou');
    fireEvent.keyDown(picture(), { key: 'Enter' });
    expect(await screen.findByRole('button', { name: 'Flou 1' })).toBeVisible();
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(screen.queryByRole('button', { name: 'Flou 1' })).toBeNull();
    expect(screen.getByText(/^Annulé\s: ajout d’un flou$/)).toBeVisible();
    // In a text field the browser undoes its own input.
    fireEvent.keyDown(await name(), { key: 'z', ctrlKey: true });
    expect(screen.getByText(/^Annulé\s: ajout d’un flou$/)).toBeVisible();
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(screen.getByText(/^Annulé\s: description de la scène \(scène «\sPavillon\s»\)$/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Pavillon' })).toBeVisible();
    fireEvent.keyDown(window, { key: 'y', ctrlKey: true });
    expect(screen.getByLabelText(/Ce que montre le panorama/)).toHaveValue('Le toit');
    expect(screen.getByText(/^Rétabli\s: description de la scène$/)).toBeVisible();
  });

  it('keeps a point in the draft, and saves nothing yet', async () => {
    serve({});
    open();
    await name();
    press('Point');
    fireEvent.keyDown(picture(), { key: 'Enter' });
    const dialog = await screen.findByRole('dialog', { name: 'Point d’information' });
    fireEvent.change(within(dialog).getByLabelText(/Titre/), { target: { value: 'Clocher' } });
    fireEvent.change(within(dialog).getByLabelText(/Page web/), { target: { value: 'javascript:alert(1)' } });
    press('Garder le point');
    expect(await within(dialog).findByText('Une adresse https:// est requise')).toBeVisible();
    fireEvent.change(within(dialog).getByLabelText(/Page web/), {
      target: { value: 'exemple.test/clocher' },
    });
    press('Garder le point');
    expect(await screen.findByRole('button', { name: /^Point\s: Clocher/ })).toBeVisible();
    expect(saved()).toEqual([]);
  });

  it('moves and removes scenes; « Annuler » brings one back where it was, with its links', async () => {
    const link = { id: 'l', to: 'b', yaw: 1, pitch: 1 };
    serve({ document: { scenes: [scene('a', 'Entrée', { links: [link] }), scene('b', 'Pavillon')] } });
    open();
    await name();
    press('Descendre Entrée');
    const rows = () => within(screen.getByRole('list', { name: 'Scènes' })).getAllByRole('listitem');
    expect(rows()[0]).toHaveTextContent('Pavillon');
    press('Retirer Pavillon');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toHaveTextContent('0 lien');
    fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(rows()[0]).toHaveTextContent('Pavillon');
    expect(rows()[1]).toHaveTextContent('1 lien');
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
    expect(saved()[1]).toMatchObject({ read_at: '2026-11-23T01:00:00Z' });
    expect(saved()[1]?.document.scenes.map((one) => one.name)).toEqual(['Porte', 'Pavillon', 'Quai']);
  });

  it('keeps what was typed through a failure and a closed tab', async () => {
    serve({}, offline);
    const { unmount } = open();
    await type('Porte');
    press('Enregistrer');
    expect(await screen.findByRole('alert')).toHaveTextContent('votre travail est conservé');
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
