import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen } from '@tests/fake-backend';
import { CODE, FakeSecondFactor, signOut } from '@tests/fake-second-factor';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it } from 'vitest';

const { AuthPage } = await import('./auth-page');
const { followSession } = await import('../data/follow-session');

let service: FakeSecondFactor;

beforeEach(async () => {
  localStorage.clear();
  backend.reset();
  service = new FakeSecondFactor();
  backend.answer = service.answer;
  await signOut();
});

/** Opens the sign-in page, and signs in with the password. */
async function signIn() {
  const view = renderScreen(<AuthPage />, { path: '/auth' });
  followSession(view.client);
  await writeInto(await screen.findByLabelText(/^Courriel/), 'admin@exemple.test');
  await writeInto(screen.getByLabelText(/^Mot de passe/), 'mot de passe');
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  return view;
}
const code = () => screen.findByLabelText(/^Code à six chiffres/);

describe('signing in', () => {
  it('asks nothing more of an account without a device', async () => {
    await signIn();
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(backend.sent('GET', '/auth/v1/user')).toEqual([]);
  });

  it('asks for the code of an account that has a device, and opens the back office with it only', async () => {
    service.add('Téléphone');
    const view = await signIn();
    expect(await screen.findByRole('heading', { name: 'Double authentification' })).toBeVisible();
    await userEvent.type(await code(), '000000');
    await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByText(/Ce code n’est pas le bon/)).toBeVisible();
    expect(view.address()).toBe('/auth');
    await userEvent.clear(await code());
    await userEvent.type(await code(), CODE);
    await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(view.address()).toBe('/admin');
  });

  it('takes the code of the spare device as well', async () => {
    service.add('Téléphone perdu', '654321');
    service.add('Tablette');
    const view = await signIn();
    await userEvent.type(await code(), CODE);
    await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    expect(view.address()).toBe('/admin');
  });

  it('asks again at the next sign-in: the role that was shown before is not remembered', async () => {
    service.add('Téléphone');
    const view = await signIn();
    await userEvent.type(await code(), CODE);
    await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByText('Ailleurs')).toBeVisible();
    await signOut();
    await view.go('/auth');
    await writeInto(await screen.findByLabelText(/^Courriel/), 'admin@exemple.test');
    await writeInto(screen.getByLabelText(/^Mot de passe/), 'mot de passe');
    await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByRole('heading', { name: 'Double authentification' })).toBeVisible();
    expect(view.address()).toBe('/auth');
  });
});
