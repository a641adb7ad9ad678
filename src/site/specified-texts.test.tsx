import { configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { button, fill, setUpQuoteRequestForm } from '@tests/quote-request-form-driver';
import { tag, tour } from '@tests/tour-rows';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { Notifications } from '@/shared/ui/notifications';

const { PublicRoutes } = await import('./router');

/**
 * Every text that the specification gives for the public pages, tested in the state that shows it. `npx vitest run
 * --project unit --reporter verbose specified-texts` lists them.
 */

const NBSP = '\u00a0';
const tags = [tag('patrimoine', 'Patrimoine')];
const tours = ['Phare', 'Fjord', 'Village'].map((title) => tour(title, {}, ['patrimoine']));

/** Opens a page of the site and waits for its title. */
async function open(path: string) {
  renderAt(
    path,
    <>
      <PublicRoutes />
      <Notifications />
    </>,
  );
  await screen.findByRole('heading', { level: 1 });
}

const notification = () =>
  waitFor(() => expect(screen.getByRole('region', { name: 'Notifications' })).not.toBeEmptyDOMElement());

async function send() {
  await open('/contact');
  await (await fill()).click(button());
  await notification();
}

function Broken(): never {
  throw new Error('panne');
}

/** Section of the specification, text, and its address where the text is a link. */
type SpecifiedText = [section: number, text: string, href?: string];
type State = { reach: () => Promise<void>; texts: SpecifiedText[] };

const STATES: Record<string, State> = {
  '/': {
    reach: () => open('/'),
    texts: [
      [1, 'Photographie 360° pour Municipalités & MRC'],
      [1, 'Valorisez Votre Territoire en Immersion Totale'],
      [1, '15+'],
      [1, '50+'],
      [1, `100${NBSP}%`],
      [1, 'Demander une soumission', '/contact'],
      [1, 'Découvrir Nos Réalisations', '/realisations'],
      [2, 'Réalisations', '/#realisations'],
      [2, 'Avantages', '/#avantages'],
      [2, 'Services', '/services'],
      [2, 'Street View', '/street-view'],
      [2, 'Nous Contacter', '/contact'],
      [2, 'Notifications'],
      [2, 'Voir toutes nos réalisations', '/realisations'],
      [2, '360° VR'],
      [2, 'Explorer la visite virtuelle', 'https://visites.example/Phare'],
    ],
  },
  '/ without featured tours': {
    reach: async () => {
      backend.serve({ tags });
      await open('/');
    },
    texts: [[2, 'Aucune visite en vedette pour le moment']],
  },
  '/services, for the header outside the home page': {
    reach: () => open('/services'),
    texts: [[2, 'Accueil', '/']],
  },
  '/street-view': {
    reach: () => open('/street-view'),
    texts: [[1, 'Demander une soumission', '/contact']],
  },
  '/realisations': {
    reach: () => open('/realisations'),
    texts: [
      [2, '360° VR'],
      [2, 'Explorer la visite virtuelle', 'https://visites.example/Phare'],
      [9, '3 réalisations'],
    ],
  },
  '/realisations with one tour': {
    reach: async () => {
      backend.serve({ tours: tours.slice(0, 1), tags });
      await open('/realisations');
    },
    texts: [[9, '1 réalisation']],
  },
  '/realisations with a tag selected': {
    reach: async () => {
      await open('/realisations');
      await userEvent.click(await screen.findByRole('button', { name: 'Patrimoine' }));
    },
    texts: [[9, '3 réalisations trouvée(s)']],
  },
  '/realisations with a search text': {
    reach: () => open('/realisations?q=fjord'),
    texts: [[9, '1 réalisation trouvée(s)']],
  },
  '/realisations without results': {
    reach: () => open('/realisations?q=introuvable'),
    texts: [
      [8, 'Aucune réalisation ne correspond à votre recherche'],
      [8, 'Effacer les filtres'],
    ],
  },
  '/contact': {
    reach: () => open('/contact'),
    texts: [
      [2, 'Demande de Soumission'],
      [2, 'Québec, Canada'],
      [2, 'Réponse en 24 à 48 heures ouvrables'],
    ],
  },
  '/contact submitted empty': {
    reach: async () => {
      await open('/contact');
      await userEvent.click(button());
    },
    texts: [
      [5, "Le nom de l'organisation est requis"],
      [5, 'Votre nom est requis'],
      [5, 'Adresse courriel invalide'],
      [5, "Veuillez sélectionner un type d'organisation"],
      [5, 'Veuillez sélectionner un type de service'],
    ],
  },
  '/contact sent': {
    reach: send,
    texts: [
      [8, 'Demande envoyée avec succès'],
      [8, 'Nous vous contacterons sous peu pour discuter de votre projet.'],
    ],
  },
  '/contact refused by the server': {
    reach: async () => {
      backend.answer = () => ({ status: 500, body: { message: 'panne' } });
      await send();
    },
    texts: [
      [8, 'Erreur'],
      [8, 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.'],
    ],
  },
  'an unknown address': {
    reach: () => open('/nulle-part'),
    texts: [
      [2, '404'],
      [2, 'Oops! Page not found'],
    ],
  },
  'a screen that fails to render': {
    reach: async () => {
      render(
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>,
      );
      vi.mocked(console.error).mockClear();
    },
    texts: [[2, 'Unexpected Application Error']],
  },
};

setUpQuoteRequestForm();

/** Builds the title of a test: « §2 « Accueil » · §2 … ». */
const titleOf = (texts: SpecifiedText[]) =>
  texts.map(([section, text]) => `§${section} « ${text} »`).join(' · ');

// The first render of each page also loads its code.
configure({ asyncUtilTimeout: 10_000 });

describe.each(Object.entries(STATES))('%s', (_state, { reach, texts }) => {
  it(titleOf(texts), { timeout: 30_000 }, async () => {
    backend.serve({ tours, tags });
    await reach();
    for (const [, text, href] of texts) {
      if (text === 'Notifications') {
        expect(screen.getByRole('region', { name: text })).toBeInTheDocument();
      } else if (href) {
        const links = await screen.findAllByRole('link', { name: text });
        expect(links.map((link) => link.getAttribute('href'))).toContain(href);
      } else {
        const found = await screen.findAllByText(text, { normalizer: (shown) => shown.trim() });
        expect(found.length).toBeGreaterThan(0);
      }
    }
  });
});
