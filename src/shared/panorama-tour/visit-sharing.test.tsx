import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Scene } from './panorama-tour';
import { ShareButton } from './visit-sharing';

const [quai, place] = panoramaTour.scenes as [Scene, Scene];
const SITE = 'http://localhost:5173';
const onShared = vi.fn();

beforeEach(() => {
  onShared.mockReset();
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
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'share');
  window.history.replaceState(null, '', '/');
});

/** Renders the share button of a tour at a view of a scene. */
function show(scene: Scene, hash = '') {
  window.history.replaceState(null, '', `/visite/port/${scene.id}${hash}`);
  const place = { slug: 'port', scene: scene.id };
  const visit = { slug: 'port', title: 'Le port', tour: panoramaTour, scene, place };
  render(<ShareButton visit={visit} onMessage={onShared} />);
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Partager' }));
const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('offers the view that one sees, its scene, the tour and its page, and gives the focus back', async () => {
  show(place, '#vue=90,5,40');
  await press();
  expect(await screen.findByLabelText('Adresse')).toHaveValue(`${SITE}/visite/port/place#vue=90,5,40`);
  expect(labels()).toEqual([
    'Cette vue',
    'La scène «\u00a0La place\u00a0»',
    'La visite, dès sa première scène',
    'La page de la visite',
  ]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Partager' }), 'La page de la visite');
  expect(screen.getByLabelText('Adresse')).toHaveValue(`${SITE}/realisations/port`);
  await userEvent.click(screen.getByRole('button', { name: 'Fermer le partage' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a scene that nobody has turned needs no direction', async () => {
  show(quai, '#vue=0,0,45');
  await press();
  expect(await screen.findByLabelText('Adresse')).toHaveValue(`${SITE}/visite/port/quai`);
  expect(labels()).not.toContain('Cette vue');
});

it('says that the link is copied, or that it could not be', async () => {
  const user = userEvent.setup();
  show(quai);
  await user.click(screen.getByRole('button', { name: 'Partager' }));
  await user.click(await screen.findByRole('button', { name: 'Copier le lien' }));
  expect(await screen.findByText('Le lien est copié.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${SITE}/visite/port/quai`);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Copier le lien' }));
  expect(await screen.findByText(/sélectionnez le texte/)).toBeVisible();
});

it('a telephone shares with its own sheet; where that is refused, the panel comes', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const share = vi.fn(async () => {});
  Object.assign(navigator, { share });
  show(place, '#vue=90,5,40');
  await press();
  expect(share).toHaveBeenCalledWith({
    title: 'La place · Le port',
    url: `${SITE}/visite/port/place#vue=90,5,40`,
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await press();
  expect(screen.queryByRole('dialog')).toBeNull();
  share.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await press();
  expect(await screen.findByRole('dialog')).toBeVisible();
});
