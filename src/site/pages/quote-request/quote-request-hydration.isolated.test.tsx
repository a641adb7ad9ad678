import { act, screen, within } from '@testing-library/react';
import { backend } from '@tests/fake-backend';
import { hydrateRoot, type Root } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consentVersion } from '@/shared/data/quote-requests';
import { createQueryClient } from '@/shared/lib/query-client';
import { siteConfig } from '@/shared/lib/site-config';
import { PageClient } from '@/site/lib/page-client';

const { QuoteRequestForm } = await import('./quote-request-form');

let root: Root | undefined;
let container: HTMLElement;

async function prerenderForm() {
  const { prelude } = await prerender(
    <PageClient value={createQueryClient()}>
      <MemoryRouter initialEntries={['/contact']}>
        <QuoteRequestForm />
      </MemoryRouter>
    </PageClient>,
  );
  container.innerHTML = await new Response(prelude).text();
}

beforeEach(async () => {
  backend.reset();
  localStorage.clear();
  container = document.body.appendChild(document.createElement('div'));
  await prerenderForm();
});
afterEach(() => {
  act(() => root?.unmount());
  container.remove();
});

const form = () => screen.getByRole<HTMLFormElement>('form');
const submitButton = () => within(form()).getByRole('button', { name: 'Envoyer la demande' });

it('is checked by the browser and posted to the function before its script is there', () => {
  expect(form().method).toBe('post');
  expect(form().action).toBe('http://127.0.0.1:1/functions/v1/quote-request-form');
  expect(submitButton()).toBeEnabled();
  expect(form().noValidate).toBe(false);
  expect(form().checkValidity()).toBe(false);
  const names = [...form().querySelectorAll<HTMLInputElement>(':required')].map(({ name }) => name);
  expect(names).toEqual(['organization_name', 'organization_type', 'contact_name', 'email', 'service_type']);
  expect(container.querySelector('noscript')).toBeNull();
  within(form()).getByRole<HTMLInputElement>('checkbox').checked = true;
  expect(new FormData(form()).get('marketing_consent_version')).toBe(consentVersion);
});

describe('where a check needs a script', () => {
  beforeEach(() => {
    siteConfig.turnstileKey = '0x0';
  });
  afterEach(() => {
    siteConfig.turnstileKey = undefined;
  });

  it('sends nothing before its script is there, and says what to do without', async () => {
    await prerenderForm();
    expect(submitButton()).toBeDisabled();
    expect(container.querySelector('noscript')?.textContent).toMatch(/besoin de JavaScript.*@/s);
  });
});

it('keeps what was typed before', async () => {
  for (const [label, value] of [
    [/^Nom de l’organisation/, 'Ville de Percé'],
    [/^Adresse courriel/, 'eve@perce.example'],
    [/^Type de service/, 'street-view'],
    [/^Message/, 'Bonjour'],
  ] as const) {
    screen.getByLabelText<HTMLInputElement>(label).value = value;
  }
  await act(async () => {
    root = hydrateRoot(
      container,
      <PageClient value={createQueryClient()}>
        <MemoryRouter initialEntries={['/contact?service=evenement']}>
          <QuoteRequestForm />
        </MemoryRouter>
      </PageClient>,
    );
  });
  // Server and browser share a process only here.
  const consoleError = vi
    .mocked(console.error)
    .mock.calls.filter(([text]) => !/multiple renderers/.test(String(text)));
  expect(consoleError).toEqual([]);
  vi.mocked(console.error).mockClear();
  expect(submitButton()).toBeEnabled();
  // After hydration the schema validates, with our own messages.
  expect(form().noValidate).toBe(true);
  expect(form().querySelector(':required')).toBeNull();
  expect(form()).toHaveFormValues({
    organization_name: 'Ville de Percé',
    email: 'eve@perce.example',
    service_type: 'street-view',
    message: 'Bonjour',
  });
});
