import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { tag, tour, withCase } from '@tests/tour-rows';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { publicTags } from '@/shared/data/tags';
import { createQueryClient } from '@/shared/lib/query-client';
import { SESSION_KEY } from '@/shared/lib/session-key';
import { panoramaTourQuery } from '@/site/data/panorama-tours';
import { type PublicTour, publicTours } from '@/site/data/tours';
import { PageClient } from '@/site/lib/page-client';

const { TourPage } = await import('./tour-page');
const { CaseFacts } = await import('./tour-page');

const tags = [tag('patrimoine', 'Patrimoine'), tag('nature', 'Espaces naturels')];
const phare = tour(
  'Phare de Métis',
  { location: 'Métis-sur-Mer', description: 'Une tour blanche', image_url: '/images/phare.jpg' },
  ['patrimoine', 'nature'],
);
const tours = [phare, tour('Loin'), tour('Un', {}, ['nature']), tour('Deux', {}, ['nature', 'patrimoine'])];

/** Answers the three reads of this page as the data API does. */
function serve(rows: PublicTour[]) {
  backend.requests = [];
  backend.answer = ({ target, query }) => {
    if (target === 'tags') return { body: tags };
    if (target !== 'virtual_tours') return { status: 204 };
    const slug = query.get('slug')?.replace('eq.', '');
    if (slug) return { body: rows.filter((row) => row.slug === slug) };
    const among = query.get('shared.tag_id');
    if (among) {
      const shared = (row: PublicTour) =>
        row.virtual_tour_tags.filter(({ tag_id }) => among.includes(tag_id));
      return {
        body: rows.map((row) => ({ id: row.id, shared: shared(row) })).filter((row) => row.shared[0]),
      };
    }
    return { body: rows.filter((row) => query.get('id')?.includes(row.id)) };
  };
}

const show = (slug: string) =>
  renderAt(
    `/realisations/${slug}`,
    <Routes>
      <Route path="/realisations/:slug" element={<TourPage />} />
      <Route path="/contact" element={<p>contact</p>} />
    </Routes>,
  );
const countCalls = () =>
  backend.requests.filter(({ target }) => target === 'rpc/count_tour_view').map(({ body }) => body);

beforeEach(() => serve(tours));

it('shows the not-found page when the tour of a built page has been withdrawn since', async () => {
  serve([]);
  const client = createQueryClient();
  // The meta tags of the head, as the build writes them.
  const updatedAt = Date.now() - 3_600_000;
  client.setQueryData(publicTours.bySlug(phare.slug).queryKey, withCase(phare), { updatedAt });
  client.setQueryData(panoramaTourQuery(phare.id).queryKey, null, { updatedAt });
  client.setQueryData(publicTags.list().queryKey, tags, { updatedAt });
  renderAt(
    `/realisations/${phare.slug}`,
    <PageClient value={client}>
      <Routes>
        <Route path="/realisations/:slug" element={<TourPage />} />
      </Routes>
    </PageClient>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Phare de Métis' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: /404/ })).toBeVisible();
});

describe('the page of a tour', () => {
  it('shows title, place, description, tags and picture, and reads published tours only', async () => {
    show('phare-de-metis');
    expect(screen.getByText('Chargement de la visite…')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'Phare de Métis' })).toBeVisible();
    const page = within(screen.getByRole('article', { name: 'Phare de Métis' }));
    expect(page.getByText('Métis-sur-Mer')).toBeVisible();
    expect(page.getByText('Une tour blanche')).toBeVisible();
    expect(page.getByRole('list', { name: 'Catégories' })).toHaveTextContent('PatrimoineEspaces naturels');
    const picture = screen.getByRole('img', { name: /^Vue de la visite\s: Phare de Métis$/ });
    expect(picture).toHaveAttribute('src', '/images/phare.jpg');
    expect(document.title).toBe('Phare de Métis | Territoire 360');
    expect(document.querySelector('meta[property="og:image"]')).toHaveAttribute(
      'content',
      'http://localhost:5173/images/phare.jpg',
    );
    for (const { query, target } of backend.requests)
      if (target === 'virtual_tours') expect(query.get('status')).toBe('eq.published');
  });

  it('links to the tour in a new tab and to a quote request prefilled for it', async () => {
    show('phare-de-metis');
    const link = await screen.findByRole('link', { name: 'Explorer la visite virtuelle' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
    fireEvent.click(link);
    expect(countCalls()).toEqual([{ tour_id: phare.id }]);
    expect(screen.getByRole('link', { name: 'Demander une soumission' })).toHaveAttribute(
      'href',
      '/contact?service=visite-virtuelle&visite=phare-de-metis',
    );
  });

  it('tells its case, of which only what is known', async () => {
    const expected = {
      client_name: 'Ville A',
      captured_on: '2026-06-01',
      need: 'Montrer la pointe',
      view_count: 1386,
    };
    serve([withCase(phare, expected)]);
    show('phare-de-metis');
    const page = within(await screen.findByRole('article', { name: 'Phare de Métis' }));
    expect(page.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Client',
      'Captation',
      'Consultation',
    ]);
    expect(page.getByText(/1er juin 2026/)).toBeVisible();
    expect(page.getByText(/1.386.vues/)).toBeVisible();
    const parts = page.getAllByRole('heading', { level: 2 });
    expect(parts.map(({ textContent }) => textContent)).toEqual(['Le besoin']);
  });

  it('shows the tours that share the most tags, never itself', async () => {
    show('phare-de-metis');
    const similar = await screen.findByRole('region', { name: 'Visites semblables' });
    const titles = within(similar).getAllByRole('heading', { level: 3 });
    expect(titles.map((title) => title.textContent)).toEqual(['Deux', 'Un']);
  });

  it('has no section of similar tours when no tag is shared', async () => {
    show('loin');
    await screen.findByRole('heading', { level: 1, name: 'Loin' });
    expect(screen.queryByRole('region', { name: 'Visites semblables' })).toBeNull();
  });

  it('shows the not-found screen for a slug that is unknown or not published', async () => {
    show('nulle-part');
    expect(await screen.findByText('Oops! Page not found')).toBeVisible();
  });

  it('shows an error when it cannot be read, and retries on demand', async () => {
    backend.answer = () => ({ status: 503, body: { message: 'panne' } });
    show('phare-de-metis');
    expect(await screen.findByText('Impossible de charger la visite')).toBeVisible();
    serve(tours);
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Phare de Métis' })).toBeVisible();
  });
});

describe('the embedded tour', () => {
  const frame = () => document.querySelector('iframe');

  it('is loaded on demand in a sandbox, with a link to a new tab, and counted', async () => {
    show('phare-de-metis');
    const open = await screen.findByRole('button', { name: 'Ouvrir la visite ici' });
    expect(frame()).toBeNull();
    await userEvent.click(open);
    expect(frame()).toHaveAttribute('src', phare.url);
    expect(frame()).toHaveAttribute('title', 'Visite virtuelle\u00a0: Phare de Métis');
    expect(frame()?.getAttribute('sandbox')).not.toMatch(/top-navigation|forms|modals/);
    expect(frame()).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
    expect(frame()).toHaveFocus();
    expect(countCalls()).toEqual([{ tour_id: phare.id }]);
    expect(screen.getByRole('link', { name: 'Ouvrir la visite dans un nouvel onglet' })).toHaveAttribute(
      'href',
      phare.url,
    );

    await userEvent.click(screen.getByRole('button', { name: 'Fermer la visite' }));
    expect(frame()).toBeNull();
    expect(screen.getByRole('button', { name: 'Ouvrir la visite ici' })).toHaveFocus();
  });

  it.each(['http://visites.example/', 'javascript:alert(1)'])('is not offered for %s', async (url) => {
    serve([{ ...phare, url }]);
    show('phare-de-metis');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Ouvrir la visite ici' })).toBeNull();
  });

  it('is not counted for the studio itself', async () => {
    localStorage.setItem(SESSION_KEY, '{"access_token":"t"}');
    try {
      show('phare-de-metis');
      await userEvent.click(await screen.findByRole('button', { name: 'Ouvrir la visite ici' }));
      expect(frame()).not.toBeNull();
      expect(countCalls()).toEqual([]);
    } finally {
      localStorage.removeItem(SESSION_KEY);
    }
  });

  it('opens even when the view cannot be counted', async () => {
    show('phare-de-metis');
    const open = await screen.findByRole('button', { name: 'Ouvrir la visite ici' });
    await waitFor(() => expect(screen.getByText('Visites semblables')).toBeVisible());
    backend.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await userEvent.click(open);
    expect(frame()).not.toBeNull();
    expect(countCalls()).toHaveLength(1);
  });
});

describe('an address that was public', () => {
  const gone = (answer: object) => {
    serve(tours);
    const { answer: others } = backend;
    backend.answer = (request) => (request.target === 'rpc/gone_tours' ? { body: answer } : others(request));
  };

  it('says that the tour was withdrawn, and leads to the others', async () => {
    gone({ quai: null });
    show('quai');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Cette visite a été retirée' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir nos réalisations' })).toHaveAttribute(
      'href',
      '/realisations',
    );
    expect(backend.sent('POST', 'rpc/gone_tours')[0]?.body).toEqual({ of_slug: 'quai' });
  });

  it('leads to where the tour is now', async () => {
    gone({ ancien: phare.slug });
    show('ancien');
    expect(await screen.findByRole('heading', { level: 1, name: 'Phare de Métis' })).toBeVisible();
  });
});

it('counts the panoramas that one can walk in, whatever was typed; those of a tour elsewhere are as typed', () => {
  const expected = withCase(phare, { panorama_count: 22 });
  const { rerender } = render(<CaseFacts tour={expected} scenes={4} />);
  expect(screen.getByText('Points de vue').nextSibling).toHaveTextContent('4');
  rerender(<CaseFacts tour={expected} scenes={undefined} />);
  expect(screen.getByText('Points de vue').nextSibling).toHaveTextContent('22');
});
