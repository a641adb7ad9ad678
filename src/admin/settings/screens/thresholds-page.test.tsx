import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { ThresholdsPage } = await import('./thresholds-page');

const row = {
  id: 't1',
  kind: 'invitation',
  applies_from: '2018-01-01',
  applies_until: null,
  checked_on: '2018-01-01',
  amount_cents: 2_500_000,
  source: 'Code municipal, art. 936',
};
let rows: unknown[] = [];

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  rows = [row];
  backend.answer = ({ method }) => ({ body: method === 'GET' ? rows : [{ id: 't1' }] });
});

const posted = () => backend.sent('POST', 'contract_thresholds').map(({ body }) => body);

it('an empty table begins with what is known, each with its source', async () => {
  rows = [];
  renderScreen(<ThresholdsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter les seuils connus' }));
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).toMatchObject([
    { kind: 'invitation', amount_cents: 2_500_000 },
    { kind: 'appel_public', amount_cents: 12_120_000, applies_until: '2023-12-31' },
    { kind: 'appel_public', amount_cents: 13_380_000, applies_until: '2025-12-31' },
    {
      ...{
        kind: 'appel_public',
        amount_cents: 13_900_000,
        applies_from: '2026-01-01',
        applies_until: '2027-12-31',
      },
      source: expect.stringMatching(/^À confirmer.*par renvoi aux accords/),
    },
  ]);
});

it('a threshold is added with its date and source, and one that is deleted comes back', async () => {
  renderScreen(<ThresholdsPage />);
  const table = within(await screen.findByRole('table', { name: 'Seuils de contrats' }));
  expect(table.getByText('Code municipal, art. 936')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Nouveau seuil' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau seuil' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await dialog.findByText(/^Indiquez un montant/)).toBeVisible();
  await userEvent.click(dialog.getByLabelText(/^À partir de/));
  await userEvent.paste('139 000');
  await userEvent.click(dialog.getByLabelText(/^Source/));
  await userEvent.paste('Avis du MAMH');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posted()).toMatchObject([
    [{ kind: 'appel_public', amount_cents: 13_900_000, source: 'Avis du MAMH' }],
  ]);
  await userEvent.click(table.getByRole('button', { name: /^Supprimer Au moins deux invitations/ }));
  expect(await screen.findByText('Seuil supprimé')).toBeVisible();
  await userEvent.click((await screen.findAllByRole('button', { name: 'Annuler' }))[0] as HTMLElement);
  await waitFor(() => expect(posted()).toHaveLength(2));
  const { id: _id, ...values } = row;
  expect(posted()[1]).toEqual([values]);
});

it('what another person changed of a threshold meanwhile is kept, and the rest of the form with it', async () => {
  const stored = { ...row, updated_at: '2026-11-20T15:00:00Z' };
  const theirs = { ...stored, source: 'Avis du MAMH', updated_at: '2026-11-21T15:00:00Z' };
  rows = [stored];
  backend.answer = ({ method, query, body }) => {
    if (method === 'GET') return { body: query.has('id') ? theirs : rows };
    const isCurrent = query.get('updated_at') === `eq.${theirs.updated_at}`;
    return { body: isCurrent ? { ...theirs, ...(body as object) } : null };
  };
  renderScreen(<ThresholdsPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Modifier Au moins deux/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le seuil' }));
  await userEvent.clear(dialog.getByLabelText(/^À partir de/));
  await userEvent.type(dialog.getByLabelText(/^À partir de/), '30 000');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = backend.sent('PATCH', 'contract_thresholds').map(({ body }) => body);
  expect(sent.at(-1)).toMatchObject({ amount_cents: 3_000_000, source: 'Avis du MAMH' });
  expect(await screen.findByText(/Gardé aussi de l’autre version.*Source/)).toBeVisible();
});

it('an amount that is out of date is told, until somebody has read it again at its source', async () => {
  renderScreen(<ThresholdsPage />);
  expect(await screen.findByText(/n’est plus montré au public depuis le 1er.janvier 2020/)).toBeVisible();
  backend.answer = ({ method, body }) => {
    if (method === 'PATCH') rows = [{ ...row, ...(body as object) }];
    return { body: method === 'GET' ? rows : [{ id: 't1' }] };
  };
  await userEvent.click(screen.getByRole('button', { name: /^Toujours en vigueur/ }));
  await waitFor(() => expect(screen.queryByText(/n’est plus montré/)).toBeNull());
});
