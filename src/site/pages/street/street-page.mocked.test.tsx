import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { spheres } from '@tests/fake-sphere';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PublicPair, PublicStreet } from '@/site/data/streets';

vi.mock('@/shared/sphere/sphere', () => import('@tests/fake-sphere'));

const { StreetPage } = await import('./street-page');

const picture = (path: string, day: string, lat: number, heading: number) => ({
  ...{ path, day, lat, lon: -68.5, heading },
});
const pairOf = (index: number): PublicPair => ({
  ...{ id: `${index}0000000-0000-4000-8000-000000000000`, turn: 2, sequence: 1, number: index },
  before: picture(`a/${index}.jpg`, '2025-10-28', 48 + index / 10_000, 320),
  after: picture(`b/${index}.jpg`, '2026-04-20', 48 + index / 10_000, 316),
});

let street: PublicStreet | null;

beforeEach(() => {
  backend.reset();
  spheres.reset();
  street = {
    ...{ name: 'Rue des Érables', city: 'Rimouski', region: null },
    ...{ captured_on: '2026-04-20', compared_on: '2025-10-28', pairs: [1, 2, 3].map(pairOf) },
  };
  backend.answer = ({ target }) => ({ body: target === 'rpc/published_street' ? street : [] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

const open = (at: string) => {
  window.history.replaceState(null, '', at);
  return renderAt(
    at,
    <Routes>
      <Route path="/street-view/:slug" element={<StreetPage />} />
      <Route path="/street-view/:slug/:place" element={<StreetPage />} />
    </Routes>,
  );
};
const untilDrawn = () => waitFor(() => expect(spheres.shown).not.toEqual([]));
const address = () => window.location.pathname + window.location.search;

it('is driven by buttons and keys, and the address follows to where one looks', async () => {
  open('/street-view/rue');
  await untilDrawn();
  expect(screen.getByRole('heading', { level: 1, name: 'Rue des Érables' })).toBeVisible();
  expect(spheres.headings).toEqual([320, 318]);
  expect(address()).toBe('/street-view/rue');
  expect(screen.getByRole('button', { name: 'Reculer d’un lieu' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Avancer d’un lieu' }));
  await waitFor(() => expect(address()).toBe('/street-view/rue/20000000?cap=320'));
  screen.getByRole('application').focus();
  await userEvent.keyboard('n');
  await waitFor(() => expect(spheres.asked().at(-1)?.[0]).toContain('/survey-public/a/3.jpg'));
  expect(screen.getByRole('button', { name: 'Avancer d’un lieu' })).toBeDisabled();
  await userEvent.keyboard('{PageDown}');
  await waitFor(() => expect(address()).toBe('/street-view/rue/20000000?cap=320'));
});

it('opens at the place and in the direction of a shared link, under its own title', async () => {
  open('/street-view/rue/30000000?cap=90');
  await untilDrawn();
  expect(spheres.asked()[0]?.[1]).toContain('/survey-public/b/3.jpg');
  expect(spheres.view().yaw).toBe(90);
  expect(document.title).toMatch(/^Rue des Érables, lieu 3\u00a0: avant et après/);
  const meta = (name: string) =>
    document.head.querySelector(`meta[property="${name}"]`)?.getAttribute('content');
  expect(meta('og:image')).toMatch(/\/images\/share\/street-view\/rue\/30000000\.jpg$/);
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(
    /\/street-view\/rue$/,
  );
});

it('lists the places as links, and shares the present one', async () => {
  open('/street-view/rue/20000000');
  await untilDrawn();
  await userEvent.click(screen.getByText('Liste des lieux de cette rue'));
  expect(screen.getByRole('link', { name: 'Lieu 3' })).toHaveAttribute('href', '/street-view/rue/30000000');
  expect(screen.getByRole('link', { name: 'Lieu 2' })).toHaveAttribute('aria-current', 'page');
  HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
    this.open = true;
  };
  await userEvent.click(screen.getByRole('button', { name: 'Partager ce lieu' }));
  expect(await screen.findByLabelText('Adresse')).toHaveValue(
    'http://localhost:5173/street-view/rue/20000000?cap=320',
  );
});

it('is no page once it was withdrawn', async () => {
  street = null;
  open('/street-view/rue');
  expect(await screen.findByRole('heading', { name: /Page not found/ })).toBeVisible();
});

it('can be read again after a failure', async () => {
  const { answer } = backend;
  backend.answer = () => ({ status: 400, body: { message: 'no' } });
  open('/street-view/rue');
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  backend.answer = answer;
  await userEvent.click(retry);
  await untilDrawn();
});
