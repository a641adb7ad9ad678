import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import {
  button,
  FAILURE,
  field,
  fill,
  page,
  REQUEST,
  SUCCESS,
  setUpQuoteRequestForm,
} from '@tests/quote-request-form-driver';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { siteConfig } from '@/shared/lib/site-config';

const { QuoteRequestPage } = await import('./quote-request-page');

setUpQuoteRequestForm();

type Options = { sitekey: string; language: string; callback: (token: string) => void } & Record<
  'expired-callback' | 'error-callback',
  () => void
>;

/** Widgets that the page rendered with Cloudflare's script, removed ones included. */
const widgets: Options[] = [];
const FUNCTION = '/functions/v1/quote-request-form';
const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src*=cloudflare]')];

beforeEach(() => {
  siteConfig.turnstileKey = '0x-cle';
  widgets.length = 0;
  Object.assign(window, {
    turnstile: {
      render: (_place: HTMLElement, options: Options) => `${widgets.push(options)}`,
      remove: () => {},
    },
  });
});
afterEach(() => {
  siteConfig.turnstileKey = undefined;
});

/** Waits until the script has loaded and rendered this many widgets. */
async function widget(count = 1) {
  for (const script of scripts()) fireEvent.load(script);
  await waitFor(() => expect(widgets).toHaveLength(count));
  return widgets[count - 1] as Options;
}

// The edge function chooses the request's id.
const { id: _number, ...withoutNumber } = REQUEST;

it('loads nothing of a third party before somebody uses the form, and nothing without a key', async () => {
  siteConfig.turnstileKey = undefined;
  const first = renderAt('/contact', <QuoteRequestPage />);
  await userEvent.click(field.organization());
  expect(scripts()).toEqual([]);
  first.unmount();

  siteConfig.turnstileKey = '0x-cle';
  renderAt('/contact', <QuoteRequestPage />);
  expect(scripts()).toEqual([]);
  await userEvent.click(field.organization());
  await waitFor(() => expect(scripts()).toHaveLength(1));
  expect(scripts()[0]?.src).toMatch(/^https:\/\/challenges\.cloudflare\.com\/turnstile\//);
});

it('says that it could not be loaded, with the address to write to, and tries again', async () => {
  renderAt('/contact', <QuoteRequestPage />);
  await userEvent.click(field.organization());
  await waitFor(() => expect(scripts()).toHaveLength(1));
  for (const script of scripts()) fireEvent.error(script);
  expect(await screen.findByRole('alert')).toHaveTextContent(siteConfig.contactEmail);
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer la vérification' }));
  expect(await widget()).toMatchObject({ sitekey: '0x-cle', language: 'fr', action: 'quote-request' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends the proof with the request, to the function and not to the table, and asks for another one after', async () => {
  renderAt('/contact', <QuoteRequestPage />);
  const user = await fill();
  const first = await widget();
  act(() => first.callback('jeton-1'));
  await user.click(button());
  await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
  expect(backend.requests.map(({ target, body }) => [target, body])).toEqual([
    [
      FUNCTION,
      {
        ...withoutNumber,
        phone: '',
        message: '',
        marketing_consent_version: '',
        'cf-turnstile-response': 'jeton-1',
      },
    ],
  ]);
  // A token is valid once, so a second widget is needed.
  await widget(2);
  await fill(user);
  await user.click(button());
  await waitFor(() => expect(page.notices).toHaveLength(2));
  expect(backend.requests).toHaveLength(1);
});

it('without a proof, or with one that has expired, nothing is sent and nothing is lost', async () => {
  renderAt('/contact', <QuoteRequestPage />);
  const user = await fill();
  const check = await widget();
  await user.click(button());
  await waitFor(() => expect(page.notices).toHaveLength(1));
  expect(page.notices[0]).toMatchObject({ kind: 'error', text: expect.stringContaining('anti-robot') });
  act(() => check.callback('jeton'));
  act(() => check['expired-callback']());
  await user.click(button());
  await waitFor(() => expect(page.notices).toHaveLength(2));
  expect(backend.requests).toEqual([]);
  expect(field.organization()).toHaveValue('Ville de Percé');
});

it('a refusal of the function keeps the form and says whom to write to', async () => {
  backend.answer = () => ({
    status: 503,
    body: { error: 'Nous n’avons pas pu vérifier.', code: 'proof_unavailable' },
  });
  renderAt('/contact', <QuoteRequestPage />);
  const user = await fill();
  const check = await widget();
  act(() => check.callback('jeton'));
  await user.click(button());
  await waitFor(() => expect(page.notices).toEqual([FAILURE]));
  expect(screen.getByRole('alert')).toHaveTextContent(siteConfig.contactEmail);
  expect(field.organization()).toHaveValue('Ville de Percé');
});
