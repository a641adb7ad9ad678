import { QueryObserver } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderScreen } from '@tests/fake-backend';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

const { connection } = await import('@/admin/kit/lib/connection');
const { OfflineBanner, OfflineGate } = await import('./offline');

const ID = 'e0000000-0000-4000-8000-000000000001';

/** Cuts or restores the connection, as requests to the API report it. */
const network = (isThere: boolean) =>
  act(async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      if (!isThere) throw new TypeError('Failed to fetch');
      return new Response();
    });
    await connection.check();
  });

function Typed() {
  const [text, setText] = useState('');
  return <input aria-label="Texte" value={text} onChange={(event) => setText(event.target.value)} />;
}
const Page = () => (
  <>
    <OfflineBanner />
    <OfflineGate>
      <Typed />
    </OfflineGate>
  </>
);
const open = (at: string) => renderScreen(<Page />, { path: '/admin/*', at });
const field = () => screen.queryByLabelText('Texte');
const refusal = () => screen.queryByRole('heading', { name: 'Cette page demande une connexion' });

afterEach(async () => {
  await network(true);
  vi.restoreAllMocks();
});

it('leaves a screen that is open, with what was typed, when the connection falls and when it comes back', async () => {
  await network(true);
  open('/admin/campaigns/new');
  await userEvent.type(screen.getByLabelText('Texte'), 'Bonjour');
  await network(false);
  expect(screen.getByRole('status')).toHaveTextContent(/^Hors ligneRien ne peut être enregistré/);
  expect(field()).toHaveValue('Bonjour');
  await network(true);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(field()).toHaveValue('Bonjour');
});

it('says that a screen come to without a connection needs one, and shows it later', async () => {
  await network(false);
  const { go } = open('/admin/tours');
  expect(refusal()).toBeVisible();
  await go(`/admin/trip-plans/${ID}/feuille`);
  expect(field()).toBeVisible();
  await go('/admin/tours');
  expect(refusal()).toBeVisible();
  await network(true);
  expect(field()).toBeVisible();
});

it.each([
  [`/admin/trip-plans/${ID}/feuille`, true],
  ['/admin/trip-plans/x/feuille', false],
  ['/admin/trip-plans', false],
  [`/admin/trip-plans/${ID}`, false],
  [`/admin/contacts/${ID}`, false],
  ['/admin', false],
])('without a connection, %s opens: %s', async (at, isOpen) => {
  await network(false);
  open(at);
  expect(field() !== null).toBe(isOpen);
});

it('names the day and hour at which the sheet that is shown was read', async () => {
  await network(false);
  const { client } = open(`/admin/trip-plans/${ID}/feuille`);
  const queryKey = ['trip-plans', 'sheet', ID];
  client.setQueryData(queryKey, {}, { updatedAt: Date.parse('2026-11-21T22:32:00Z') });
  const observer = new QueryObserver(client, { queryKey, staleTime: Number.POSITIVE_INFINITY });
  act(() => void observer.subscribe(() => {}));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Hors ligne : données du 21 novembre à 17 h 32'),
  );
});
