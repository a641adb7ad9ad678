import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { vi } from 'vitest';
import type { Tag } from '@/shared/data/tags';
import { createQueryClient } from '@/shared/lib/query-client';
import { searchKey } from '@/shared/lib/text';
import type { PublicTour } from '@/site/data/tours';
import { PageClient } from '@/site/lib/page-client';

/** For tests: the data API, stubbed at the network. Pages are imported after it, as the client keeps `fetch` for good. */

type Request = { method: string; table: string; query: URLSearchParams; body: unknown };
type Answer = { status?: number; body?: unknown; count?: number };
type Answering = (request: Request) => Answer | Promise<Answer>;

export const tag = (id: string, name: string, color = '#15803d'): Tag => ({
  id,
  name,
  slug: id,
  color,
  icon: null,
  display_order: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});

export const tour = (title: string, change: Partial<PublicTour> = {}, tagIds: string[] = []): PublicTour => ({
  id: title,
  title,
  slug: searchKey(title).replace(/[^a-z0-9]+/g, '-'),
  description: null,
  location: null,
  url: `https://visites.example/${encodeURIComponent(title)}`,
  image_url: null,
  panorama_url: null,
  virtual_tour_tags: tagIds.map((tag_id) => ({ tag_id })),
  ...change,
});

/** What the API was asked, and what it answers. */
export const api = {
  requests: [] as Request[],
  answer: (() => ({ status: 404 })) as Answering,
  /** Answers reads from these rows, and accepts every insert. */
  serve(rows: { tours?: PublicTour[]; tags?: Tag[] }) {
    api.requests = [];
    api.answer = ({ method, table, query }) => {
      if (method === 'POST') return { status: 201 };
      const all: unknown[] = (table === 'tags' ? rows.tags : rows.tours) ?? [];
      const from = Number(query.get('offset') ?? 0);
      return { body: all.slice(from, from + Number(query.get('limit') ?? 1000)), count: all.length };
    };
  },
  inserted: () => api.requests.filter((request) => request.method === 'POST').map((request) => request.body),
};

vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
  const url = new URL(input);
  const request: Request = {
    method: init.method ?? 'GET',
    table: url.pathname.replace('/rest/v1/', ''),
    query: url.searchParams,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  };
  api.requests.push(request);
  const { status = 200, body, count } = await api.answer(request);
  const headers = new Headers(count === undefined ? {} : { 'content-range': `0-0/${count}` });
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
});

/** Where the router is, for tests that read or change the address. */
export const address = { current: '', go: (_to: string | number) => {} };

function Address() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  address.current = pathname + search + hash;
  address.go = (to) => (typeof to === 'number' ? navigate(to) : navigate(to));
  return null;
}

/** Renders something of the site at an address, with the product's own query policy but no wait between retries. */
export function renderAt(path: string, element: ReactElement) {
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  return render(
    <PageClient value={client}>
      <MemoryRouter initialEntries={[path]}>
        <Address />
        {element}
      </MemoryRouter>
    </PageClient>,
  );
}
