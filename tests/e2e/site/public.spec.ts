import type { Locator, Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { EVERY_WIDTH, expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { withdrawnTour } from '../../support/environment.ts';
import { becomeAdmin, expect, notifications, PROOF_TAG, stack, test } from '../../support/fixtures.ts';
import { fillQuote } from '../../support/quote-form.ts';

const NBSP = '\u00a0';
const toast = (page: Page) => notifications(page).getByRole('listitem');

/** Returns the count that the portfolio must show: every published tour in the database, also those of other tests. */
async function everyTour(): Promise<string> {
  const { length } = await api('virtual_tours?select=id&status=eq.published');
  expect(length).toBeGreaterThanOrEqual(12);
  return `${length} réalisations`;
}

/** Scrolls through the page, so that lazy pictures load, and asserts that every one of them did. */
async function expectPicturesLoaded(page: Page) {
  for (const picture of await page.locator('main img').all()) {
    // Playwright's own scrolling would wait for the moving strip of the hero to stop.
    await picture.evaluate((image) => image.scrollIntoView());
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
}

test('home shows the printed texts and the featured tours of the database, with their pictures', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Photographie 360° pour Municipalités & MRC',
  );
  await expect(page.getByText('Valorisez Votre Territoire en Immersion Totale')).toBeVisible();
  for (const claim of ['15+', '50+', `100${NBSP}%`])
    await expect(page.getByText(claim, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Demander une soumission' }).first()).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(page.getByRole('link', { name: 'Découvrir Nos Réalisations' })).toHaveAttribute(
    'href',
    '/realisations',
  );
  await expect(page.getByRole('link', { name: 'Voir toutes nos réalisations' })).toHaveAttribute(
    'href',
    '/realisations',
  );

  const featured = page.locator('#realisations').getByRole('article');
  await expect(featured).toHaveCount(3);
  await expect(featured.first()).toContainText('360° VR');
  const explore = featured.first().getByRole('link', { name: 'Explorer la visite virtuelle' });
  await expect(explore).toHaveAttribute('target', '_blank');
  await expect(explore).toHaveAttribute('rel', /noopener/);
  await expectPicturesLoaded(page);
  await expect(page.locator('#services').getByRole('heading', { level: 3 })).toHaveCount(8);
  await expect(page.locator('#avantages').getByRole('heading', { level: 3 })).toHaveCount(6);
});

test('the header has its links on the home page and elsewhere, and anchors are never under it', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('navigation', { name: 'Principale' });
  await expect(header.getByRole('link')).toHaveText([
    'Réalisations',
    'Avantages',
    'Services',
    'Street View',
    'Pour les municipalités',
    'Nous Contacter',
  ]);
  await header.getByRole('link', { name: 'Avantages' }).click();
  await expect(page).toHaveURL(/#avantages$/);
  await expect(async () => {
    const top = await page.locator('#avantages').evaluate((section) => section.getBoundingClientRect().top);
    const bottom = await page
      .locator('header')
      .first()
      .evaluate((bar) => bar.getBoundingClientRect().bottom);
    expect(top).toBeGreaterThanOrEqual(bottom - 1);
    expect(top).toBeLessThan(bottom + 200);
  }).toPass();

  for (const [label, path] of [
    ['Services', '/services'],
    ['Street View', '/street-view'],
  ] as const) {
    await header.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(header.getByRole('link')).toHaveText([
      'Accueil',
      'Services',
      'Street View',
      'Pour les municipalités',
      'Nous Contacter',
    ]);
    await expect(header.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
  }
  await page.goto('/street-view#realisations');
  await header.getByRole('link', { name: 'Accueil' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Photographie 360°');
});

test('on a phone the menu opens, keeps the focus inside, closes on Escape and on choice', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Ouvrir le menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const { activeElement: focused } = document;
      return focused !== document.body && !focused?.closest('dialog');
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('link', { name: 'Services' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/services$/);
});

test('the portfolio is filtered by two tags and a word, keeps it in the address, and clears', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/realisations');
  const cards = page.getByRole('article');
  const status = page.getByRole('status');
  const every = await everyTour();
  await expect(status).toHaveText(every);
  await expect(cards).toHaveCount(Number.parseInt(every, 10));
  await expectPicturesLoaded(page);

  await page.getByRole('button', { name: 'Espaces naturels' }).click();
  await page.getByRole('button', { name: 'Patrimoine et culture' }).click();
  await expect(page.getByRole('button', { name: 'Espaces naturels' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('button', { name: 'Patrimoine et culture' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const anyOf = await cards.count();
  expect(anyOf).toBeGreaterThan(1);
  await expect(status).toHaveText(`${anyOf} réalisations trouvée(s)`);
  for (const card of await cards.all())
    await expect(card).toContainText(/Espaces naturels|Patrimoine et culture/);

  await page.getByRole('searchbox', { name: 'Rechercher une réalisation' }).fill('  METIS ');
  await expect(status).toHaveText('1 réalisation trouvée(s)');
  await expect(cards).toContainText('Le phare de Métis');
  await expect(page).toHaveURL(/METIS/);
  await page.reload();
  await expect(status).toHaveText('1 réalisation trouvée(s)');
  await expect(page.getByRole('button', { name: 'Patrimoine et culture' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.getByRole('searchbox', { name: 'Rechercher une réalisation' }).fill('introuvable');
  await expect(page.getByText('Aucune réalisation ne correspond à votre recherche')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(status).toHaveText(every);
  await expect(page).toHaveURL(/\/realisations$/);
});

test('a visitor sends a quote request; the administrator reads it', { tag: PROOF_TAG }, async ({
  page,
  browser,
}) => {
  const organization = `MRC de la Preuve ${Date.now()}`;
  await page.goto('/contact');
  await fillQuote(page, organization);
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toast(page)).toContainText('Demande envoyée avec succès');
  await expect(toast(page)).toContainText('Nous vous contacterons sous peu pour discuter de votre projet.');
  await expect(page.getByLabel('Nom de l’organisation')).toHaveValue('');

  const admin = await browser.newPage({ baseURL: stack.webUrl, locale: 'fr-CA' });
  await becomeAdmin(admin);
  await admin.goto('/admin');
  await admin.getByRole('link', { name: 'Soumissions', exact: true }).click();
  const newest = admin.locator('[data-request]').filter({ hasText: organization });
  await expect(newest).toContainText('Street View');
  await expect(newest).toContainText('Nouveau');
  await newest.getByRole('link', { name: organization, exact: true }).click();
  await expect(admin.getByRole('region', { name: organization, exact: true })).toContainText(
    'Élise Tremblay-Côté',
  );
  await expect(admin.getByText('Nous voulons montrer nos rues.')).toBeVisible();
  await expect(admin.getByRole('link', { name: '418 555-0199' })).toBeVisible();
  await admin.close();
});

test('an unknown address is not found, says so as printed, and leads home', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/cette/page/nexiste/pas');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('404');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  expect(logged.some((text) => text.includes('/cette/page/nexiste/pas'))).toBe(true);
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page).toHaveURL(`${stack.webUrl}/`);
});

/** Every public page, with an element that shows its data has loaded: axe must not run before. */
const PAGES: [path: string, comes?: (page: Page) => Locator][] = [
  ['/', (page) => page.getByRole('article').first()],
  ['/services', (page) => page.getByRole('region', { name: 'Quatre étapes' })],
  ['/street-view', (page) => page.getByRole('region', { name: 'Une rue, deux dates' })],
  ['/street-view/rue-des-erables', (page) => page.getByRole('application')],
  ['/realisations', (page) => page.getByRole('region', { name: 'Carte des réalisations' })],
  ['/realisations/phare-de-metis', (page) => page.getByRole('region', { name: 'Visites semblables' })],
  ['/visite/phare-de-metis', (page) => page.getByRole('application')],
  ['/contact'],
  ['/contact/recue'],
  ['/contact/non-envoyee'],
  ['/municipalites', (page) => page.getByText('Appel d’offres public')],
  ['/a-propos', (page) => page.getByRole('region', { name: 'L’équipe' })],
  ['/accessibilite'],
  ['/plan-du-site'],
  ['/confidentialite'],
  ['/introuvable'],
];
for (const [path, comes] of PAGES) {
  test(`${path} is accessible and fits at every width`, { tag: PROOF_TAG }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (comes) await expect(comes(page)).toBeVisible();
    await expectAccessibleAndFits(page, EVERY_WIDTH);
  });
}

test('a tour that was withdrawn says so, and fits at every width', { tag: PROOF_TAG }, async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/410/);
  await page.goto(`/realisations/${withdrawnTour.slug}`);
  await expect(page.getByRole('heading', { name: 'Cette visite a été retirée' })).toBeVisible();
  await expectAccessibleAndFits(page, EVERY_WIDTH);
});

test('the map of the home page comes when one scrolls to it, and fits at every width', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  // The cards above fade in on scrolling; reduced motion shows their final colours.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Carte des réalisations' });
  await expect(async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(map).toBeVisible({ timeout: 500 });
  }).toPass();
  await map.scrollIntoViewIfNeeded();
  // The first visible grouping is the one for this width.
  const point = map.getByRole('list', { name: 'Lieux sur la carte' }).locator('a:visible').first();
  await expect(point).toBeVisible();
  await point.focus();
  await expect(map.locator('li:focus-within img')).toBeVisible();
  const target = await point.boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('Escape');
  await expect(map.locator('li:focus-within img')).toHaveCount(0);
  await expectAccessibleAndFits(page, EVERY_WIDTH);
});
