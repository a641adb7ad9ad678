import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { panoramaTour } from '@tests/panorama-tours';
import { tour } from '@tests/tour-rows';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('@/shared/panorama-tour/tour-visit', () => ({
  TourVisit: ({ title, exit }: { title: string; exit?: ReactNode }) => (
    <>
      {exit}
      <p>visite de {title}</p>
    </>
  ),
}));

const { TourPage } = await import('./pages/tour/tour-page');
const { VisitPage } = await import('./pages/visit/visit-page');

const port = tour('Le port', { panorama_url: '/images/panoramas/port.jpg' });
let panorama: { body?: unknown; status?: number };
let frames: { is_open: boolean; sites: string[] };

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  panorama = { body: [{ tour_id: port.id, document: panoramaTour }] };
  frames = { is_open: false, sites: [] };
  backend.requests = [];
  backend.answer = ({ target, query }) => {
    if (target === 'panorama_tours') return panorama;
    if (target === 'rpc/embedding_rules') return { body: frames };
    if (target === 'virtual_tours' && query.get('slug') === `eq.${port.slug}`) return { body: [port] };
    return { body: [] };
  };
});

const show = (at: string) =>
  renderAt(
    at,
    <Routes>
      <Route path="/realisations/:slug" element={<TourPage />} />
      <Route path="/visite/:slug/:scene?" element={<VisitPage />} />
    </Routes>,
  );
const countedViews = () => backend.sent('POST', 'rpc/count_tour_view').length;

it('enters the visit by a link that leads somewhere without script, counts a view, and leaves it', async () => {
  show('/realisations/le-port');
  const enter = await screen.findByRole('link', { name: 'Entrer dans la visite (2 scènes)' });
  expect(enter).toHaveAttribute('href', '/visite/le-port');
  // The tour itself is shown, so no single panorama is offered beside it; the external address still is.
  expect(screen.queryByRole('button', { name: 'Aperçu 360°' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Explorer la visite virtuelle' })).toBeVisible();
  await userEvent.click(enter);
  expect(await screen.findByText('visite de Le port')).toBeVisible();
  expect(countedViews()).toBe(1);
  expect(screen.getByRole('link', { name: /Ouvrir la visite seule/ })).toHaveAttribute(
    'href',
    '/visite/le-port',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Fermer la visite' }));
  expect(screen.getByRole('link', { name: /Entrer dans la visite/ })).toHaveFocus();
});

it('opens by itself at an address that names a scene', async () => {
  window.history.replaceState(null, '', '/realisations/le-port#scene=place&vue=0,0,0');
  show('/realisations/le-port');
  expect(await screen.findByText('visite de Le port')).toBeVisible();
});

it.each([{ body: [] }, { status: 500, body: { message: 'panne' } }])(
  'the page of a tour is whole without scenes (%j)',
  async (answer) => {
    panorama = answer;
    show('/realisations/le-port');
    expect(await screen.findByRole('button', { name: 'Ouvrir la visite ici' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Entrer dans la visite/ })).toBeNull();
  },
);

it('a visit alone: the tour, « not found » without scenes, a way to retry when it cannot be read', async () => {
  const alone = show('/visite/le-port');
  expect(await screen.findByText('visite de Le port')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Le port' })).toBeInTheDocument();
  expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  // Finds the exit link, which would open inside another site's frame.
  const leave = () => screen.getByRole('link', { name: 'Quitter la visite' });
  expect(leave()).toHaveAttribute('href', '/realisations/le-port');
  expect(leave()).not.toHaveAttribute('target');
  alone.unmount();
  vi.spyOn(window, 'top', 'get').mockReturnValue({} as Window);
  const framed = show('/visite/le-port');
  expect(await screen.findByRole('link', { name: /nouvel onglet/ })).toHaveAttribute('target', '_blank');
  expect(screen.queryByRole('link', { name: 'Quitter la visite' })).toBeNull();
  framed.unmount();
  vi.restoreAllMocks();
  panorama = { body: [] };
  const empty = show('/visite/le-port');
  expect(await screen.findByRole('heading', { level: 1, name: /404/ })).toBeVisible();
  empty.unmount();
  panorama = { status: 500, body: { message: 'panne' } };
  show('/visite/le-port');
  const retry = await screen.findByRole('button', { name: /Réessayer/ });
  panorama = { body: [{ tour_id: port.id, document: panoramaTour }] };
  await userEvent.click(retry);
  await waitFor(() => expect(screen.getByText('visite de Le port')).toBeVisible());
});

it('the page of a scene has its name, its description, its picture, and the tour’s page for search engines', async () => {
  show('/visite/le-port/place');
  expect(await screen.findByText('visite de Le port')).toBeVisible();
  const meta = (name: string) =>
    document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
  expect(document.title).toBe('La place — Le port | Territoire 360');
  expect(meta('og:title')).toBe('La place — Le port | Territoire 360');
  expect(meta('og:description')).toBe('Ce que montre place');
  expect(meta('og:url')).toBe('http://localhost:5173/visite/le-port/place');
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(meta('robots')).toBe('noindex');
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
    'http://localhost:5173/realisations/le-port',
  );
});

/** Makes the page believe that it is in a frame of another site. */
function frameBy(site: string | undefined) {
  vi.spyOn(window, 'top', 'get').mockReturnValue({} as Window);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(site ? `${site}/page` : '');
}

it.each([
  ['a site of the list', 'https://ville.example', { is_open: false, sites: ['https://ville.example'] }, true],
  ['another site', 'https://pirate.test', { is_open: false, sites: ['https://ville.example'] }, false],
  [
    'a site that does not say who it is',
    undefined,
    { is_open: false, sites: ['https://ville.example'] },
    false,
  ],
  ['any site, where any may', 'https://pirate.test', { is_open: true, sites: [] }, true],
])('in a frame of %s', async (_what, site, rules, isShown) => {
  frames = rules;
  frameBy(site);
  show('/visite/le-port');
  if (isShown) {
    expect(await screen.findByText('visite de Le port')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Ouvrir la visite/ })).toBeNull();
    return;
  }
  const link = await screen.findByRole('link', { name: 'Ouvrir la visite (nouvel onglet)' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.queryByText('visite de Le port')).toBeNull();
});

it('offers the line for other sites where some may show the tour, and says which', async () => {
  frames = { is_open: false, sites: ['https://ville.example'] };
  show('/realisations/le-port#scene=place&vue=0,0,0');
  await userEvent.click(await screen.findByRole('link', { name: /Entrer dans la visite/ }));
  const line = await screen.findByLabelText<HTMLTextAreaElement>(/Montrer cette visite/);
  expect(line.value).toMatch(
    /^<iframe src="http:\/\/localhost:5173\/visite\/le-port" title="Visite virtuelle\u00a0: Le port" width="100%"/,
  );
  expect(screen.getByText(/Seuls les sites que nous avons permis/)).toBeVisible();
});
