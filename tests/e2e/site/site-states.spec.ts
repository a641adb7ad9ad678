import type { Page, Route } from '@playwright/test';
import { EVERY_WIDTH, expectAccessible, expectAccessibleAndFits, expectFits } from '../../support/axe.ts';
import { expect, PROOF_TAG, stack, test } from '../../support/fixtures.ts';
import { fillQuote } from '../../support/quote-form.ts';
import { serveElsewhere } from '../../support/tour-elsewhere.ts';

const SENDING = `${stack.apiUrl}/rest/v1/quote_requests**`;
const READING = `${stack.apiUrl}/rest/v1/virtual_tours**`;
const TOUR = '/realisations/phare-de-metis';

/** Returns a promise that never settles, for an answer that never comes. */
const neverAnswer = () => new Promise<void>(() => {});
const abortRoute = (route: Route) => route.abort();
const answerWith = (status: number, json?: object) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'content-range' },
    ...(json ? { json } : {}),
  });

async function trySending(page: Page) {
  await page.goto('/contact');
  await fillQuote(page, 'Ville des États');
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
}

/** `onPhone` marks a state that exists only in a narrow window. */
type State = { name: string; onPhone?: true; reach: (page: Page) => Promise<void> };

/** Every state of a public page besides the initial one. */
const STATES: State[] = [
  {
    name: 'home, menu open',
    onPhone: true,
    reach: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    },
  },
  {
    name: 'tour page, menu open',
    onPhone: true,
    reach: async (page) => {
      await page.goto(TOUR);
      await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Accueil' })).toBeVisible();
    },
  },
  {
    name: 'home, featured tours still loading',
    reach: async (page) => {
      await page.route(READING, neverAnswer);
      await page.goto('/');
      await expect(page.getByText('Chargement des visites en vedette…')).toBeAttached();
    },
  },
  {
    name: 'home, no featured tour',
    reach: async (page) => {
      await page.route(READING, answerWith(200, []));
      await page.goto('/');
      await expect(page.getByText('Aucune visite en vedette pour le moment')).toBeVisible();
    },
  },
  {
    name: 'home, scrolled to its middle',
    reach: async (page) => {
      await page.goto('/#services');
      await expect(page.locator('#services')).toBeFocused();
    },
  },
  {
    name: 'portfolio, still loading',
    reach: async (page) => {
      await page.route(READING, neverAnswer);
      await page.goto('/realisations');
      await expect(page.getByText('Chargement des réalisations…')).toBeVisible();
    },
  },
  {
    name: 'portfolio, filtered',
    reach: async (page) => {
      await page.goto('/realisations?q=a');
      await page.getByRole('button', { name: 'Espaces naturels' }).click();
      await expect(page.getByRole('status')).toContainText('trouvée(s)');
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'portfolio, no result',
    reach: async (page) => {
      await page.goto('/realisations?q=introuvable');
      await expect(page.getByText('Aucune réalisation ne correspond à votre recherche')).toBeVisible();
    },
  },
  {
    name: 'portfolio, error',
    reach: async (page) => {
      await page.route(READING, answerWith(400, {}));
      await page.goto('/realisations');
      await expect(page.getByText('Impossible de charger les réalisations')).toBeVisible();
    },
  },
  {
    name: 'portfolio, preview of a panorama',
    reach: async (page) => {
      await page.goto('/realisations');
      await page.getByRole('button', { name: 'Aperçu 360°' }).first().click();
      await expect(page.getByRole('application')).toBeFocused();
      await expect(page.getByText('Chargement du panorama…')).toHaveCount(0);
    },
  },
  {
    name: 'portfolio, preview still loading',
    reach: async (page) => {
      await page.route('**/images/panoramas/**', neverAnswer);
      await page.goto('/realisations');
      await page.getByRole('button', { name: 'Aperçu 360°' }).first().click();
      await expect(page.getByText('Chargement du panorama…')).toBeVisible();
    },
  },
  {
    name: 'tour page, embedded tour open',
    reach: async (page) => {
      // This tour is hosted elsewhere, which no other test opens with panoramas.
      await serveElsewhere(page, 'lac-archambault');
      await page.goto('/realisations/lac-archambault');
      await page.getByRole('button', { name: 'Ouvrir la visite ici' }).click();
      await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible();
    },
  },
  {
    name: 'tour page, still loading',
    reach: async (page) => {
      await page.route(READING, neverAnswer);
      await page.goto(TOUR);
      await expect(page.getByText('Chargement de la visite…')).toBeVisible();
    },
  },
  {
    name: 'tour page, error',
    reach: async (page) => {
      await page.route(READING, answerWith(400, {}));
      await page.goto(TOUR);
      await expect(page.getByText('Impossible de charger la visite')).toBeVisible();
    },
  },
  {
    name: 'tour page, unknown tour',
    reach: async (page) => {
      await page.goto('/realisations/nulle-part');
      await expect(page.getByText('Oops! Page not found')).toBeVisible();
    },
  },
  {
    name: 'quote, errors',
    reach: async (page) => {
      await page.goto('/contact');
      await page.getByRole('button', { name: 'Envoyer la demande' }).click();
      await expect(page.getByText('Veuillez sélectionner un type de service')).toBeVisible();
    },
  },
  {
    name: 'quote, being sent',
    reach: async (page) => {
      await page.route(SENDING, neverAnswer);
      await trySending(page);
      await expect(page.getByRole('button', { name: 'Envoi en cours…' })).toBeVisible();
    },
  },
  {
    name: 'quote, failed send',
    reach: async (page) => {
      await page.route(SENDING, abortRoute);
      await trySending(page);
      await expect(page.getByText('Votre demande n’a pas été envoyée.')).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toBeVisible();
    },
  },
  {
    name: 'quote, too many requests',
    reach: async (page) => {
      await page.route(
        SENDING,
        answerWith(429, { code: 'PT429', message: 'trop', details: null, hint: null }),
      );
      await trySending(page);
      await expect(page.getByText('Attendez une dizaine de minutes')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toBeVisible();
    },
  },
  {
    name: 'quote, sent',
    reach: async (page) => {
      // In this window the form ends with its button, and the answer appears below the screen.
      await page.setViewportSize({ width: 320, height: 640 });
      await page.route(SENDING, answerWith(201));
      await trySending(page);
      await expect(page.getByText('C’est envoyé.')).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toBeVisible();
    },
  },
  {
    name: 'quote, draft restored',
    reach: async (page) => {
      await page.goto('/contact');
      await page.getByLabel('Votre nom').fill('Ève Côté');
      await page.getByRole('checkbox').check();
      await page.reload();
      await expect(page.getByText('Nous avons retrouvé votre brouillon.')).toBeVisible();
      await expect(page.getByRole('checkbox')).toBeChecked();
    },
  },
  {
    name: 'a page that fails to load',
    reach: async (page) => {
      await page.route('**/assets/services-page-*.js', abortRoute);
      await page.goto('/services');
      await expect(page.getByRole('alert')).toContainText('Unexpected Application Error');
    },
  },
];

// Each test has a page of its own and leaves nothing in the database.
test.describe.configure({ mode: 'parallel' });
test.use({ allowConsole: [/Failed to load resource|dynamically imported module/] });

for (const { name, onPhone, reach } of STATES) {
  test(`${name}: accessible and fits${onPhone ? '' : ' at every width'}`, {
    tag: PROOF_TAG,
  }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await reach(page);
    if (onPhone) {
      await expectAccessible(page);
      await expectFits(page);
    } else await expectAccessibleAndFits(page, EVERY_WIDTH);
    if (process.env.STATES_SHOTS)
      await page.screenshot({ path: `${process.env.STATES_SHOTS}/${name.replace(/\W+/g, '-')}.png` });
  });
}

test('a page that fails to load can be tried again, and left', { tag: PROOF_TAG }, async ({ page }) => {
  await page.route('**/assets/services-page-*.js', abortRoute);
  await page.goto('/services');
  const retry = page.getByRole('button', { name: 'Recharger la page' });
  await expect(retry).toBeVisible();
  await page.unroute('**/assets/services-page-*.js');
  await retry.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Huit services');

  await page.route('**/assets/services-page-*.js', abortRoute);
  await page.reload();
  await page.getByRole('alert').getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Photographie 360°');
});
