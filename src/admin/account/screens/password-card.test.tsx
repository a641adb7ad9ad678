import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, type BackendRequest, backend, renderScreen } from '@tests/fake-backend';
import { FakeSecondFactor, signInWithPassword } from '@tests/fake-second-factor';
import { beforeEach, describe, expect, it } from 'vitest';

const { PasswordCard } = await import('./password-card');

const CURRENT_PASSWORD = 'mon mot de passe actuel';
const NEW_PASSWORD = 'Ünë phrase de soixante-quatre signes & plus, collée telle quelle 360!';
const sessionOf = (id: string, day: string, device: string) => ({
  ...{ id, device, began_at: `${day}T15:00:00Z`, used_at: `${day}T16:00:00Z`, is_present: id === 's1' },
});
let sessions: ReturnType<typeof sessionOf>[];
let changed: unknown[];
let ended: string[];

beforeEach(async () => {
  backend.reset();
  const service = new FakeSecondFactor();
  sessions = [
    sessionOf('s1', '2026-11-02', 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0'),
    sessionOf(
      's2',
      '2026-11-01',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) Version/26.0 Mobile Safari/604.1',
    ),
  ];
  changed = [];
  ended = [];
  backend.answer = (request: BackendRequest): BackendAnswer => {
    const { method, target, body, query } = request;
    if (target === 'rpc/own_sessions') return { body: sessions };
    if (target === 'rpc/end_session') {
      sessions = sessions.filter(({ id }) => id !== (body as { session: string }).session);
      return { status: 204 };
    }
    const { password } = (body ?? {}) as { password?: string };
    if (target === '/auth/v1/token' && password !== undefined && isOpen && password !== CURRENT_PASSWORD) {
      return { status: 400, body: { error_code: 'invalid_credentials', msg: 'Invalid login credentials' } };
    }
    if (target === '/auth/v1/user' && method === 'PUT') changed.push(body);
    if (target === '/auth/v1/logout') ended.push(query.get('scope') ?? '');
    return service.answer(request);
  };
  isOpen = false;
  await signInWithPassword();
  isOpen = true;
});
/** True once the card is open: later requests to the auth service are its own. */
let isOpen = false;

const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}`));
async function submitPasswords(current: string, password: string, confirmation = password) {
  for (const [name, value] of [
    ['Mot de passe actuel', current],
    ['Nouveau mot de passe', password],
    ['Confirmez le mot de passe', confirmation],
  ] as const) {
    await userEvent.clear(await field(name));
    await userEvent.click(await field(name));
    await userEvent.paste(value);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
}

describe('one’s own password', () => {
  it('changes against the present one alone; a wrong one is said at its field, and nothing typed is lost', async () => {
    renderScreen(<PasswordCard />);
    await submitPasswords('un autre', NEW_PASSWORD);
    expect(await screen.findByText('Ce n’est pas votre mot de passe actuel')).toBeVisible();
    expect(await field('Nouveau mot de passe')).toHaveValue(NEW_PASSWORD);
    expect(changed).toEqual([]);
    await submitPasswords(CURRENT_PASSWORD, NEW_PASSWORD);
    expect(
      await screen.findByText('Votre mot de passe a été modifié, et vos autres sessions sont fermées'),
    ).toBeVisible();
    expect(changed).toEqual([expect.objectContaining({ password: NEW_PASSWORD })]);
    expect(await field('Mot de passe actuel')).toHaveValue('');
  });

  it('is masked, pasted and offered to password managers, and may have 64 characters of any kind', async () => {
    renderScreen(<PasswordCard />);
    expect(await field('Mot de passe actuel')).toHaveAttribute('autocomplete', 'current-password');
    for (const name of ['Nouveau mot de passe', 'Confirmez le mot de passe']) {
      expect(await field(name)).toHaveAttribute('type', 'password');
      expect(await field(name)).toHaveAttribute('autocomplete', 'new-password');
    }
    expect(NEW_PASSWORD.length).toBeGreaterThanOrEqual(64);
    await submitPasswords(CURRENT_PASSWORD, NEW_PASSWORD);
    expect(await screen.findByText(/Votre mot de passe a été modifié/)).toBeVisible();
    // The password is sent as typed, neither trimmed nor shortened.
    expect(changed).toEqual([expect.objectContaining({ password: NEW_PASSWORD })]);
  });

  it('shows the open sessions, and closes one of them, not that of this browser', async () => {
    renderScreen(<PasswordCard />);
    const list = within(await screen.findByRole('list', { name: 'Sessions ouvertes' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Firefox, Windows \(ce navigateur\)Ouverte le 02 nov/),
      expect.stringMatching(/^Safari, iPhoneOuverte le 01 nov/),
    ]);
    const [close, ...others] = list.getAllByRole('button');
    expect(others).toEqual([]);
    expect(close).toHaveAccessibleName(/^Fermer la session Safari, iPhone, ouverte le 01/);
    await userEvent.click(close as HTMLElement);
    expect(await screen.findByText('Session fermée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/end_session').map(({ body }) => body)).toEqual([{ session: 's2' }]);
    expect(list.getAllByRole('listitem')).toHaveLength(1);
  });

  it('closes the sessions of other browsers by a press, and stays here', async () => {
    renderScreen(<PasswordCard />);
    await userEvent.click(await screen.findByRole('button', { name: 'Fermer mes autres sessions' }));
    expect(await screen.findByText('Vos autres sessions sont fermées')).toBeVisible();
    expect(ended).toEqual(['others']);
  });
});
