import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ADMIN_ID,
  type BackendAnswer,
  backend,
  offline,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '@/admin/kit/data/query-keys';

const { NextActionCard } = await import('./next-action-card');

const action = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  kind: null,
  due_on: '2026-11-27',
  due_time: null,
  owner: null,
  done_at: null,
  contact_id: 'c1',
  quote_request_id: null,
  trip_plan_id: null,
  ...more,
});

let rows: object[];
let refusal: BackendAnswer | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z'), toFake: ['Date'] });
  backend.reset();
  signInAsAdmin();
  rows = [];
  refusal = undefined;
  backend.answer = ({ method, target }) => {
    if (target === 'rpc/action_owners')
      return {
        body: [
          { id: ADMIN_ID, email: 'admin@exemple.test' },
          { id: 'b', email: 'bea@exemple.test' },
        ],
      };
    if (target === 'next_actions') return { body: rows };
    return method === 'POST' ? (refusal ?? { body: true }) : { body: [] };
  };
});

afterEach(() => {
  vi.useRealTimers();
});

const card = () =>
  renderScreen(<NextActionCard target={{ kind: 'contact', id: 'c1' }} phone="418 555-0100" />);

describe('the next action of a record', () => {
  it('nothing planned · offered in one press, never by itself', async () => {
    card();
    await screen.findByText('Rien de prévu.');
    expect(backend.sent('POST', 'rpc/plan_next_action')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Relancer dans 5 jours ouvrables' }));
    await waitFor(() =>
      expect(backend.posted()).toContainEqual({
        target: 'contact',
        target_id: 'c1',
        title: 'Relancer',
        due_on: '2026-11-27',
      }),
    );
  });

  it('planned in a dialog: text, day, time and owner; what is typed stays when it is refused', async () => {
    card();
    await userEvent.click(await screen.findByRole('button', { name: 'Planifier une action' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Planifier une action' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    expect(await dialog.findByText('Dites ce qu’il y a à faire')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/À faire/), 'Rappeler le greffe');
    await userEvent.clear(dialog.getByLabelText(/^Jour/));
    await userEvent.type(dialog.getByLabelText(/^Jour/), '1er déc. 2026');
    await userEvent.type(dialog.getByLabelText(/Heure/), '09:30');
    await userEvent.selectOptions(dialog.getByLabelText(/Nature/), 'Appel téléphonique');
    await userEvent.selectOptions(dialog.getByLabelText(/Responsable/), 'bea@exemple.test');
    vi.mocked(console.error).mockImplementation(() => {});
    refusal = {
      status: 409,
      body: { code: 'PT409', message: 'Cette personne ne fait plus partie de l’équipe.' },
    };
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Cette personne ne fait plus partie de l’équipe.')).toBeVisible();
    expect(dialog.getByLabelText(/À faire/)).toHaveValue('Rappeler le greffe');
    refusal = undefined;
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(backend.posted()).toContainEqual({
      target: 'contact',
      target_id: 'c1',
      title: 'Rappeler le greffe',
      due_on: '2026-12-01',
      due_time: '09:30',
      kind: 'appeler',
      owner: 'b',
    });
    vi.mocked(console.error).mockClear();
  });

  it('open · late, whose, « Appeler », « Reporter » and « Fait », with what was done below', async () => {
    rows = [
      action('a1', 'Relancer', { due_on: '2026-11-19', due_time: '14:00:00', owner: ADMIN_ID }),
      action('a0', 'Premier appel', { done_at: '2026-11-10T15:00:00Z' }),
    ];
    const { client } = card();
    client.setQueryData(queryKeys.contactRecency, {});
    expect(await screen.findByText(/En retard : hier à 14 h/)).toBeVisible();
    expect(await screen.findByText(/· vous/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Appeler' })).toHaveAttribute('href', 'tel:4185550100');
    expect(screen.getByText('1 action faite')).toBeVisible();
    expect(screen.getByText('Premier appel')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Reporter\u00a0: Relancer' }));
    const otherDay = await screen.findByRole('textbox', { name: /^Un autre jour/ });
    await userEvent.type(otherDay, '19 nov. 2026{Enter}');
    expect(otherDay).toHaveAccessibleDescription('Choisissez un jour après aujourd’hui');
    await userEvent.clear(otherDay);
    await userEvent.type(otherDay, '4 déc. 2026');
    await userEvent.click(screen.getByRole('button', { name: 'Reporter à ce jour' }));
    await waitFor(() => expect(backend.posted()).toContainEqual({ action: 'a1', until: '2026-12-04' }));
    await userEvent.click(await screen.findByRole('button', { name: /Annuler/ }));
    await waitFor(() => expect(backend.posted()).toContainEqual({ action: 'a1', until: '2026-11-19' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fait' }));
    await waitFor(() => expect(backend.posted()).toContainEqual({ action: 'a1' }));
    // The list of contacts says when somebody was last spoken to.
    await waitFor(() => expect(client.getQueryState(queryKeys.contactRecency)?.isInvalidated).toBe(true));
    await userEvent.click(screen.getByRole('button', { name: 'Retirer l’action\u00a0: Relancer' }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/remove_next_action')).toHaveLength(1));
    const removed = (await screen.findByText('Action retirée')).closest('li') as HTMLElement;
    await userEvent.click(within(removed).getByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(backend.posted()).toContainEqual({
        target: 'contact',
        target_id: 'c1',
        title: 'Relancer',
        due_on: '2026-11-19',
        due_time: '14:00:00',
        owner: ADMIN_ID,
      }),
    );
  });

  it('fails with a way to ask again', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const whole = backend.answer;
    backend.answer = offline;
    card();
    expect(await screen.findByRole('alert')).toHaveTextContent('n’a pas pu être chargée');
    backend.answer = whole;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Rien de prévu.')).toBeVisible();
    vi.mocked(console.error).mockClear();
  });
});
