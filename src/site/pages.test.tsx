import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { tag, tour } from '@tests/tour-rows';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { HomePage } = await import('./pages/home/home-page');
const { keyFigures } = await import('./pages/home/home-hero');
const { advantages } = await import('./pages/home/advantages-section');
const { ServicesPage } = await import('./pages/services/services-page');
const { StreetViewPage, streetViewServices } = await import('./pages/street-view/street-view-page');
const { processSteps } = await import('./ui/process-section');
const { services } = await import('./lib/services');
const { SiteHeader } = await import('./ui/header');
const { SiteFooter } = await import('./ui/footer');

const tags = [tag('patrimoine', 'Patrimoine')];
const tours = ['Phare', 'Fjord', 'Village'].map((title) => tour(title, {}, ['patrimoine']));

beforeEach(() => {
  backend.serve({ tours, tags });
  window.scrollTo = () => {};
});

describe('the home page', () => {
  it('shows the slogan, the two calls to action and the three key figures', () => {
    renderAt('/', <HomePage />);
    expect(
      screen.getByRole('heading', { level: 1, name: 'Photographie 360° pour Municipalités & MRC' }),
    ).toBeVisible();
    expect(screen.getByText('Valorisez Votre Territoire en Immersion Totale')).toBeVisible();
    const [quote] = screen.getAllByRole('link', { name: 'Demander une soumission' });
    expect(quote).toHaveAttribute('href', '/contact');
    expect(screen.getByRole('link', { name: 'Découvrir Nos Réalisations' })).toHaveAttribute(
      'href',
      '/realisations',
    );
    for (const { value, label } of keyFigures) {
      expect(screen.getByText(label).closest('li')).toHaveTextContent(
        `${value}${label}`.replace('\u00a0', ' '),
      );
    }
    expect(keyFigures.map(({ value }) => value)).toEqual(['15+', '50+', '100\u00a0%']);
  });

  it('shows the three newest featured tours, published only', async () => {
    const { container } = renderAt('/', <HomePage />);
    expect(await screen.findAllByRole('link', { name: 'Explorer la visite virtuelle' })).toHaveLength(3);
    expect(container.querySelector('#realisations')).toHaveTextContent('Phare');
    const { query } = backend.requests.find((request) => request.target === 'virtual_tours') ?? {};
    expect(query?.get('status')).toBe('eq.published');
    expect(query?.get('is_featured')).toBe('eq.true');
    expect(query?.get('limit')).toBe('3');
    expect(query?.get('order')).toBe('created_at.desc,id.asc');
    expect(screen.getByRole('link', { name: 'Voir toutes nos réalisations' })).toHaveAttribute(
      'href',
      '/realisations',
    );
  });

  it('shows the empty state when the tours cannot be read', async () => {
    backend.answer = () => ({ status: 500, body: { message: 'panne' } });
    renderAt('/', <HomePage />);
    expect(await screen.findByText('Aucune visite en vedette pour le moment')).toBeVisible();
    expect(screen.queryByText(/les visites sont ouvertes/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has its anchors, six advantages, eight services and four steps', () => {
    const { container } = renderAt('/', <HomePage />);
    const headings = (selector: string) =>
      [...container.querySelectorAll(`${selector} h3`)].map((heading) => heading.textContent);
    expect(container.querySelector('#realisations')).not.toBeNull();
    expect(headings('#avantages')).toEqual(advantages.map(({ title }) => title));
    expect(headings('#services')).toEqual(services.map(({ title }) => title));
    expect(headings('section:has(ol)')).toEqual(
      processSteps.map(({ title }, index) => `${index + 1}. ${title}`),
    );
    expect([advantages.length, services.length, processSteps.length]).toEqual([6, 8, 4]);
  });
});

describe('the header', () => {
  // jsdom has no modal dialogs; the end-to-end tests cover them.
  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function () {
      this.open = false;
    };
  });
  const links = (container: HTMLElement) =>
    [...container.querySelectorAll('nav[aria-label="Principale"] a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
    ]);

  it('links to the anchors on the home page', () => {
    const { container } = renderAt('/', <SiteHeader />);
    expect(links(container)).toEqual([
      ['Réalisations', '/#realisations', null],
      ['Avantages', '/#avantages', null],
      ['Services', '/services', null],
      ['Street View', '/street-view', null],
      ['Pour les municipalités', '/municipalites', null],
      ['Nous Contacter', '/contact', null],
    ]);
  });

  it.each([
    ['/services', 'page', null],
    ['/street-view', null, 'page'],
    ['/contact', null, null],
  ])('links to the home page on %s and marks the current page', (path, onServices, onStreetView) => {
    const { container } = renderAt(path, <SiteHeader />);
    expect(links(container)).toEqual([
      ['Accueil', '/', null],
      ['Services', '/services', onServices],
      ['Street View', '/street-view', onStreetView],
      ['Pour les municipalités', '/municipalites', null],
      ['Nous Contacter', '/contact', null],
    ]);
  });

  it('opens the same links in a menu, which closes when one is chosen', async () => {
    renderAt('/', <SiteHeader />);
    const dialog = document.querySelector('dialog') as HTMLDialogElement;
    for (const name of ['Réalisations', 'Avantages', 'Services', 'Street View', 'Nous Contacter']) {
      await userEvent.click(screen.getByRole('button', { name: 'Ouvrir le menu' }));
      expect(dialog.open).toBe(true);
      await userEvent.click(within(dialog).getByRole('link', { name }));
      expect(dialog.open).toBe(false);
    }
  });

  it('becomes solid once the page is scrolled', async () => {
    const { container } = renderAt('/', <SiteHeader />);
    expect(container.querySelector('header')).toHaveClass('text-white');
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(200);
    window.dispatchEvent(new Event('scroll'));
    await waitFor(() => expect(container.querySelector('header')).toHaveClass('bg-paper'));
    vi.restoreAllMocks();
  });
});

describe('the footer', () => {
  it('shows the e-mail, the place, the year and the two external links, without opener', () => {
    renderAt('/', <SiteFooter />);
    expect(screen.getByRole('link', { name: 'bonjour@territoire360.example' })).toHaveAttribute(
      'href',
      'mailto:bonjour@territoire360.example',
    );
    expect(screen.getByText('Québec, Canada')).toBeVisible();
    expect(screen.getByText(new RegExp(`© ${new Date().getFullYear()} Territoire 360`))).toBeVisible();
    for (const name of [/Services créatifs/, /Toutes les visites/]) {
      const link = screen.getByRole('link', { name });
      expect(link.getAttribute('href')).toMatch(/^https:\/\//);
      expect(link).toHaveAttribute('rel', 'noopener');
    }
  });
});

describe('the other pages', () => {
  it('/services tells the eight services one by one under its own title', async () => {
    renderAt('/services', <ServicesPage />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Huit services');
    for (const { id, title, type } of services) {
      const part = within(await screen.findByRole('region', { name: title }));
      expect(document.getElementById(id)).toContainElement(
        part.getByRole('heading', { level: 2, name: title }),
      );
      expect(part.getByRole('link', { name: /Demander une soumission/ })).toHaveAttribute(
        'href',
        `/contact?service=${type}`,
      );
    }
  });

  it('/street-view has two services with their benefits, four steps and two links to the quote request', () => {
    renderAt('/street-view', <StreetViewPage />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Street View');
    const cards = screen.getAllByRole('article');
    expect(cards).toHaveLength(2);
    for (const [index, card] of cards.entries()) {
      expect(within(card).getAllByRole('listitem')).toHaveLength(
        streetViewServices[index]?.benefits.length ?? 0,
      );
    }
    for (const [index, { title }] of processSteps.entries()) {
      expect(screen.getByRole('heading', { name: `${index + 1}. ${title}` })).toBeVisible();
    }
    const quotes = screen.getAllByRole('link', { name: 'Demander une soumission' });
    expect(quotes.map((link) => link.getAttribute('href'))).toEqual([
      '/contact?service=street-view',
      '/contact?service=street-view',
    ]);
  });
});
