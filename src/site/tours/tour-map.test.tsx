import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TourPlace } from '@/site/data/tour-places';
import { withQueries } from '@/site/lib/with-queries';

const { TourMap } = await import('./tour-map');
const Screen = withQueries(TourMap);

const place = (town: string, mrc: string, change: Partial<TourPlace> = {}): TourPlace => ({
  town,
  mrc,
  mrc_name: `MRC ${mrc}`,
  region: 'Lanaudière',
  latitude: 46,
  longitude: -73.5,
  count: 1,
  tours: [{ slug: `${town.toLowerCase()}-a`, title: `Visite de ${town}`, picture: `/images/${town}.jpg` }],
  ...change,
});

beforeEach(() => backend.reset());

const show = (places: TourPlace[]) => {
  backend.answer = () => ({ body: places });
  return renderAt('/realisations', <Screen />);
};

it('lists each town by region with links to its tours, the rest in the portfolio; nothing without places', async () => {
  const none = show([]);
  await vi.waitFor(() => expect(backend.requests).toHaveLength(1));
  expect(none.container.querySelector('#carte')).toBeNull();
  none.unmount();
  show([
    place('Terrebonne', '640', { count: 5 }),
    place('Saguenay', '94', { region: 'Saguenay–Lac-Saint-Jean', mrc_name: 'Saguenay' }),
  ]);
  expect(
    await screen.findByText(/6.visites à explorer ici, dans 2.municipalités et 2.régions/),
  ).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Lieux par région' }));
  expect(list.getByRole('link', { name: 'Visite de Terrebonne' })).toHaveAttribute(
    'href',
    '/realisations/terrebonne-a',
  );
  expect(list.getByRole('link', { name: 'Voir les 5 visites' })).toHaveAttribute(
    'href',
    '/realisations?q=Terrebonne',
  );
});

it('writes a name of the register as a text does', async () => {
  show([place("L'Anse-Saint-Jean", '94', { mrc_name: "L'Érable" })]);
  expect(await screen.findByText('L’Anse-Saint-Jean')).toBeVisible();
  expect(screen.getByText(', L’Érable')).toBeVisible();
});

describe('a point of the map', () => {
  /** Returns the points of the widest map; the page also has those of narrower ones, hidden by its styles. */
  const points = () => {
    const groupings = screen.getAllByRole('list', { name: 'Lieux sur la carte' });
    return within(groupings.at(-1) as HTMLElement);
  };
  const metisPath = '/realisations/m%C3%A9tis-sur-mer-a';
  const metis = place('Métis-sur-Mer', '090', { latitude: 48.66, longitude: -68.03 });
  const showPoints = async () => {
    const { address } = show([
      metis,
      place('Rivière-Éternité', '942', { latitude: 48.26, longitude: -70.33 }),
      place('L’Anse-Saint-Jean', '942', { latitude: 48.23, longitude: -70.2 }),
      place('Sans position', '640', { latitude: null, longitude: null }),
    ]);
    await screen.findByText('Métis-sur-Mer');
    return { user: userEvent.setup(), address };
  };
  const single = () => points().getByRole('link', { name: 'Visite de Métis-sur-Mer, Métis-sur-Mer' });
  const group = () =>
    points().getByRole('button', { name: '2 visites\u00a0: Rivière-Éternité, L’Anse-Saint-Jean' });
  const picture = () => document.querySelector('img[src="/images/Métis-sur-Mer.jpg"]');

  it('is a link to its tour, or a button for several, which leads to the list where no script runs', async () => {
    await showPoints();
    expect(single()).toHaveAttribute('href', metisPath);
    const [, id] = group().getAttribute('href')?.split('#') ?? [];
    expect(document.getElementById(id ?? '')).toHaveTextContent('Rivière-Éternité');
  });

  it('shows its card to the pointer, as long as the pointer is on either, and leads on a press', async () => {
    const { user, address } = await showPoints();
    await user.hover(single());
    expect(picture()).toBeVisible();
    await user.hover(picture() as Element);
    expect(picture()).toBeVisible();
    await user.unhover(picture() as Element);
    await waitFor(() => expect(picture()).toBeNull());
    await user.click(single());
    expect(address()).toBe(metisPath);
  });

  it('shows its card to the keyboard; Escape closes it and keeps the focus', async () => {
    const { user } = await showPoints();
    single().focus();
    expect(await screen.findByText('Métis-sur-Mer', { selector: 'a *' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(picture()).toBeNull();
    expect(single()).toHaveFocus();
    await user.tab();
    expect(group()).toHaveFocus();
    expect(group()).toHaveAttribute('aria-expanded', 'true');
    await user.tab();
    expect(document.activeElement).toHaveTextContent('Visite de Rivière-Éternité');
    await user.keyboard('{Escape}');
    expect(group()).toHaveFocus();
    expect(group()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard(' ');
    expect(group()).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows its card at the first touch and leads to the tour at the second', async () => {
    const { address } = await showPoints();
    const touch = () => {
      fireEvent.pointerDown(single(), { pointerType: 'touch' });
      return fireEvent.click(single());
    };
    expect(touch()).toBe(false);
    expect(picture()).toBeVisible();
    expect(address()).toBe('/realisations');
    touch();
    expect(address()).toBe(metisPath);
  });

  it('stands out while one is on its entry in the list, and its MRC with it', async () => {
    const { user } = await showPoints();
    const territory = () => document.querySelectorAll('use.fill-sumac\\/45');
    expect(territory()).toHaveLength(0);
    expect(document.querySelectorAll('use')).toHaveLength(3);
    await user.hover(screen.getByRole('link', { name: 'Visite de Métis-sur-Mer' }));
    expect(single().className).toContain('before:bg-sumac');
    expect(territory()[0]?.getAttribute('href')).toMatch(/#m090$/);
  });
});
