import { screen } from '@testing-library/react';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';

const { BackupsPage } = await import('./backups-page');

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const copy = (change: object = {}) => ({
  ...{ id: '1', made_at: daysAgo(2), row_count: 9_412, file_count: 61 },
  ...{ proven_at: daysAgo(1), differences: 0, seconds: 12, ...change },
});

let stored: object[];
beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  stored = [];
  backend.answer = ({ target }) => (target === 'backups' ? { body: stored } : { body: [] });
});
const open = () => renderScreen(<BackupsPage />, { path: '/admin/parametres/copies' });

it('a copy that was proven · its content, and what was found', async () => {
  stored = [copy()];
  open();
  expect(await screen.findByText('Récente')).toBeVisible();
  expect(screen.getByText('Prouvée')).toBeVisible();
  expect(screen.getByText(/9\s412\slignes et 61\sfichiers\./)).toBeVisible();
  expect(screen.getByText(/9\s412\slignes comparées, aucune différence, en 12\ssecondes\./)).toBeVisible();
});

it('none · says what to do', async () => {
  open();
  expect(await screen.findByText(/^Aucune copie n’est notée\. Demandez-en une/)).toBeVisible();
  expect(screen.getByText(/^Aucune copie n’a été remise en place ailleurs\. Demandez-le/)).toBeVisible();
});

it('older than 90 days · says so, and differences come before age', async () => {
  stored = [copy({ made_at: daysAgo(92), proven_at: daysAgo(91) })];
  const { unmount } = open();
  expect(await screen.findAllByText('Plus de 90 jours')).toHaveLength(2);
  unmount();
  stored = [copy({ made_at: daysAgo(89), proven_at: daysAgo(91), differences: 3 })];
  open();
  expect(await screen.findByText('Différences trouvées')).toBeVisible();
  expect(screen.queryByText('Plus de 90 jours')).toBeNull();
  expect(screen.getByText(/, 3\sdifférences, en/)).toBeVisible();
});

it('the data service is down · says so, and offers to try again', async () => {
  backend.answer = ({ target }) => (target === 'backups' ? { status: 503, body: {} } : { body: [] });
  open();
  expect(await screen.findByText('Impossible de charger les copies')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(console.error).toHaveBeenCalledWith('Impossible de charger les copies', expect.anything());
  vi.mocked(console.error).mockClear();
});
