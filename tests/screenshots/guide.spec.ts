import type { Page } from '@playwright/test';
import { becomeAdmin, expect, test } from '../support/fixtures.ts';

// The pictures of docs/guide: what the screen shows beside the menu, all of one size (guide-page.tsx keeps their place).
const picture = { width: 940, height: 600 };

/** The menu has this width and is left out. */
const menuWidth = 240;

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: menuWidth + picture.width, height: 760 },
});

const screens: Record<string, { path: string; arrange?: (page: Page) => Promise<unknown>; left?: number }> = {
  'repondre-a-une-demande': {
    path: '/admin/soumissions',
    arrange: async (page) => {
      await page.locator('[data-request] a').first().click();
      await expect(page.getByRole('form', { name: 'Répondre' })).toBeVisible();
    },
  },
  'faire-un-devis': {
    path: '/admin/devis',
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Nouveau devis' }).first().click();
      await page.getByRole('button', { name: 'Devis vide' }).click();
      await page.getByLabel('Organisation').fill('Ville de Percé');
      await page.getByLabel('Nom du contact').fill('Jeanne Roy');
      await page.getByLabel('Fonction').fill('Greffière');
      await page.getByLabel('Courriel').fill('greffe@perce.example');
      await page.getByLabel('Objet').fill('Imagerie des rues nouvelles');
      await page.getByLabel('Ajouter un service du catalogue').selectOption('Rue numérisée');
      await expect(page.getByText(/^Enregistré$/)).toBeVisible();
    },
  },
  'afficher-des-prix': {
    path: '/admin/parametres/prix',
    arrange: async (page) => {
      await expect(page.getByText('Estimation avant taxes')).toBeVisible();
      await page
        .getByRole('region', { name: 'Ce que voit le public' })
        .evaluate((element) => element.scrollIntoView());
    },
  },
  'publier-une-visite': {
    path: '/admin/tours',
    arrange: async (page) => {
      await page
        .getByRole('link', { name: /^Modifier / })
        .first()
        .click();
      await expect(page.getByRole('checkbox', { name: 'Coup de cœur' })).toBeVisible();
    },
  },
  'sceller-un-releve': { path: '/admin/releves/5a000000-0000-4000-8000-000000000002?onglet=preuve' },
  'classer-les-visites': { path: '/admin/tags' },
  'trouver-des-prospects': {
    path: '/admin/trip-plans',
    arrange: async (page) => {
      const row = page.getByRole('row', { name: /La Malbaie/ });
      await row
        .getByRole('link', { name: /prospects/i })
        .first()
        .click();
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  'preparer-un-deplacement': {
    path: '/admin/trip-plans/new',
    arrange: async (page) => {
      await page.getByLabel(/^Ville/).pressSequentially('Gasp');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  'faire-un-releve': {
    path: '/admin/releves/5a000000-0000-4000-8000-000000000001',
    arrange: (page) => expect(page.getByText(/^Proposé/)).toBeVisible({ timeout: 60_000 }),
  },
  'comparer-deux-dates': {
    path: '/admin/releves/5a000000-0000-4000-8000-000000000002/paires/5c000003-0000-4000-8000-000000000001',
    arrange: async (page) => {
      await page.getByRole('button', { name: /^Voir/ }).click();
      await expect(page.getByRole('button', { name: /^Dommage 1/, pressed: true })).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  'contacts-et-organisations': { path: '/admin/organisations' },
  'importer-des-contacts': {
    path: '/admin/contacts/import',
    arrange: (page) =>
      page.locator('input[type=file]').setInputFiles({
        ...{ name: 'contacts.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(
          'Nom,Entreprise,Courriel,Ville,Région\nÈve Côté,Ville de Percé,eve@perce.example,Percé,Gaspésie\n',
        ),
      }),
  },
  consentement: {
    path: '/admin/contacts',
    arrange: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      const card = page.getByRole('heading', { name: 'Envois commerciaux' }).first();
      await card.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 90));
    },
  },
  'envoyer-une-campagne': {
    path: '/admin/campaigns/new',
    arrange: async (page) => {
      await page.getByLabel(/^Nom de la campagne/).fill('Auberges, automne');
      await page.getByLabel(/^Template/).selectOption({ index: 1 });
    },
  },
  'copies-de-sauvegarde': { path: '/admin/parametres/copies' },
  'donnees-personnelles': { path: '/admin/parametres/donnees' },
  'publier-le-site': {
    path: '/admin',
    arrange: (page) =>
      page.getByRole('region', { name: 'Site public' }).evaluate((element) => element.scrollIntoView()),
  },
  'brancher-un-assistant': {
    path: '/admin/parametres/assistant',
    arrange: async (page) => {
      await page.getByRole('textbox', { name: /Nom de l’assistant/ }).fill('Claude, portable');
      await page.getByRole('button', { name: 'Créer une clé' }).click();
      await expect(page.getByLabel('Adresse du serveur MCP')).toBeVisible();
    },
  },
  'se-deplacer-vite': {
    path: '/admin',
    // The notice stands in the middle of the whole window.
    left: menuWidth / 2,
    arrange: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('malbaie');
      await expect(page.getByRole('option', { name: /malbaie/i }).first()).toBeVisible();
    },
  },
};

for (const [name, { path, arrange, left = menuWidth }] of Object.entries(screens)) {
  test(name, async ({ page }) => {
    await becomeAdmin(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Chargement/)).toHaveCount(0);
    await arrange?.(page);
    await page.waitForLoadState('networkidle');
    // What has come may still have to be decoded, and an empty frame would be taken.
    await page.evaluate(() =>
      Promise.all(Array.from(document.images, (image) => image.complete && image.decode().catch(() => {}))),
    );
    await page.screenshot({
      path: `../docs/guide/pictures/${name}.jpg`,
      ...{ type: 'jpeg', quality: 55 },
      clip: { x: left, y: 60, ...picture },
    });
  });
}
