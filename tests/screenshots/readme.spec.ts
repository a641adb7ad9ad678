import type { Page } from '@playwright/test';
import { becomeAdmin, expect, test } from '../support/fixtures.ts';

const widths = { 375: 812, 1280: 800 };

/** Takes what a person sees first, at both widths, once pictures are there and nothing moves. */
async function takeScreenshots(page: Page, name: string) {
  for (const [width, height] of Object.entries(widths)) {
    await page.setViewportSize({ width: Number(width), height });
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    // What has come may still have to be decoded, and an empty frame would be taken.
    await page.evaluate(() =>
      Promise.all(Array.from(document.images, (image) => image.complete && image.decode().catch(() => {}))),
    );
    await page.screenshot({ path: `../docs/screenshots/${name}-${width}.jpg`, type: 'jpeg', quality: 72 });
  }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pages = {
  home: '/',
  services: '/services',
  'street-view': '/street-view',
  portfolio: '/realisations',
  tour: '/realisations/phare-de-metis',
  contact: '/contact',
  auth: '/auth',
};
for (const [name, path] of Object.entries(pages)) {
  test(name, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await takeScreenshots(page, name);
  });
}

const screens = {
  'admin-dashboard': '/admin',
  'admin-quotes': '/admin/soumissions',
  'admin-tours': '/admin/tours',
  'admin-tags': '/admin/tags',
  'admin-trips': '/admin/trip-plans',
  'admin-contacts': '/admin/contacts',
  'admin-templates': '/admin/email-templates',
  'admin-campaigns': '/admin/campaigns',
  'admin-settings': '/admin/parametres',
  'admin-emails': '/admin/parametres/courriels',
  'admin-team': '/admin/equipe',
  'admin-trash': '/admin/corbeille',
  'admin-setup': '/admin/demarrage',
  'admin-municipalities': '/admin/municipalites',
  'admin-guide': '/admin/aide',
};
for (const [name, path] of Object.entries(screens)) {
  test(name, async ({ page }) => {
    await becomeAdmin(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Chargement/)).toHaveCount(0);
    await takeScreenshots(page, name);
  });
}

test('admin-quote', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/soumissions');
  await page.locator('[data-request] a').first().click();
  await expect(page.getByRole('form', { name: 'Répondre' })).toBeVisible();
  await takeScreenshots(page, 'admin-quote');
});

test('admin-tour', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/tours');
  await page
    .getByRole('link', { name: /^Modifier / })
    .first()
    .click();
  await expect(page.getByRole('checkbox', { name: 'Coup de cœur' })).toBeVisible();
  await takeScreenshots(page, 'admin-tour');
});

test('admin-prospects', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/trip-plans');
  await page
    .getByRole('row', { name: /La Malbaie/ })
    .getByRole('link', { name: /prospects/i })
    .first()
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await takeScreenshots(page, 'admin-prospects');
});

test('admin-campaign', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/campaigns/d0000000-0000-4000-8000-000000000002');
  await expect(page.getByRole('row', { name: /Lacasse-Morin/ }).first()).toBeVisible();
  await takeScreenshots(page, 'admin-campaign');
});

test('admin-campaign-new', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/campaigns/new');
  await page.getByLabel(/^Nom de la campagne/).fill('Auberges, automne');
  await page.getByLabel(/^Template/).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Tout sélectionner' }).click();
  await expect(page.getByText(/7\/7 sélectionnés/)).toBeVisible();
  await takeScreenshots(page, 'admin-campaign-new');
});
