import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import {
  createMemoryRouter,
  MemoryRouter,
  type NavigateFunction,
  parsePath,
  RouterProvider,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { provideWords } from '@/admin/kit/data/subject-words';
import { SubjectsContext } from '@/admin/kit/lib/subject';
import { subjects } from '@/admin/subjects';
import type { Tag } from '@/shared/data/tags';
import { createQueryClient } from '@/shared/lib/query-client';
import { Notifications } from '@/shared/ui/notifications';
import type { PublicTour } from '@/site/data/tours';
import { PageClient } from '@/site/lib/page-client';

/**
 * For tests: Supabase stubbed at the network, and screens rendered with the product's own query policy, router and
 * toasts. Import screens after this module: supabase-js keeps the `fetch` it finds when it is loaded.
 */

export type BackendRequest = {
  method: string;
  /** The part after `/rest/v1/` for the data API (`tags`, `rpc/save_tour`); the whole path for other services. */
  target: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
};

/** `text` is an answer that is not JSON. */
export type BackendAnswer = { status?: number; body?: unknown; count?: number; text?: string };

const notFound = (): BackendAnswer => ({ status: 404, body: { message: 'not found' } });

/** The requests that the fake received, and its answers; an answer that throws stands for a network failure. */
export const backend = {
  requests: [] as BackendRequest[],
  answer: notFound as (request: BackendRequest) => BackendAnswer | Promise<BackendAnswer>,
  /** Returns the requests with a method and a target. */
  sent: (method: string, target: string) =>
    backend.requests.filter((request) => request.method === method && request.target === target),
  /** Returns the bodies of inserts and function calls. */
  posted: () => backend.requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
  /** Saved views of every list; undefined where a test answers itself. */
  savedViews: [] as unknown[] | undefined,
  /** True when the first-day steps are done; a test about them sets it to false. */
  isSetUp: true,
  reset() {
    backend.requests = [];
    backend.answer = notFound;
    backend.savedViews = [];
    backend.isSetUp = true;
  },
  /** Forgets past requests, answers the public site's reads from these rows, and accepts every insert. */
  serve(rows: { tours?: PublicTour[]; tags?: Tag[] }) {
    backend.requests = [];
    backend.answer = ({ method, target, query }) => {
      if (method === 'POST') return { status: 201 };
      const all: unknown[] = (target === 'tags' ? rows.tags : rows.tours) ?? [];
      const from = Number(query.get('offset') ?? 0);
      return { body: all.slice(from, from + Number(query.get('limit') ?? 1000)), count: all.length };
    };
  },
};

const studioIsReady = {
  ...{ identity: true, sender: true, register: true, tags: true, tour: true, publishing: true },
  ...{ register_count: 1285, register_date: null, skipped: [], studio_name: 'Territoire 360', demo: false },
  ...{ sender_ready: true, sender_tested_at: null, demo_counts: {} },
};

/** Throws what a browser's `fetch` throws when there is no network. */
export const offline = (): never => {
  throw new TypeError('Failed to fetch');
};

// This does not use vi.stubGlobal, which any test may undo: the client keeps this `fetch` for good.
globalThis.fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const request: BackendRequest = {
    method: init.method ?? 'GET',
    target: url.pathname.replace('/rest/v1/', ''),
    query: url.searchParams,
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
  };
  const views = backend.savedViews;
  if (request.method === 'GET' && request.target === 'saved_views' && views) return Response.json(views);
  if (request.target === 'rpc/setup_state' && backend.isSetUp) return Response.json(studioIsReady);
  backend.requests.push(request);
  const { status = 200, body, count, text: raw } = await backend.answer(request);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (count !== undefined) headers.set('content-range', `0-0/${count}`);
  const text = body === undefined || request.method === 'HEAD' ? (raw ?? null) : JSON.stringify(body);
  return new Response(text, { status, headers });
};

export const ADMIN_ID = 'a0000000-0000-4000-8000-000000000001';

/** Signs an administrator in, by writing the session where supabase-js keeps it for the tests' address. */
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

/** The product's own query policy, without the delay between retries. */
function impatientClient() {
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  provideWords(client, subjects);
  return client;
}

/**
 * Renders a screen of the back office at an address; other addresses show « Ailleurs ».
 *
 * @param path the route's pattern; `at` is the address itself, needed only where the pattern has parameters
 */
export function renderScreen(
  element: ReactElement,
  { path = '/', at = path, state = null }: { path?: string; at?: string; state?: unknown } = {},
) {
  const client = impatientClient();
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>Ailleurs</p> },
    ],
    { initialEntries: [{ ...parsePath(at), state }] },
  );
  const view = render(
    <QueryClientProvider client={client}>
      <SubjectsContext value={subjects}>
        <RouterProvider router={router} />
      </SubjectsContext>
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

/** Renders a part of the public site at an address, inside the declarative router that visitors load. */
export function renderAt(at: string, element: ReactElement) {
  let location = '';
  let navigate: NavigateFunction;
  function Address() {
    const { pathname, search, hash } = useLocation();
    location = pathname + search + hash;
    navigate = useNavigate();
    return null;
  }
  const view = render(
    <PageClient value={impatientClient()}>
      <MemoryRouter initialEntries={[at]}>
        <Address />
        {element}
      </MemoryRouter>
    </PageClient>,
  );
  return {
    ...view,
    address: () => location,
    go: (to: string | -1) => act(async () => (to === -1 ? navigate(-1) : navigate(to))),
  };
}
