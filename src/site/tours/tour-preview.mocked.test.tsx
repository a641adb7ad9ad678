import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { spheres } from '@tests/fake-sphere';
import { tour } from '@tests/tour-rows';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('@/shared/sphere/sphere', () => import('@tests/fake-sphere'));

const { TourPreview } = await import('./tour-preview');

const phare = tour('Phare', { panorama_url: '/images/panoramas/phare.jpg' });
const countCalls = () => backend.requests.map(({ target, body }) => [target, body]);

beforeEach(() => {
  backend.serve({});
  spheres.reset('less');
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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
    let arrive = () => {};
    spheres.wait = new Promise((done) => {
      arrive = done;
    });
    await userEvent.click(show() as HTMLElement);
    expect(countCalls()).toEqual([['rpc/count_tour_view', { tour_id: 'Phare' }]]);
    expect(await screen.findByRole('dialog', { name: /^Aperçu 360°.*Phare$/ })).toBeVisible();
    expect(screen.getByText('Chargement du panorama…')).toBeVisible();
    await waitFor(() => expect(spheres.asked()).toEqual([['/images/panoramas/phare.jpg']]));

    arrive();
    await waitFor(() => expect(screen.queryByText('Chargement du panorama…')).toBeNull());
    const picture = screen.getByRole('application');
    expect(picture).toHaveFocus();
    const cap = () => screen.getByTestId('cap').textContent;
    expect(cap()).toBe('0°');
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(cap()).not.toBe('0°'));
    for (const name of ['Agrandir', 'Réduire']) expect(screen.getByRole('button', { name })).toBeVisible();
    await userEvent.tab();
    expect(picture).not.toHaveFocus();
    const before = cap();
    await userEvent.keyboard('{ArrowRight}');
    expect(cap()).toBe(before);

    await userEvent.click(screen.getByRole('button', { name: 'Fermer l’aperçu' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(spheres.destroyed).toBe(1);
  });

  it('says for a while that a picture which the browser took back is drawn again', async () => {
    await userEvent.click(show() as HTMLElement);
    await screen.findByTestId('cap');
    vi.useFakeTimers();
    act(() => spheres.made.at(-1)?.onLost?.());
    expect(screen.getByText(/repris la mémoire de l’image/)).toBeVisible();
    act(() => vi.advanceTimersByTime(10_000));
    expect(screen.queryByText(/repris la mémoire de l’image/)).toBeNull();
  });

  it('shows an error without loading anything in a browser without WebGL', async () => {
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    await userEvent.click(show() as HTMLElement);
    expect(await screen.findByText(/L’aperçu 360° n’a pas pu s’ouvrir/)).toBeVisible();
    expect(spheres.shown).toEqual([]);
  });

  it('shows an error when the picture cannot be read', async () => {
    spheres.fails = true;
    await userEvent.click(show() as HTMLElement);
    expect(await screen.findByText(/L’aperçu 360° n’a pas pu s’ouvrir/)).toBeVisible();
    await waitFor(() => expect(spheres.destroyed).toBe(1));
  });
});
