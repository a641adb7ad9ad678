import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { siteConfig } from '@/shared/lib/site-config';

const initialConfig = { ...siteConfig };
afterEach(() => {
  Object.assign(siteConfig, initialConfig);
  vi.resetModules();
});

/** Renders the parts with a studio identity, as a build inserts it. */
async function show(identity: Partial<typeof siteConfig>) {
  const { siteConfig: fresh } = await import('@/shared/lib/site-config');
  Object.assign(fresh, identity);
  const { SiteFooter } = await import('./footer');
  render(
    <MemoryRouter>
      <SiteFooter />
    </MemoryRouter>,
  );
}

const legal = () => within(screen.getByRole('region', { name: 'Renseignements légaux' }));

it('says who the studio is in law, and only what was saved', async () => {
  await show({
    phone: '418 555-0100',
    phoneHref: 'tel:4185550100',
    neq: '1234567890',
    taxes: 'Non inscrit aux taxes (TPS, TVQ)',
  });
  const lines = legal()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '));
  expect(lines).toEqual([
    siteConfig.legalName,
    siteConfig.postalAddress.replace(/\s/g, ' '),
    '418 555-0100',
    'NEQ 1234567890',
    'Non inscrit aux taxes (TPS, TVQ)',
  ]);
  expect(legal().getByRole('link', { name: '418 555-0100' })).toHaveAttribute('href', 'tel:4185550100');
});

it('leaves out a phone, an NEQ and taxes that nobody saved', async () => {
  await show({ phone: undefined, neq: undefined, taxes: undefined });
  expect(legal().getAllByRole('listitem')).toHaveLength(2);
});

it.each([
  ['a square logo stands beside the name', 100, ''],
  ['a wide one holds the name', 400, siteConfig.name],
])('%s, its size known before it comes', async (_what, width, alt) => {
  vi.resetModules();
  await show({ logo: { url: 'https://projet.example/logo.png', width, height: 100 } });
  const logo = document.querySelector('img');
  expect([logo?.width, logo?.height, logo?.alt]).toEqual([width, 100, alt]);
  expect(screen.queryAllByText(siteConfig.name)).toHaveLength(alt ? 0 : 1);
});
