import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { tour } from '@tests/tour-rows';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Options = Parameters<typeof import('@/site/ui/panorama-engine').createPanorama>[0];

/** The engine needs a real browser (end-to-end tests); this one only reports when it is ready or destroyed. */
const engine = { calls: [] as Options[], destroyed: 0, listening: [] as boolean[] };
vi.mock('@/site/ui/panorama-engine', () => ({
  createPanorama: (options: Options) => {
    engine.calls.push(options);
    return {
      listenToKeys: (listen: boolean) => engine.listening.push(listen),
      zoom: () => {},
      destroy: () => {
        engine.destroyed += 1;
      },
    };
  },
}));

const { TourPreview } = await import('./tour-preview');

const phare = tour('Phare', { panorama_url: '/images/panoramas/phare.jpg' });
const counted = () => backend.requests.map(({ target, body }) => [target, body]);

beforeEach(() => {
  backend.serve({});
  Object.assign(engine, { calls: [], destroyed: 0, listening: [] });
  // jsdom has neither modal dialogs nor WebGL.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
});
afterEach(() => vi.restoreAllMocks());

const show = (change: Partial<typeof phare> = {}) => {
  renderAt('/', <TourPreview tour={{ ...phare, ...change }} titleId="titre" className="" />);
  return screen.queryByRole('button', { name: 'Aperçu 360°' });
};

describe('the 360° preview', () => {
  it.each([null, '', '//ailleurs.example/a.jpg', 'javascript:alert(1)'])(
    'is not offered for a panorama at %j',
    (panorama_url) => {
      expect(show({ panorama_url })).toBeNull();
    },
  );

  it('opens in a dialog named after the tour, is counted, and is destroyed when closed', async () => {
    await userEvent.click(show() as HTMLElement);
    expect(counted()).toEqual([['rpc/count_tour_view', { tour_id: 'Phare' }]]);
    expect(await screen.findByRole('dialog', { name: /^Aperçu 360°.*Phare$/ })).toBeVisible();
    expect(screen.getByText('Chargement du panorama…')).toBeVisible();
    await waitFor(() => expect(engine.calls).toHaveLength(1));
    expect(engine.calls[0]).toMatchObject({ src: '/images/panoramas/phare.jpg', wheel: true });

    engine.calls[0]?.onReady();
    await waitFor(() => expect(screen.queryByText('Chargement du panorama…')).toBeNull());
    expect(screen.getByRole('application')).toHaveFocus();
    expect(engine.listening).toEqual([true]);
    for (const name of ['Agrandir', 'Réduire']) expect(screen.getByRole('button', { name })).toBeVisible();
    await userEvent.tab();
    expect(engine.listening).toEqual([true, false]);

    await userEvent.click(screen.getByRole('button', { name: 'Fermer l’aperçu' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(engine.destroyed).toBe(1);
  });

  it('shows an error without loading anything in a browser without WebGL', async () => {
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    await userEvent.click(show() as HTMLElement);
    expect(await screen.findByText(/L’aperçu 360° n’a pas pu s’ouvrir/)).toBeVisible();
    expect(engine.calls).toEqual([]);
  });

  it('shows an error when the picture cannot be read', async () => {
    await userEvent.click(show() as HTMLElement);
    await waitFor(() => expect(engine.calls).toHaveLength(1));
    engine.calls[0]?.onFailure();
    expect(await screen.findByText(/L’aperçu 360° n’a pas pu s’ouvrir/)).toBeVisible();
    expect(engine.destroyed).toBe(1);
  });
});
