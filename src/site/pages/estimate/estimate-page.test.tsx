import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EstimateData } from '@/shared/estimate/estimate';
import { siteConfig } from '@/shared/lib/site-config';
import { SiteFooter } from '@/site/ui/footer';
import { SiteHeader } from '@/site/ui/header';

const { EstimatePage } = await import('./estimate-page');
const { QuoteRequestPage } = await import('../quote-request/quote-request-page');

const data: EstimateData = {
  ...{ tax_status: 'registered', weeks_low: 3, weeks_high: 6, scenes_per_day: 25, km_per_day: null },
  farthest_km: 800,
  prices: [
    {
      ...{ name: 'Point de vue', basis: 'scene', kinds: ['visite-virtuelle'] },
      ...{ low_cents: 10_000, high_cents: 12_000 },
    },
    {
      ...{ name: 'Rue numérisée', basis: 'kilometre', kinds: ['street-view'] },
      ...{ low_cents: 14_000, high_cents: 14_000 },
    },
    {
      ...{ name: 'Déplacement', basis: 'deplacement', kinds: ['visite-virtuelle', 'street-view'] },
      ...{ low_cents: 70, high_cents: 70 },
    },
  ],
  places: [
    { code: '080', name: "L'Islet", region: 'Chaudière-Appalaches', low_km: 200, high_km: 300 },
    { code: '01', name: 'Les Îles-de-la-Madeleine', region: 'Gaspésie', low_km: 2000, high_km: 2000 },
  ],
};
const answer = (estimate: EstimateData | null) => {
  backend.answer = ({ target }) =>
    target === 'rpc/public_estimate' ? { body: estimate } : { status: 404, body: {} };
};

beforeEach(() => {
  backend.reset();
  localStorage.clear();
});
afterEach(() => {
  siteConfig.showsEstimate = false;
});

it('without public prices leads to the quote request, and stands in no menu', async () => {
  answer(null);
  renderAt('/estimer', <EstimatePage />);
  expect(await screen.findByRole('heading', { name: 'Les prix sont donnés sur soumission.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Demander une soumission' })).toHaveAttribute('href', '/contact');
  expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  renderAt('/', <SiteFooter />);
  expect(screen.queryByRole('link', { name: 'Estimer mon projet' })).toBeNull();
});

it('stands in the menus once the site is built with public prices', () => {
  siteConfig.showsEstimate = true;
  renderAt('/', <SiteHeader />);
  renderAt('/', <SiteFooter />);
  for (const link of screen.getAllByRole('link', { name: /^Estimer/ }))
    expect(link).toHaveAttribute('href', '/estimer');
});

it('gives a range, a delay and the net cost, and takes the project to the quote request', async () => {
  answer(data);
  renderAt('/estimer', <EstimatePage />);
  const scenes = await screen.findByRole('textbox', { name: /^Nombre de scènes/ });
  expect(screen.getByRole('status')).toHaveTextContent(/^de 1.000.\$ à 1.200.\$$/);
  expect(screen.getByText(/Le déplacement n’est pas compris.: choisissez votre MRC/)).toBeVisible();
  await userEvent.clear(scenes);
  expect(screen.getByText(/Indiquez un nombre entier de 1 à 2.000/)).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
  await userEvent.type(scenes, '20');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^MRC ou ville/ }), 'L’Islet');
  expect(screen.getByRole('status')).toHaveTextContent(/^de 2.140.\$ à 2.610.\$$/);
  expect(
    screen.getByText(/Livraison de 3 à 6.semaines après votre accord, dont 1.jour sur place/),
  ).toBeVisible();
  const cost = within(screen.getByRole('region', { name: 'Ce que paie la municipalité, estimation' }));
  // For 2 140 $ the TPS is 107,00 and the TVQ 213,465 → 213,47, of which 106,73 is refunded.
  expect(cost.getByText('Coût net').nextSibling).toHaveTextContent(/^2.246,74.\$ à 2.740,18.\$$/);
  const href = screen
    .getByRole('link', { name: 'Demander une soumission pour ce projet' })
    .getAttribute('href') as string;
  expect(href).toBe('/contact?service=visite-virtuelle&scenes=20&km=10&mrc=080');

  renderAt(href, <QuoteRequestPage />);
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^Message/ })).toHaveDisplayValue(
      /Notre projet.: 20.scènes, L’Islet\..*\n.*de 2.140.\$ à 2.610.\$ avant taxes/,
    ),
  );
});

it('says that a trip too far is part of the quote, and opens on the project of the address', async () => {
  answer(data);
  renderAt('/estimer?service=street-view&km=2.5&mrc=01', <EstimatePage />);
  expect(await screen.findByRole('textbox', { name: /^Kilomètres/ })).toHaveValue('2,5');
  expect(screen.getByRole('status')).toHaveTextContent(/^350.\$$/);
  expect(screen.getByText(/vers Les Îles-de-la-Madeleine n’est pas compris/)).toBeVisible();
});
