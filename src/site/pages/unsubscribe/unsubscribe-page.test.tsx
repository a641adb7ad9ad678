import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { beforeEach, describe, expect, it } from 'vitest';

const { UnsubscribePage } = await import('./unsubscribe-page');

const TOKEN = '7b0c6f0e-3f5e-4d8e-9a51-0a4f9f0c2d11';
const SENDER = {
  sender_name: 'Studio du Fjord',
  legal_name: 'Studio du Fjord inc.',
  postal_address: '1, rue du Quai, Saguenay (Québec)  G7H 1A1',
  contact_email: 'bonjour@fjord.example',
  done: false,
};

const callsOf = (name: string) => backend.requests.filter(({ target }) => target === `rpc/${name}`);
const open = (token = TOKEN) => renderAt(`/desabonnement?jeton=${token}`, <UnsubscribePage />);
const button = () => screen.findByRole('button', { name: 'Me désabonner' });

/** Serves the two database functions. */
function serve(sender: typeof SENDER | null = SENDER, known = true) {
  backend.answer = ({ target }) => ({ body: target === 'rpc/unsubscribe' ? known : sender });
}

beforeEach(() => {
  backend.requests = [];
  serve();
});

describe('the page behind the unsubscribe link', () => {
  it('shows the sender identity and changes nothing when opened', async () => {
    open();
    expect(await button()).toBeVisible();
    for (const text of ['Studio du Fjord', /Studio du Fjord inc\./, /1, rue du Quai, Saguenay/])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'bonjour@fjord.example' })).toHaveAttribute(
      'href',
      'mailto:bonjour@fjord.example',
    );
    expect(callsOf('unsubscribe_page').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    expect(callsOf('unsubscribe')).toEqual([]);
  });

  it('unsubscribes with the keyboard and explains what that means', async () => {
    open();
    (await button()).focus();
    await userEvent.keyboard('{Enter}');
    const title = await screen.findByRole('heading', { name: 'C’est fait' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.getByText(/plus jamais de messages commerciaux/)).toBeVisible();
    expect(screen.getByText(/Nous répondrons encore à ce que vous nous demandez/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'bonjour@fjord.example' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Me désabonner' })).toBeNull();
    expect(callsOf('unsubscribe').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  });

  it('says so without a button when already unsubscribed', async () => {
    serve({ ...SENDER, done: true });
    open();
    expect(await screen.findByRole('heading', { name: 'C’est déjà fait' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['a token of no message', TOKEN, 1],
    ['a token that was cut', TOKEN.slice(0, 20), 0],
    ['no token', '', 0],
  ])('rejects %s and says whom to write to', async (_what, token, requests) => {
    serve(null);
    open(token);
    expect(await screen.findByRole('heading', { name: 'Ce lien est incomplet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'bonjour@territoire360.example' })).toHaveAttribute(
      'href',
      'mailto:bonjour@territoire360.example',
    );
    expect(callsOf('unsubscribe_page')).toHaveLength(requests);
  });

  it('of a test message: says what it is, asks nothing and changes nothing', async () => {
    open('essai');
    expect(await screen.findByRole('heading', { name: 'Lien d’un message d’essai' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(backend.requests).toEqual([]);
  });

  it('says so when the token has become unknown when the button is pressed', async () => {
    serve(SENDER, false);
    open();
    await userEvent.click(await button());
    expect(await screen.findByRole('heading', { name: 'Ce lien est incomplet' })).toBeVisible();
  });

  it('keeps the button when the network is down, and the next press works', async () => {
    open();
    const press = await button();
    backend.answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await userEvent.click(press);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Votre désabonnement n’a pas pu être enregistré.',
    );
    expect(press).toBeVisible();
    serve();
    await userEvent.click(press);
    expect(await screen.findByRole('heading', { name: 'C’est fait' })).toBeVisible();
  });

  it('offers a retry when the link could not be checked', async () => {
    backend.answer = () => ({ status: 500, body: { message: 'panne' } });
    open();
    expect(await screen.findByText('Impossible de vérifier le lien')).toBeVisible();
    expect(screen.getByRole('link', { name: 'bonjour@territoire360.example' })).toBeVisible();
    serve();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await button()).toBeVisible();
  });
});
