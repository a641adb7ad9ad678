import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';
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
  tours: [{ slug: `${town.toLowerCase()}-a`, title: `Visite de ${town}` }],
  ...change,
});

let seen: (entries: { isIntersecting: boolean }[]) => void = () => {};
beforeEach(() => {
  backend.reset();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof seen) {
        seen = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});

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
  expect(await screen.findByText(/6.visites dans 2.municipalités et 2.régions/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Visite de Terrebonne' })).toHaveAttribute(
    'href',
    '/realisations/terrebonne-a',
  );
  expect(screen.getByRole('link', { name: 'Voir les 5 visites' })).toHaveAttribute(
    'href',
    '/realisations?q=Terrebonne',
  );
  expect(screen.queryByRole('img')).toBeNull();
});

it('writes a name of the register as a text does', async () => {
  show([place("L'Anse-Saint-Jean", '94', { mrc_name: "L'Érable" })]);
  expect(await screen.findByText('L’Anse-Saint-Jean')).toBeVisible();
  expect(screen.getByText(', L’Érable')).toBeVisible();
});

it('draws the map once it comes near: the MRCs of the list in colour, a press leads to the entry', async () => {
  show([place('Terrebonne', '640'), place('Saguenay', '94')]);
  await screen.findByText('Terrebonne');
  seen([{ isIntersecting: true }]);
  const map = await screen.findByRole('img', { name: /Carte du sud du Québec/ });
  const realised = [...map.querySelectorAll('path.fill-spruce')];
  expect(realised).toHaveLength(2);
  expect(map.querySelectorAll('circle')).toHaveLength(2);
  for (const details of document.querySelectorAll('details')) details.open = false;
  await userEvent.click(realised[0] as Element);
  const link = document.activeElement as HTMLElement;
  expect(link.textContent).toMatch(/^Visite de/);
  expect(link.closest('details')?.open).toBe(true);
  // The boundary of the entry that has the focus stands out.
  expect(map.querySelectorAll('path.fill-sumac')).toHaveLength(1);
  expect(within(map).queryAllByRole('link')).toEqual([]);
});
