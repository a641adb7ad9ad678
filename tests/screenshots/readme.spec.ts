import type { Page } from '@playwright/test';
import { expect, signIn, stack, test } from '../support/fixtures.ts';

const widths = { 375: 812, 1280: 800 };

/** Takes what a person sees first, at both widths, once pictures are there and nothing moves. */
async function shoot(page: Page, name: string) {
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
    await shoot(page, name);
  });
}

const screens = {
  'admin-dashboard': ['Dashboard', 'heading'],
  'admin-quotes': ['Soumissions', 'listitem'],
  'admin-tours': ['Visites virtuelles', 'row'],
  'admin-tags': ['Gestion des tags', 'button'],
  'admin-trips': ['Déplacements', 'row'],
  'admin-contacts': ['Contacts', 'row'],
  'admin-templates': ['Templates emails', 'row'],
  'admin-campaigns': ['Campagnes', 'row'],
  'admin-settings': ['Paramètres', 'button'],
} as const;
for (const [name, [section, sign]] of Object.entries(screens)) {
  test(name, async ({ page }) => {
    await signIn(page, stack.admin);
    const menu = page.getByRole('navigation', { name: 'Sections de l’administration' });
    await menu.getByRole('link', { name: section }).click();
    await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
    await expect(page.getByRole('main').getByRole(sign).nth(1)).toBeVisible();
    await shoot(page, name);
  });
}

test('admin-prospects', async ({ page }) => {
  await signIn(page, stack.admin);
  const menu = page.getByRole('navigation', { name: 'Sections de l’administration' });
  await menu.getByRole('link', { name: 'Déplacements' }).click();
  await page
    .getByRole('row', { name: /La Malbaie/ })
    .getByRole('link', { name: /prospects/i })
    .first()
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await shoot(page, 'admin-prospects');
});

test('admin-campaign', async ({ page }) => {
  await signIn(page, stack.admin);
  await page.waitForURL(/\/admin$/);
  await page.goto('/admin/campaigns/d0000000-0000-4000-8000-000000000002');
  await expect(page.getByRole('row', { name: /Lacasse-Morin/ }).first()).toBeVisible();
  await shoot(page, 'admin-campaign');
});

test('admin-campaign-new', async ({ page }) => {
  await signIn(page, stack.admin);
  await page.waitForURL(/\/admin$/);
  await page.goto('/admin/campaigns/new');
  await page.getByLabel(/^Nom de la campagne/).fill('Auberges, automne');
  await page.getByLabel(/^Template/).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Tout sélectionner' }).click();
  await expect(page.getByText(/7\/7 sélectionnés/)).toBeVisible();
  await shoot(page, 'admin-campaign-new');
});
