import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { createQueryClient } from '@/shared/lib/query-client';
import { Notifications } from '@/shared/ui/notifications';

/**
 * For tests of the back office: Supabase stubbed at the network, and screens rendered with the product's own query
 * policy, router and toasts. Screens are imported after it, as the client keeps `fetch` for good.
 */

export type BackendRequest = {
  method: string;
  /** After `/rest/v1/` for the data API (`tags`, `rpc/save_tour`); whole for the others (`/storage/v1/…`). */
  target: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
};

export type BackendAnswer = { status?: number; body?: unknown; count?: number };

const notFound = (): BackendAnswer => ({ status: 404, body: { message: 'not found' } });

/** What Supabase was asked, and what it answers; an answer may throw, as a network that is down does. */
export const backend = {
  requests: [] as BackendRequest[],
  answer: notFound as (request: BackendRequest) => BackendAnswer | Promise<BackendAnswer>,
  /** What was asked by this method, of this target. */
  sent: (method: string, target: string) =>
    backend.requests.filter((request) => request.method === method && request.target === target),
  reset() {
    backend.requests = [];
    backend.answer = notFound;
  },
};

/** What a browser's `fetch` throws when there is no network. */
export const offline = (): never => {
  throw new TypeError('Failed to fetch');
};

export const ADMIN_ID = 'a0000000-0000-4000-8000-000000000001';

vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const request: BackendRequest = {
    method: init.method ?? 'GET',
    target: url.pathname.replace('/rest/v1/', ''),
    query: url.searchParams,
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
  };
  backend.requests.push(request);
  const { status = 200, body, count } = await backend.answer(request);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (count !== undefined) headers.set('content-range', `0-0/${count}`);
  const text = body === undefined || request.method === 'HEAD' ? null : JSON.stringify(body);
  return new Response(text, { status, headers });
});

/** An administrator is signed in from here on: the session is where supabase-js keeps it for the tests' address. */
export function signInAsAdmin(): void {
  const user = { id: ADMIN_ID, aud: 'authenticated', role: 'authenticated', email: 'admin@exemple.test' };
  const session = {
    access_token: 'test',
    refresh_token: 'test',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user,
  };
  localStorage.setItem('sb-127-auth-token', JSON.stringify(session));
}

/**
 * Renders a screen at an address, with the product's query policy but no wait between retries. Other addresses show
 * « Ailleurs ».
 *
 * @param path the route's pattern; the address itself where it has no parameter
 */
export function renderScreen(
  element: ReactElement,
  { path = '/', at = path }: { path?: string; at?: string } = {},
) {
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>Ailleurs</p> },
    ],
    { initialEntries: [at] },
  );
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Notifications />
    </QueryClientProvider>,
  );
  return {
    ...view,
    client,
    router,
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to: string | number) =>
      act(async () => {
        await (typeof to === 'number' ? router.navigate(to) : router.navigate(to));
      }),
  };
}
