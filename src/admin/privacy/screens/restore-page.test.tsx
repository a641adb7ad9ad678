import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it } from 'vitest';

const { RestorePage } = await import('./restore-page');

const campaign = (name: string, change: object = {}) => ({
  id: crypto.randomUUID(),
  name,
  status: 'en_cours',
  paused_at: '2026-11-25T10:00:00Z',
  sent: 21,
  waiting: 129,
  uncertain: 0,
  ...change,
});
const review = {
  held_at: '2026-11-25T10:00:00Z',
  copied_at: '2026-11-25T09:00:00Z',
  refusals_found: 2 as number | null,
  campaigns: [
    campaign('Automne'),
    campaign('Hiver', { status: 'brouillon', paused_at: null, sent: 0, waiting: 0 }),
  ],
  messages: [],
};

const calls = () => backend.requests.map(({ target }) => target);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  backend.answer = ({ target }) => {
    if (target === 'rpc/restore_review') return { body: review };
    if (target === 'rpc/apply_provider_list')
      return { body: { sent: 2, suppressed: 0, unknown: ['c@x.ca'] } };
    return { body: [] };
  };
});

const open = () => renderScreen(<RestorePage />, { path: '/admin/copie-remise-en-place' });

describe('a copy that was put back', () => {
  it('says what the copy knows, and who left since', async () => {
    open();
    expect(await screen.findByText(/129\smessages de campagne/)).toBeVisible();
    expect(screen.getByText(/^2\spersonnes désabonnées depuis la copie/)).toBeVisible();
  });

  it('says where to look when nothing beside the copy tells who left', async () => {
    backend.answer = ({ target }) =>
      target === 'rpc/restore_review' ? { body: { ...review, refusals_found: null } } : { body: [] };
    open();
    expect(await screen.findByText(/n’a pas été retrouvée/)).toBeVisible();
  });

  it('has what waits in a campaign decided there, and a draft thrown away', async () => {
    open();
    const [automne, hiver] = await screen.findAllByRole('listitem');
    await userEvent.click(
      within(automne as HTMLElement).getByRole('button', { name: 'Tout est déjà parti' }),
    );
    await userEvent.click(
      within(hiver as HTMLElement).getByRole('button', { name: 'Supprimer le brouillon' }),
    );
    expect(within(hiver as HTMLElement).queryByRole('button', { name: 'Tout est déjà parti' })).toBeNull();
    expect(calls()).toEqual(expect.arrayContaining(['rpc/mark_campaign_sent', 'rpc/discard_campaign_draft']));
  });

  it('takes the provider’s list, names who it does not know, and keeps a refused list', async () => {
    open();
    const list = await screen.findByRole('textbox', { name: /Liste/ });
    await userEvent.type(list, 'rien');
    await userEvent.click(screen.getByRole('button', { name: 'Appliquer la liste' }));
    expect(screen.getByText('Collez au moins une adresse courriel')).toBeVisible();
    await userEvent.clear(list);
    await writeInto(list, 'a@x.ca b@x.ca c@x.ca');
    await userEvent.click(screen.getByRole('button', { name: 'Appliquer la liste' }));
    expect(await screen.findByText(/Aucun message de la copie pour.*c@x\.ca/)).toBeVisible();
    expect(list).toHaveValue('');
  });

  it('lifts the hold after a question, which names what goes on', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Reprendre les envois' }));
    const dialog = screen.getByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reprendre les envois' }));
    expect(calls()).toContain('rpc/lift_sending_hold');
  });
});
