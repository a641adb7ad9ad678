import { screen } from '@testing-library/react';
import { backend, renderAt } from '@tests/fake-backend';
import { tag, tour } from '@tests/tour-rows';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';

const { HomePage } = await import('./pages/home/home-page');
const { ServicesPage } = await import('./pages/services/services-page');
const { StreetViewPage } = await import('./pages/street-view/street-view-page');
const { PortfolioPage } = await import('./pages/portfolio/portfolio-page');
const { QuoteRequestPage } = await import('./pages/quote-request/quote-request-page');
const { TourPage } = await import('./pages/tour/tour-page');
const { absoluteUrl, Seo } = await import('@/shared/ui/seo');
const { JsonLd } = await import('./ui/structured-data');
const { Route, Routes } = await import('react-router-dom');

const SITE = 'http://localhost:5173';
const meta = (name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
const canonical = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute('href');
const structures = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map((block) =>
    JSON.parse(block.textContent ?? ''),
  );

beforeEach(() => {
  document.head.innerHTML = '';
  backend.serve({
    tours: [
      tour(
        'Phare de Métis',
        { image_url: '/images/tours/phare.jpg', location: 'Métis-sur-Mer, Bas-Saint-Laurent' },
        ['patrimoine'],
      ),
    ],
    tags: [tag('patrimoine', 'Patrimoine')],
  });
});

describe('the head of each page', () => {
  it.each<[string, ReactElement, string, string[]]>([
    ['/', <HomePage key="" />, 'Photographie 360° pour municipalités et MRC', ['LocalBusiness']],
    [
      '/services',
      <ServicesPage key="" />,
      'Services de visite virtuelle et de photographie 360°',
      ['Service', 'BreadcrumbList'],
    ],
    [
      '/street-view',
      <StreetViewPage key="" />,
      'Street View et relevé avant déneigement pour municipalités',
      ['Service', 'BreadcrumbList'],
    ],
    [
      '/realisations',
      <PortfolioPage key="" />,
      'Réalisations\u00a0: visites virtuelles au Québec',
      ['CollectionPage', 'BreadcrumbList'],
    ],
    ['/contact', <QuoteRequestPage key="" />, 'Demande de soumission', ['BreadcrumbList']],
  ])(
    '%s has its title, description, canonical address, sharing tags and structured data',
    (path, page, title, types) => {
      renderAt(`${path}?q=x`, page);
      expect(document.title).toBe(`${title} | Territoire 360`);
      expect(meta('description')?.length).toBeGreaterThan(50);
      expect(canonical()).toBe(SITE + path);
      expect(meta('og:url')).toBe(SITE + path);
      expect(meta('og:locale')).toBe('fr_CA');
      expect(meta('og:title')).toBe(document.title);
      expect(meta('og:description')).toBe(meta('description'));
      expect(meta('og:image')).toBe(`${SITE}/images/share/pages${path === '/' ? '/accueil' : path}.jpg`);
      expect(meta('twitter:card')).toBe('summary_large_image');
      expect(meta('twitter:image')).toBe(meta('og:image'));
      expect(structures().map((data) => data['@type'])).toEqual(types);
      for (const data of structures()) expect(data['@context']).toBe('https://schema.org');
    },
  );

  it('a tour has its own title, picture and breadcrumbs', async () => {
    renderAt(
      '/realisations/phare-de-metis/',
      <Routes>
        <Route path="/realisations/:slug" element={<TourPage />} />
      </Routes>,
    );
    await screen.findByRole('heading', { level: 1, name: 'Phare de Métis' });
    expect(document.title).toBe('Phare de Métis | Territoire 360');
    expect(canonical()).toBe(`${SITE}/realisations/phare-de-metis`);
    expect(meta('og:image')).toBe(`${SITE}/images/tours/phare.jpg`);
    const [work, trail] = structures();
    expect(work).toMatchObject({
      '@type': 'CreativeWork',
      name: 'Phare de Métis',
      image: { '@type': 'ImageObject', url: `${SITE}/images/tours/phare.jpg` },
      contentLocation: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: 'Métis-sur-Mer', addressCountry: 'CA' },
      },
    });
    expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      `${SITE}/`,
      `${SITE}/realisations`,
      `${SITE}/realisations/phare-de-metis`,
    ]);
  });

  it('the studio has its address by parts, its phone as machines dial it, and pictures with their sizes', () => {
    renderAt('/', <HomePage />);
    const [studio] = structures();
    expect(studio.address).toMatchObject({
      '@type': 'PostalAddress',
      addressLocality: 'Québec',
      addressCountry: 'CA',
    });
    expect(studio.image).toMatchObject({ '@type': 'ImageObject', width: 1200, height: 630 });
  });

  it('a page with noindex has no canonical address nor sharing tags', () => {
    renderAt('/rien', <Seo title="Page introuvable" noIndex />);
    expect(meta('robots')).toBe('noindex');
    expect(canonical()).toBeUndefined();
    expect(meta('og:url')).toBeUndefined();
  });

  it('keeps addresses of other sites, and replaces an invalid one by the home page', () => {
    expect(absoluteUrl('https://images.example/a.jpg')).toBe('https://images.example/a.jpg');
    expect(absoluteUrl('/contact')).toBe(`${SITE}/contact`);
    expect(absoluteUrl('https://')).toBe(`${SITE}/`);
  });

  it('escapes text that would close the JSON-LD script', () => {
    const name = '</script><script>alert(1)</script>';
    const { container } = renderAt('/', <JsonLd data={{ '@type': 'Thing', name }} />);
    expect(container.innerHTML.match(/<\/script>/g)).toHaveLength(1);
    expect(structures()[0].name).toBe(name);
  });
});
