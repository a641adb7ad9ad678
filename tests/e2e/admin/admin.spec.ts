import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { expect, openDashboard, PROOF_TAG, test } from '../../support/fixtures.ts';

test.beforeEach(async ({ page }) => openDashboard(page));

test('the sidebar carries the printed labels, and each leads to its screen', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const links = page.getByRole('navigation', { name: 'Sections de l’administration' }).getByRole('link');
  await expect(links).toHaveText([
    // Steps of the first day are left in the demo studio.
    'Démarrage',
    'Dashboard',
    'Soumissions',
    'Visites virtuelles',
    'Gestion des tags',
    'Déplacements',
    'Contacts',
    'Templates emails',
    'Campagnes',
    'Réglages',
  ]);
  for (const label of await links.allInnerTexts()) {
    await page.getByRole('link', { name: label, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
    await expect(page.getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
});

test('an address of the back office that no screen has is not found', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.goto('/admin/nulle-part');
  await expect(page.getByText('Cette adresse n’existe pas')).toBeVisible();
});

test('the dashboard is accessible and fits, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  // Loading is over.
  await expect(page.getByText(/^Chargement/)).toHaveCount(0);
  await expectAccessibleAndFits(page);
});

test('on a phone the sidebar is a drawer that closes on Escape and on choice, and gives the focus back', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const open = page.getByRole('button', { name: 'Ouvrir le menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await drawer.getByRole('link', { name: 'Soumissions' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Soumissions' })).toBeVisible();
});
