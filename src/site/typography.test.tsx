import { screen, waitFor } from '@testing-library/react';
import { backend, renderAt } from '@tests/fake-backend';
import { tour } from '@tests/tour-rows';
import { describe, expect, it } from 'vitest';

const { HomePage } = await import('./pages/home/home-page');
const { ServicesPage } = await import('./pages/services/services-page');
const { StreetViewPage } = await import('./pages/street-view/street-view-page');
const { PortfolioPage } = await import('./pages/portfolio/portfolio-page');
const { QuoteRequestPage } = await import('./pages/quote-request/quote-request-page');
const { QuoteRequestReceivedPage } = await import(
  './pages/quote-request-outcome/quote-request-received-page'
);
const { QuoteRequestNotSentPage } = await import('./pages/quote-request-outcome/quote-request-not-sent-page');
const { PrivacyPage } = await import('./pages/privacy/privacy-page');
const { UnsubscribePage } = await import('./pages/unsubscribe/unsubscribe-page');
const { MunicipalitiesPage } = await import('./pages/municipalities/municipalities-page');
const { AboutPage } = await import('./pages/about/about-page');
const { AccessibilityPage } = await import('./pages/accessibility/accessibility-page');
const { SitePlanPage } = await import('./pages/site-plan/site-plan-page');
const { SiteHeader } = await import('./ui/header');
const { SiteFooter } = await import('./ui/footer');

/** Faults of Québec typography. */
const typographyFaults = [
  /(?<!\u00a0):(?=\s|$)/, // Requires a no-break space before a colon.
  /[ ][;!?]/, // Forbids a space before ; ! ?
  /(?<!\u00a0)[%$]/, // Requires a no-break space before % and $.
  /«(?!\u00a0)|(?<!\u00a0)»/, // Requires no-break spaces inside « ».
  /\.\.\./, // Requires the single character « … » as an ellipsis.
];

describe('French typography', () => {
  it.each([
    ['/', HomePage],
    ['/services', ServicesPage],
    ['/street-view', StreetViewPage],
    ['/realisations', PortfolioPage],
    ['/contact', QuoteRequestPage],
    ['/contact/recue', QuoteRequestReceivedPage],
    ['/contact/non-envoyee', QuoteRequestNotSentPage],
    ['/municipalites', MunicipalitiesPage],
    ['/a-propos', AboutPage],
    ['/accessibilite', AccessibilityPage],
    ['/plan-du-site', SitePlanPage],
    ['/confidentialite', PrivacyPage],
    ['/desabonnement', UnsubscribePage],
  ])('of %s, header and footer included', async (path, Page) => {
    backend.serve({ tours: [tour('Fjord')] });
    const { container } = renderAt(
      path,
      <>
        <SiteHeader />
        <Page />
        <SiteFooter />
      </>,
    );
    if (path === '/' || path === '/realisations') await screen.findByText('Fjord');
    await waitFor(() => expect(container.querySelector('[role=status] svg')).toBeNull());
    const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? '';
      if (typographyFaults.some((fault) => fault.test(text))) found.push(text);
    }
    expect(found).toEqual([]);
  });

  it('finds each kind of fault', () => {
    const wrong = ['Écrivez-nous : ici', 'Vraiment ?', '100 %', '« mot »', 'et puis...'];
    for (const text of wrong)
      expect(
        typographyFaults.some((fault) => fault.test(text)),
        text,
      ).toBe(true);
    for (const text of [
      'Écrivez-nous\u00a0: ici',
      'Vraiment?',
      '100\u00a0%',
      '«\u00a0mot\u00a0»',
      'et puis…',
    ]) {
      expect(
        typographyFaults.some((fault) => fault.test(text)),
        text,
      ).toBe(false);
    }
  });
});
