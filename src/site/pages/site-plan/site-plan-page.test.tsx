import { screen } from '@testing-library/react';
import { renderAt } from '@tests/fake-backend';
import { expect, it } from 'vitest';
import { paths } from '@/shared/lib/paths';
import { serviceHref, services } from '@/site/lib/services';

const { SitePlanPage } = await import('./site-plan-page');

it('leads to every page that a visitor may look for, and to every service', () => {
  renderAt('/plan-du-site', <SitePlanPage />);
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const addresses = links.map(([, href]) => href);
  const { home, services: all, streetView, portfolio, quoteRequest, municipalities, about, privacy } = paths;
  for (const { path } of [home, all, streetView, portfolio, quoteRequest, municipalities, about, privacy])
    expect(addresses).toContain(path);
  for (const { id, title } of services) expect(links).toContainEqual([title, serviceHref(id)]);
});
