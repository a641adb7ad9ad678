import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, renderScreen } from '@tests/fake-backend';
import { signOut } from '@tests/fake-second-factor';
import { writeInto } from '@tests/write-into';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { AuthPage } = await import('./auth-page');

const EMAIL = 'nouvelle@exemple.test';
const account = (identities: object[]) => ({
  body: { id: 'x', aud: 'authenticated', email: EMAIL, identities, confirmation_sent_at: '2026-11-26' },
});
const refusal = (status: number, error_code: string, msg: string): BackendAnswer => ({
  status,
  body: { code: status, error_code, msg },
});
const tooSoon = (seconds: number) =>
  refusal(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );

beforeEach(async () => {
  localStorage.clear();
  backend.reset();
  await signOut();
});
afterEach(() => {
  vi.useRealTimers();
});

let answers: Record<string, BackendAnswer>;
beforeEach(() => {
  answers = {};
  backend.answer = ({ target }) => answers[target] ?? { body: {} };
});

async function fill(button: string) {
  await userEvent.type(await screen.findByLabelText(/^Courriel/), EMAIL);
  await writeInto(screen.getByLabelText(/^Mot de passe/), 'quatre mots pris au hasard');
  await userEvent.click(screen.getByRole('button', { name: button }));
}

async function createAccount(answer: BackendAnswer) {
  answers['/auth/v1/signup'] = answer;
  const view = renderScreen(<AuthPage />, { path: '/auth' });
  await userEvent.click(await screen.findByRole('button', { name: 'Créer un compte' }));
  await fill('Créer le compte');
  return view;
}

const main = () => screen.getByRole('main').textContent ?? '';

describe('an account whose address has to be confirmed', () => {
  it('is told in the same words for a new address, a known one, and one that was just written to', async () => {
    const texts: string[] = [];
    for (const answer of [account([{ provider: 'email' }]), account([]), tooSoon(37)]) {
      const { unmount } = await createAccount(answer);
      expect(await screen.findByRole('heading', { name: 'Ouvrez le courriel' })).toBeVisible();
      texts.push(main().replace(/\d+\s+secondes/, ''));
      expect(screen.queryByText('Compte créé')).toBeNull();
      unmount();
    }
    expect(texts[0]).toContain(`Si l’adresse ${EMAIL} n’a pas déjà un compte actif`);
    expect(new Set(texts).size).toBe(1);
  });

  it('is refused in French where the project has sent too many messages, and the input stays', async () => {
    await createAccount(refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded'));
    expect(await screen.findByText(/Trop de courriels ont été envoyés/)).toBeVisible();
    expect(screen.getByLabelText(/^Courriel/)).toHaveValue(EMAIL);
  });

  it('can be written to again after a minute, then after as long as the service says', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await createAccount(account([]));
    const button = await screen.findByRole('button', { name: 'Renvoyer le courriel' });
    expect(button).toBeDisabled();
    expect(main()).toContain('dans 60\u00a0secondes');
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(button).toBeEnabled();
    await userEvent.click(button);
    expect(await screen.findByText(/^Message renvoyé/)).toBeVisible();
    expect(backend.sent('POST', '/auth/v1/resend')[0]?.body).toMatchObject({ type: 'signup', email: EMAIL });
    expect(button).toBeDisabled();

    await act(() => vi.advanceTimersByTimeAsync(61_000));
    answers['/auth/v1/resend'] = tooSoon(120);
    await userEvent.click(button);
    expect(await screen.findByText(/attendez encore 120 secondes/)).toBeVisible();
    expect(main()).toContain('dans 120\u00a0secondes');
    expect(main()).not.toContain('Message renvoyé');
  });

  it('says at the first sign-in what to do, and sends the message again', async () => {
    answers['/auth/v1/token'] = refusal(400, 'email_not_confirmed', 'Email not confirmed');
    renderScreen(<AuthPage />, { path: '/auth' });
    await fill('Se connecter');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `L’adresse ${EMAIL} n’est pas encore confirmée`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Renvoyer le courriel' }));
    expect(await screen.findByText(/^Message renvoyé/)).toBeVisible();
    expect(screen.getByLabelText(/^Mot de passe/)).toHaveValue('quatre mots pris au hasard');
  });
});
