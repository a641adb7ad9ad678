import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN_ID, type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadOnlyContext } from '@/shared/lib/read-only';

const { TeamPage } = await import('./team-page');

const OTHER_ID = 'a0000000-0000-4000-8000-00000000000b';
const member = (change: object = {}) => ({
  user_id: ADMIN_ID,
  email: 'chef@exemple.test',
  role: 'admin',
  since: '2026-01-02T12:00:00Z',
  last_sign_in_at: new Date().toISOString(),
  ...change,
});
const secondMember = (role = 'admin') => member({ user_id: OTHER_ID, email: 'adjointe@exemple.test', role });
const invitation = (change: object = {}) => ({
  id: 'i1',
  email: 'invitee@exemple.test',
  role: 'reader',
  created_at: '2026-11-01T12:00:00Z',
  expires_at: '2099-01-01T12:00:00Z',
  notifications: [{ state: 'envoyé', last_error: null }],
  ...change,
});

function serve({
  members = [member(), secondMember()],
  invitations = [] as object[],
  refusal = undefined as BackendAnswer | undefined,
} = {}) {
  backend.answer = ({ target }): BackendAnswer => {
    if (target === 'rpc/team_members') return { body: members };
    if (target === 'invitations') return { body: invitations };
    if (target === 'rpc/recent_activity') {
      const change = { id: 1, created_at: new Date().toISOString(), actor_email: 'chef@exemple.test' };
      const what = { kind: 'tags', record_id: null, action: 'updated', fields: ['color'], record_count: 30 };
      return { body: [{ ...change, ...what }] };
    }
    return refusal ?? { status: 204 };
  };
}

const open = () => renderScreen(<TeamPage />, { path: '/admin/equipe' });
const table = (name: string) => within(screen.getByRole('table', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the team', () => {
  it('invites by e-mail, with the least role by default, and says when it is refused without losing the address', async () => {
    const message = 'Cette personne fait déjà partie de l’équipe.';
    serve({ refusal: { status: 400, body: { code: 'P0001', message } } });
    open();
    await writeInto(await screen.findByLabelText(/^Courriel/), 'Eve@Exemple.test');
    await press('Inviter');
    expect(await screen.findByText(message)).toBeVisible();
    vi.mocked(console.error).mockClear();
    expect(screen.getByLabelText(/^Courriel/)).toHaveValue('Eve@Exemple.test');
    serve();
    await press('Inviter');
    expect(await screen.findByText(/Invitation enregistrée/)).toBeVisible();
    expect(backend.sent('POST', 'rpc/invite_member').at(-1)?.body).toMatchObject({ role: 'reader' });
    expect(screen.getByLabelText(/^Courriel/)).toHaveValue('');
  });

  it('changes a role at once, and asks before one’s own', async () => {
    serve();
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Rôle de adjointe@exemple.test/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Lecture seule' }));
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/set_member_role')[0]?.body).toEqual({
        member: OTHER_ID,
        new_role: 'reader',
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: /^Rôle de chef@exemple.test/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Lecture seule' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Passer en lecture seule?' });
    expect(backend.sent('POST', 'rpc/set_member_role')).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Passer en lecture seule' }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/set_member_role')).toHaveLength(2));
  });

  it('asks before an access is taken away, and says why the last administrator stays', async () => {
    serve({ members: [member(), secondMember('reader')] });
    open();
    expect(await screen.findByText(/nommez-en un autre/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /chef@exemple.test/ })).toBeNull();
    await press('Retirer l’accès de adjointe@exemple.test');
    const dialog = await screen.findByRole('alertdialog', { name: 'Retirer l’accès?' });
    expect(dialog).toHaveTextContent('adjointe@exemple.test');
    expect(backend.sent('POST', 'rpc/remove_member')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retirer l’accès' }));
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/remove_member')[0]?.body).toEqual({ member: OTHER_ID }),
    );
  });

  it('shows the invitations that wait, to send again or withdraw', async () => {
    serve({
      invitations: [
        invitation(),
        invitation({
          id: 'i2',
          email: 'autre@exemple.test',
          notifications: [{ state: 'échec', last_error: 'Boîte inconnue' }],
        }),
        invitation({ id: 'i3', email: 'tard@exemple.test', expires_at: '2020-01-01T12:00:00Z' }),
      ],
    });
    open();
    expect(await screen.findByText('Boîte inconnue')).toBeVisible();
    expect(table('Invitations en attente').getByText('Lien expiré')).toBeVisible();
    await press('Renvoyer l’invitation de autre@exemple.test');
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/resend_invitation')[0]?.body).toEqual({ invitation: 'i2' }),
    );
    await press('Retirer l’invitation de invitee@exemple.test');
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/withdraw_invitation')[0]?.body).toEqual({ invitation: 'i1' }),
    );
  });

  it('shows who changed what, once it is opened', async () => {
    serve();
    open();
    await screen.findByRole('table', { name: 'Membres de l’équipe' });
    expect(backend.sent('POST', 'rpc/recent_activity')).toEqual([]);
    await userEvent.click(screen.getByText('Dernières modifications'));
    expect(await screen.findByText(/30.tags, modification \(couleur\)/)).toBeVisible();
    expect(screen.getByText(/par chef@exemple\.test/)).toBeVisible();
  });

  it('is only shown to a reader', async () => {
    serve();
    renderScreen(
      <ReadOnlyContext value={true}>
        <TeamPage />
      </ReadOnlyContext>,
    );
    await screen.findByRole('table', { name: 'Membres de l’équipe' });
    expect(screen.queryByRole('button', { name: /Inviter|Retirer|Rôle de/ })).toBeNull();
    expect(backend.sent('GET', 'invitations')).toEqual([]);
  });

  it('says that it could not be loaded, and tries again', async () => {
    backend.answer = () => ({ status: 403, body: {} });
    open();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Réessayer' })).toHaveLength(2));
    vi.mocked(console.error).mockClear();
    serve();
    await userEvent.click(screen.getAllByRole('button', { name: 'Réessayer' })[0] as HTMLElement);
    expect(await screen.findByRole('table', { name: 'Membres de l’équipe' })).toBeVisible();
  });
});
