import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { timeLeft } from './trash-texts';

const { TrashPage } = await import('./trash-page');
const { TrashLine } = await import('../parts/trash-line');
const { moveToTrash } = await import('../data/move-to-trash');
const { createQueryClient } = await import('@/shared/lib/query-client');

const deletion = moveToTrash<{ id: string }>({
  kind: 'contacts',
  successText: ({ length }) => `${length} supprimés`,
  errorMessage: 'Impossible de supprimer',
  invalidates: [],
});

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY + 60_000).toISOString();
const trashItem = (id: string, kind: string, label: string, change: object = {}) => ({
  id,
  kind,
  label,
  parts: {},
  deleted_at: daysAgo(1),
  deleted_by: 'luc@exemple.test',
  ...change,
});
const trip = trashItem('t', 'trip_plans', 'Percé, 2026-12-01', {
  parts: { suggested_prospects: 12, trip_plan_tags: 2 },
});
const personItem = trashItem('c', 'contacts', 'Anne Roy (Hôtel du Cap)', {
  deleted_at: daysAgo(25),
  deleted_by: null,
});

let items: ReturnType<typeof trashItem>[];

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  items = [trip, personItem];
  backend.answer = ({ target, body, query }) => {
    if (target === 'trash') {
      const from = Number(query.get('offset') ?? 0);
      return { body: items.slice(from, from + Number(query.get('limit'))), count: items.length };
    }
    const { ids = [] } = (body ?? {}) as { ids?: string[] };
    items = items.filter(({ id }) => !ids.includes(id));
    if (target === 'rpc/restore_from_trash') return { body: { restored: ids.length, refused: [] } };
    return { body: [] };
  };
});

const open = () => renderScreen(<TrashPage />, { path: '/admin/corbeille' });
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => (row.textContent ?? '').replace(/\s/g, ' '));

describe('the trash', () => {
  it('says what it holds, with what came along, who deleted it and until when', async () => {
    open();
    expect(await screen.findByText(/^2\séléments$/)).toBeVisible();
    const [first, second] = rows();
    expect(first).toMatch(/Percé, 2026-12-01.*Déplacement.*12 prospects.*luc@exemple\.test.*dans 30 jours/);
    expect(second).toMatch(/Anne Roy.*Contact.*un compte disparu.*dans 6 jours/);
  });

  it('shows one type, and what was searched for', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Filtrer/ }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Contact');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Rechercher dans la corbeille' }), 'zzz');
    expect(await screen.findByText('Rien de tel dans la corbeille')).toBeVisible();
  });

  it('opens, from the end of a list, on what was deleted from that list', async () => {
    renderScreen(<TrashLine kind="contacts" />);
    const at = (await screen.findByRole('link', { name: 'Corbeille' })).getAttribute('href') ?? '';
    cleanup();
    renderScreen(<TrashPage />, { path: '/admin/corbeille', at });
    expect(await screen.findByRole('button', { name: /^Restaurer Anne Roy/ })).toBeVisible();
    expect(rows()).toHaveLength(1);
  });

  it('restores one, or those chosen', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Restaurer Percé, 2026-12-01' }));
    expect(await screen.findByText('Élément restauré')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restaurer Percé, 2026-12-01' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Anne Roy (Hôtel du Cap)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Restaurer la sélection' }));
    expect(await screen.findByText('La corbeille est vide')).toBeVisible();
    expect(backend.sent('POST', 'rpc/restore_from_trash').map(({ body }) => body)).toEqual([
      { ids: ['t'] },
      { ids: ['c'] },
    ]);
  });

  it('says which could not come back', async () => {
    const refused = ['« Anne Roy » ne peut pas revenir : l’adresse est prise.'];
    const { answer } = backend;
    backend.answer = (request) =>
      request.target === 'rpc/restore_from_trash' ? { body: { restored: 1, refused } } : answer(request);
    open();
    await userEvent.click(
      (await screen.findAllByRole('checkbox', { name: 'Tout sélectionner' }))[0] as HTMLElement,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Restaurer la sélection' }));
    expect(await screen.findByText(refused[0] as string)).toBeVisible();
    expect(await screen.findByText('Tout n’a pas été restauré')).toBeVisible();
  });

  it('destroys only what was confirmed, named', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Vider la corbeille' }));
    const question = await screen.findByRole('alertdialog', {
      name: /^Supprimer définitivement 2\séléments\?$/,
    });
    expect(
      within(question)
        .getAllByRole('listitem')
        .map((line) => (line.textContent ?? '').replace(/\s/g, ' ')),
    ).toEqual(['Percé, 2026-12-01 (12 prospects)', 'Anne Roy (Hôtel du Cap)']);
    await userEvent.click(within(question).getByRole('button', { name: 'Annuler' }));
    expect(backend.sent('POST', 'rpc/delete_from_trash')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer définitivement Percé, 2026-12-01' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer définitivement' }));
    expect(await screen.findByText('Suppression définitive effectuée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/delete_from_trash').map(({ body }) => body)).toEqual([{ ids: ['t'] }]);
    expect(rows()).toHaveLength(1);
  });

  it('of thousands · is read from its first rows on, and emptied some hundreds at a time', async () => {
    items = Array.from({ length: 1_250 }, (_, index) =>
      trashItem(`i${index}`, 'contacts', `Personne ${index}`),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Vider la corbeille' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer définitivement' }));
    expect(await screen.findByText('La corbeille est vide')).toBeVisible();
    const pages = backend.sent('GET', 'trash').map(({ query }) => query.get('limit'));
    expect(pages.slice(0, 3)).toEqual(['40', '1000', '1000']);
    const sizes = backend
      .sent('POST', 'rpc/delete_from_trash')
      .map(({ body }) => (body as { ids: string[] }).ids.length);
    expect(sizes).toEqual([500, 500, 250]);
  });

  it('moves what it can when the network goes on the way, and says how much stayed', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => ({ id: `r${index}` }));
    let calls = 0;
    backend.answer = () => (++calls === 2 ? offline() : { body: 500 });
    renderScreen(<span>Écran</span>, { path: '/admin/corbeille' });
    const client = createQueryClient();
    await client.getMutationCache().build(client, deletion).execute(rows);
    expect(await screen.findByText(/^200\séléments n’ont pas été supprimés/)).toBeVisible();
    expect(await screen.findByText('500 supprimés')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/restore_from_trash')).toHaveLength(1));
    expect(backend.sent('POST', 'rpc/restore_from_trash')[0]?.body).toEqual({
      ids: rows.slice(0, 500).map(({ id }) => id),
    });
  });

  it('says that it could not be read, and tries again when asked', async () => {
    const { answer } = backend;
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    open();
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
    vi.mocked(console.error).mockClear();
    backend.answer = answer;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('button', { name: /^Restaurer Anne Roy/ })).toBeVisible();
  });
});

it('counts the days that are left', () => {
  const now = new Date('2026-12-01T12:00:00Z');
  const textOf = (deleted: string) => timeLeft(deleted, now).replace(/\s/g, ' ');
  expect(textOf('2026-12-01T12:00:00Z')).toBe('dans 30 jours');
  expect(textOf('2026-11-03T11:00:00Z')).toBe('dans 2 jours');
  expect(textOf('2026-11-01T13:00:00Z')).toBe('dans moins d’un jour');
});
