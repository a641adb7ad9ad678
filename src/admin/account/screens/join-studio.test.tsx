import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it } from 'vitest';

const { AuthPage } = await import('./auth-page');

let role: string | undefined;

function serve({
  unclaimed = true,
  claim = () => 'wrong' as string,
  accept = (): BackendAnswer => ({ status: 204 }),
} = {}) {
  backend.answer = ({ target }): BackendAnswer => {
    if (target === 'user_roles') return { body: role ? [{ role }] : [] };
    if (target === 'rpc/studio_is_unclaimed') return { body: unclaimed };
    if (target === 'rpc/claim_studio') return { body: claim() };
    if (target === 'rpc/accept_invitation') return accept();
    if (target === '/auth/v1/user') return { body: { id: 'x', factors: [] } };
    return { body: [] };
  };
}

const open = (at = '/auth') => {
  window.history.replaceState(null, '', at);
  return renderScreen(<AuthPage />, { path: '/auth', at });
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  role = undefined;
});

describe('the first account', () => {
  it('claims the studio with its code: refusals are said and the code stays, then the list of the first day opens', async () => {
    const answers = ['wrong', 'locked', 'claimed'];
    serve({
      claim: () => {
        const answer = answers.shift() as string;
        if (answer === 'claimed') role = 'admin';
        return answer;
      },
    });
    const view = open();
    await writeInto(await screen.findByLabelText(/Code du studio/), 'a1b2-c3d4-e5f6');
    // The refusal appears shortly before the button is enabled again.
    const press = async () => {
      const button = screen.getByRole('button', { name: 'Prendre en main le studio' });
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
      await userEvent.click(button);
    };
    await press();
    expect(await screen.findByText('Ce code n’est pas le bon.')).toBeVisible();
    await press();
    expect(await screen.findByText(/Trop d’essais/)).toBeVisible();
    expect(screen.getByLabelText(/Code du studio/)).toHaveValue('a1b2-c3d4-e5f6');
    await press();
    await waitFor(() => expect(view.address()).toBe('/admin/demarrage'));
  });

  it('is asked for no code where there is an administrator', async () => {
    serve({ unclaimed: false });
    open();
    expect(await screen.findByText(/Un administrateur doit vous accorder l’accès/)).toBeVisible();
    expect(screen.queryByLabelText(/Code du studio/)).toBeNull();
  });
});

describe('an invitation', () => {
  it('is accepted by a press, and leads in', async () => {
    serve({
      accept: () => {
        role = 'reader';
        return { status: 204 };
      },
    });
    const view = open('/auth?invitation=abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Accepter l’invitation' }));
    await waitFor(() => expect(view.address()).toBe('/admin'));
    expect(backend.sent('POST', 'rpc/accept_invitation')[0]?.body).toEqual({ token: 'abc' });
  });

  it('says why it is refused', async () => {
    const message = 'Cette invitation n’est plus valide. Demandez-en une nouvelle.';
    serve({ accept: () => ({ status: 400, body: { code: 'P0001', message } }) });
    open('/auth?invitation=abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Accepter l’invitation' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('offers a new account to who is signed out', async () => {
    localStorage.clear();
    serve();
    open('/auth?invitation=abc');
    expect(await screen.findByText(/Vous êtes invité dans l’équipe/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Créer le compte' })).toBeVisible();
  });
});
