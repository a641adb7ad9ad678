import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { tag, tour } from '@tests/tour-rows';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { PortfolioPage } = await import('./portfolio-page');
const { DEBOUNCE } = await import('./portfolio-filters');

const tags = [tag('patrimoine', 'Patrimoine'), tag('nature', 'Espaces naturels'), tag('hiver', 'Hiver')];
const tours = [
  tour('Phare de Métis', { location: 'Métis-sur-Mer', description: 'Un phare rouge et blanc' }, [
    'patrimoine',
  ]),
  tour('Fjord du Saguenay', { location: 'L’Anse-Saint-Jean' }, ['nature']),
  tour('Village enneigé', { location: 'Sacré-Cœur' }, ['patrimoine', 'hiver']),
  tour('Rue neuve'),
];

const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((title) => title.textContent);
const search = () => screen.getByRole('searchbox', { name: 'Rechercher une réalisation' });
const chip = (name: string) => screen.getByRole('button', { name });
const show = async (path = '/realisations') => {
  const { address, go } = renderAt(path, <PortfolioPage />);
  await screen.findByRole('searchbox');
  return { address, go, user: userEvent.setup() };
};

beforeEach(() => backend.serve({ tours, tags }));

describe('the portfolio', () => {
  it('shows a spinner, then every published tour and how many they are', async () => {
    renderAt('/realisations', <PortfolioPage />);
    expect(screen.getByText('Chargement des réalisations…')).toBeVisible();
    expect(await screen.findByText('4 réalisations')).toBeVisible();
    expect(titles()).toEqual(tours.map(({ title }) => title));
    const { query } = backend.requests.find((request) => request.target === 'virtual_tours') ?? {};
    expect(query?.get('status')).toBe('eq.published');
    expect(query?.get('order')).toBe('created_at.desc,id.asc');
  });

  it('finds by title, place and description, without accents, and keeps the text in the address', async () => {
    const { address, user } = await show();
    await user.type(search(), '  sacre coeur ');
    expect(await screen.findByText('1 réalisation trouvée(s)')).toBeVisible();
    expect(titles()).toEqual(['Village enneigé']);
    await waitFor(() => expect(address()).toBe('/realisations?q=sacre+coeur'));
    expect(search()).toHaveValue('  sacre coeur ');

    await user.clear(search());
    await user.type(search(), 'ROUGE');
    await waitFor(() => expect(titles()).toEqual(['Phare de Métis']));
  });

  it('combines tags with each other and with the text, and exposes which are pressed', async () => {
    const { address, user } = await show();
    expect(chip('Patrimoine')).toHaveAttribute('aria-pressed', 'false');
    await user.click(chip('Patrimoine'));
    await user.click(chip('Espaces naturels'));
    expect(chip('Patrimoine')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('3 réalisations trouvée(s)')).toBeVisible();
    expect(titles()).toEqual(['Phare de Métis', 'Fjord du Saguenay', 'Village enneigé']);

    await user.type(search(), 'village');
    expect(await screen.findByText('1 réalisation trouvée(s)')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/realisations?tag=patrimoine&tag=nature&q=village'));

    await user.click(chip('Patrimoine'));
    expect(await screen.findByText('0 réalisations trouvée(s)')).toBeVisible();
    expect(address()).toBe('/realisations?tag=nature&q=village');
  });

  it('keeps a tag pressed before the address is updated with the typed text', async () => {
    const { address, user } = await show();
    await user.type(search(), 'village');
    await user.click(chip('Hiver'));
    expect(address()).toBe('/realisations?tag=hiver&q=village');
  });

  it('leaves the address to a page that is on its way: a card was pressed before the text was written there', async () => {
    const { address, user } = await show();
    await user.type(search(), 'metis');
    window.history.pushState(null, '', '/realisations/phare-de-metis');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(address()).toBe('/realisations');
  });

  it('starts from the filters of the address, and ignores a tag that no longer exists', async () => {
    await show('/realisations?tag=hiver&tag=disparue&q=VILLAGE');
    expect(search()).toHaveValue('VILLAGE');
    expect(chip('Hiver')).toHaveAttribute('aria-pressed', 'true');
    expect(titles()).toEqual(['Village enneigé']);
  });

  it('follows the address when navigation changes it', async () => {
    const { go } = await show('/realisations?q=phare');
    await go('/realisations?q=fjord');
    await waitFor(() => expect(titles()).toEqual(['Fjord du Saguenay']));
    expect(search()).toHaveValue('fjord');
  });

  it('writes nothing into an address that brought a text and a tag', async () => {
    const { go } = await show();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await go('/realisations?q=metis&tag=patrimoine');
    await waitFor(() => expect(search()).toHaveValue('metis'));
    expect(timers.mock.calls.filter(([, delay]) => delay === DEBOUNCE)).toEqual([]);
    timers.mockRestore();
  });

  it('says when nothing matches, and clears text and tags at once', async () => {
    const { address, user } = await show('/realisations?tag=nature&q=introuvable');
    expect(screen.getByText('Aucune réalisation ne correspond à votre recherche')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(await screen.findByText('4 réalisations')).toBeVisible();
    expect(search()).toHaveValue('');
    expect(search()).toHaveFocus();
    expect(chip('Espaces naturels')).toHaveAttribute('aria-pressed', 'false');
    expect(address()).toBe('/realisations');
  });

  it('has an empty state without a clear button when nothing is published', async () => {
    backend.serve({ tags });
    await show();
    expect(screen.getByText('Aucune réalisation publiée pour le moment')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Effacer les filtres' })).toBeNull();
  });

  it('shows an error when the tours cannot be read, and retries on demand', async () => {
    backend.answer = ({ target }) =>
      target === 'tags' ? { body: tags } : { status: 503, body: { message: 'panne' } };
    renderAt('/realisations', <PortfolioPage />);
    expect(await screen.findByText('Impossible de charger les réalisations')).toBeVisible();
    // One read and two retries: the REST client adds none of its own.
    expect(backend.requests.filter((request) => request.target === 'virtual_tours')).toHaveLength(3);
    backend.serve({ tours, tags });
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('4 réalisations')).toBeVisible();
  });

  it('shows the newest 24 and the exact count before the others are loaded, and searches all', async () => {
    const many = Array.from({ length: 50 }, (_, index) => tour(`Visite ${index + 1}`));
    backend.serve({ tours: many, tags });
    const { answer } = backend;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    backend.answer = async (request) => {
      if (request.target === 'virtual_tours' && request.query.get('limit') === '1000') await gate;
      return answer(request);
    };
    const { user } = await show();
    expect(screen.getByText('50 réalisations')).toBeVisible();
    expect(titles()).toHaveLength(24);
    expect(screen.getByRole('button', { name: 'Afficher plus de réalisations' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await user.type(search(), 'visite 50');
    expect(await screen.findByText('Chargement des réalisations…')).toBeVisible();
    expect(screen.queryByText(/trouvée/)).toBeNull();
    release();
    expect(await screen.findByText('1 réalisation trouvée(s)')).toBeVisible();
    expect(titles()).toEqual(['Visite 50']);
  });

  it('reads a small portfolio once', async () => {
    await show();
    expect(backend.requests.filter((request) => request.target === 'virtual_tours')).toHaveLength(1);
  });

  it('shows 24 cards at a time and focuses the first new one', async () => {
    const many = Array.from({ length: 50 }, (_, index) => tour(`Visite ${index + 1}`));
    backend.serve({ tours: many, tags });
    const { user } = await show();
    expect(screen.getByText('50 réalisations')).toBeVisible();
    expect(titles()).toHaveLength(24);
    await user.click(screen.getByRole('button', { name: 'Afficher plus de réalisations' }));
    expect(titles()).toHaveLength(48);
    expect(document.activeElement).toHaveTextContent('Visite 25');
    await user.click(screen.getByRole('button', { name: 'Afficher plus de réalisations' }));
    expect(titles()).toHaveLength(50);
    expect(screen.queryByRole('button', { name: 'Afficher plus de réalisations' })).toBeNull();

    await user.type(search(), 'visite');
    await waitFor(() => expect(titles()).toHaveLength(24));
  });
});

it('shows as many cards on Back as it did', { tags: ['proof'] }, async () => {
  const many = Array.from({ length: 50 }, (_, index) => tour(`Visite ${index + 1}`));
  backend.serve({ tours: many, tags });
  const pages = (
    <Routes>
      <Route path="/realisations" element={<PortfolioPage />} />
      <Route path="*" element={<p>La visite</p>} />
    </Routes>
  );
  const { go } = renderAt('/services', pages);
  await go('/realisations?q=visite');
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus de réalisations' }));
  await go('/realisations/visite-40');
  expect(screen.getByText('La visite')).toBeVisible();
  await go(-1);
  expect(titles()).toHaveLength(48);
  await go('/realisations');
  expect(titles()).toHaveLength(24);
});

describe('the map under the cards', () => {
  const place = (town: string, region: string, longitude: number) => ({
    ...{ town, region, mrc: '090', mrc_name: town, latitude: 48.5, longitude, count: 1 },
    tours: [{ slug: town, title: `Visite de ${town}`, picture: null }],
  });
  const places = [
    place('Métis-sur-Mer', 'Bas-Saint-Laurent', -68),
    place('L’Anse-Saint-Jean', 'Saguenay–Lac-Saint-Jean', -70.2),
  ];
  const showMap = async () => {
    backend.serve({ tours, tags });
    const { answer } = backend;
    backend.answer = (request) => (request.target === 'rpc/tour_places' ? { body: places } : answer(request));
    const shown = await show();
    const map = within(await screen.findByRole('region', { name: 'Carte des réalisations' }));
    return { ...shown, map };
  };

  it('has the filter beside it: what is typed there filters points, list and cards', async () => {
    const { map, user, address } = await showMap();
    const towns = () => map.getByRole('list', { name: 'Lieux par région' });
    expect(screen.getByRole('link', { name: 'Voir sur la carte' })).toHaveAttribute('href', '#carte');
    expect(towns()).toHaveTextContent('L’Anse-Saint-Jean');
    await user.type(map.getByRole('searchbox', { name: 'Rechercher sur la carte' }), 'phare');
    await waitFor(() => expect(towns()).not.toHaveTextContent('L’Anse-Saint-Jean'));
    expect(towns()).toHaveTextContent('Métis-sur-Mer');
    for (const points of map.getAllByRole('list', { name: 'Lieux sur la carte' }))
      expect(within(points).getAllByRole('link')).toHaveLength(1);
    await waitFor(() => expect(address()).toBe('/realisations?q=phare'));
    await waitFor(() => expect(titles()).toEqual(['Phare de Métis']));
  });

  it('follows the filter above the cards, and says when no place is left', async () => {
    const { map, user } = await showMap();
    await user.click(screen.getAllByRole('button', { name: 'Espaces naturels' })[0] as HTMLElement);
    await waitFor(() =>
      expect(map.getByRole('list', { name: 'Lieux par région' })).not.toHaveTextContent('Métis-sur-Mer'),
    );
    await user.type(search(), 'introuvable');
    expect(await map.findByText('Aucun lieu ne correspond à votre recherche.')).toBeVisible();
  });
});

describe('a card', () => {
  it('shows title, place, description, picture, tags, badge and a link to a new tab without opener', async () => {
    backend.serve({ tours: [{ ...(tours[0] as (typeof tours)[0]), image_url: '/images/phare.jpg' }], tags });
    await show();
    const card = within(screen.getByRole('article'));
    expect(card.getByRole('heading', { name: 'Phare de Métis' })).toBeVisible();
    expect(card.getByText('Métis-sur-Mer')).toBeVisible();
    expect(card.getByText('Un phare rouge et blanc')).toBeVisible();
    expect(card.getByText('360° VR')).toBeVisible();
    expect(within(card.getByRole('list', { name: 'Catégories' })).getByText('Patrimoine')).toBeVisible();
    expect(screen.getByRole('article').querySelector('img')).toHaveAttribute('src', '/images/phare.jpg');
    const link = card.getByRole('link', { name: 'Explorer la visite virtuelle' });
    expect(link).toHaveAttribute('href', 'https://visites.example/Phare%20de%20M%C3%A9tis');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
    expect(link).toHaveAccessibleDescription('Phare de Métis s’ouvre dans un nouvel onglet');
    expect(card.getByRole('link', { name: 'Phare de Métis' })).toHaveAttribute(
      'href',
      '/realisations/phare-de-metis',
    );
  });

  it('leads to the page of a tour of our own panoramas, which has no other address', async () => {
    backend.serve({ tours: [tour('Quai', { url: null })], tags });
    await show();
    const link = within(screen.getByRole('article')).getByRole('link', {
      name: 'Explorer la visite virtuelle',
    });
    expect(link).toHaveAttribute('href', '/realisations/quai');
    expect(link).not.toHaveAttribute('target');
    expect(link).toHaveAccessibleDescription('Quai');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'visites.example'])(
    'never makes a link of %s',
    async (url) => {
      backend.serve({ tours: [tour('Piège', { url })], tags });
      await show();
      expect(screen.getByRole('heading', { name: 'Piège' })).toBeVisible();
      const links = within(screen.getByRole('article')).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual(['/realisations/piege']);
    },
  );

  it('counts a view opened with the left or middle button, but not a visit of the tour’s page', async () => {
    const { address } = await show();
    const counted = () => backend.requests.filter(({ target }) => target === 'rpc/count_tour_view');
    const link = within(screen.getAllByRole('article')[0] as HTMLElement).getByRole('link', {
      name: 'Explorer la visite virtuelle',
    });
    fireEvent.click(link);
    expect(counted().map(({ body }) => body)).toEqual([{ tour_id: 'Phare de Métis' }]);
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 2 }));
    expect(counted()).toHaveLength(1);
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    expect(counted()).toHaveLength(2);
    await userEvent.click(screen.getByRole('link', { name: 'Fjord du Saguenay' }));
    expect(address()).toBe('/realisations/fjord-du-saguenay');
    expect(counted()).toHaveLength(2);
  });
});
