import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, type BackendRequest, backend, renderScreen } from '@tests/fake-backend';
import { FakeSecondFactor, signInWithPassword } from '@tests/fake-second-factor';
import { beforeEach, describe, expect, it } from 'vitest';

const { PasswordCard } = await import('./password-card');

const PRESENT = 'mon mot de passe actuel';
const NEW = 'Ünë phrase de soixante-quatre signes & plus, collée telle quelle 360!';
let changed: unknown[];
let ended: string[];

beforeEach(async () => {
  backend.reset();
  const service = new FakeSecondFactor();
  changed = [];
  ended = [];
  backend.answer = (request: BackendRequest): BackendAnswer => {
    const { method, target, body, query } = request;
    const { password } = (body ?? {}) as { password?: string };
    if (target === '/auth/v1/token' && password !== undefined && isOpen && password !== PRESENT) {
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
async function give(current: string, password: string, confirmation = password) {
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
    await give('un autre', NEW);
    expect(await screen.findByText('Ce n’est pas votre mot de passe actuel')).toBeVisible();
    expect(await field('Nouveau mot de passe')).toHaveValue(NEW);
    expect(changed).toEqual([]);
    await give(PRESENT, NEW);
    expect(
      await screen.findByText('Votre mot de passe a été modifié, et vos autres sessions sont fermées'),
    ).toBeVisible();
    expect(changed).toEqual([expect.objectContaining({ password: NEW })]);
    expect(await field('Mot de passe actuel')).toHaveValue('');
  });

  it('is masked, pasted and offered to password managers, and may have 64 characters of any kind', async () => {
    renderScreen(<PasswordCard />);
    expect(await field('Mot de passe actuel')).toHaveAttribute('autocomplete', 'current-password');
    for (const name of ['Nouveau mot de passe', 'Confirmez le mot de passe']) {
      expect(await field(name)).toHaveAttribute('type', 'password');
      expect(await field(name)).toHaveAttribute('autocomplete', 'new-password');
    }
    expect(NEW.length).toBeGreaterThanOrEqual(64);
    await give(PRESENT, NEW);
    expect(await screen.findByText(/Votre mot de passe a été modifié/)).toBeVisible();
    // The password is sent as typed, neither trimmed nor shortened.
    expect(changed).toEqual([expect.objectContaining({ password: NEW })]);
  });

  it('closes the sessions of other browsers by a press, and stays here', async () => {
    renderScreen(<PasswordCard />);
    await userEvent.click(await screen.findByRole('button', { name: 'Fermer mes autres sessions' }));
    expect(await screen.findByText('Vos autres sessions sont fermées')).toBeVisible();
    expect(ended).toEqual(['others']);
  });
});
