import { act, screen, within } from '@testing-library/react';
import { backend } from '@tests/fake-backend';
import { hydrateRoot, type Root } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/lib/query-client';
import { PageClient } from '@/site/lib/page-client';

const { QuoteRequestForm } = await import('./quote-request-form');

let root: Root | undefined;
let container: HTMLElement;

beforeEach(async () => {
  backend.reset();
  localStorage.clear();
  const { prelude } = await prerender(
    <PageClient value={createQueryClient()}>
      <MemoryRouter initialEntries={['/contact']}>
        <QuoteRequestForm />
      </MemoryRouter>
    </PageClient>,
  );
  container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = await new Response(prelude).text();
});
afterEach(() => {
  act(() => root?.unmount());
  container.remove();
});

const form = () => screen.getByRole<HTMLFormElement>('form');
const submit = () => within(form()).getByRole('button', { name: 'Envoyer la demande' });

it('sends nothing before its script is there, and says what to do without', () => {
  expect(form().method).toBe('post');
  expect(submit()).toBeDisabled();
  expect(container.querySelector('noscript')?.textContent).toMatch(/besoin de JavaScript.*@/s);
});

it('keeps what was typed before', async () => {
  for (const [label, value] of [
    [/^Nom de l'organisation/, 'Ville de Percé'],
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
  const said = vi
    .mocked(console.error)
    .mock.calls.filter(([text]) => !/multiple renderers/.test(String(text)));
  expect(said).toEqual([]);
  vi.mocked(console.error).mockClear();
  expect(submit()).toBeEnabled();
  expect(form()).toHaveFormValues({
    organization_name: 'Ville de Percé',
    email: 'eve@perce.example',
    service_type: 'street-view',
    message: 'Bonjour',
  });
});
