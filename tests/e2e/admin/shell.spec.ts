import { expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

// layout.test.tsx tests the menu, the keys and the palette, and the database tests test the search. This file
// tests what only a browser has: popovers, a narrow menu, and a result opened with the keyboard.
test('everything is found and opened by keys alone, and each state of the shell is accessible and fits', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/parametres/repertoire');
  const menu = page.getByRole('navigation', { name: 'Sections de l’administration' });
  await expect(menu.getByRole('link', { name: 'Réglages' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('button', { name: 'Réduire le menu' }).click();
  await page.reload();
  await expect(menu.getByRole('button', { name: 'Agrandir le menu' })).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Rechercher partout' });
  await expect(palette.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('phare metis');
  await expect(palette.getByRole('option', { name: /phare de Métis/ })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/tours\/.+\/edit$/);
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/admin/tags');
  await page.getByRole('button', { name: 'Mon compte' }).click();
  await expect(page.getByRole('link', { name: 'Sécurité du compte' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Sécurité du compte' })).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Raccourcis clavier' })).toBeVisible();
  await expectAccessibleAndFits(page);
});

// Popovers, native dialogs and full screen are in the browser's top layer, above every other element: a
// dialog that opened below one would be out of reach.
test('the palette opens over whatever is open: the account menu, a panel of a list, the menu of a phone, a full screen', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/contacts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Rechercher partout' });
  const account = page.getByRole('button', { name: 'Mon compte' });
  const expectOnTop = async () => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('option').first()).toBeVisible();
    await expect(palette.getByRole('combobox')).toBeFocused();
    const layers = ':popover-open:not([popover=manual]), dialog[open], [data-radix-popper-content-wrapper]';
    await expect(page.locator(layers)).toHaveCount(0);
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
  };

  await account.click();
  await expect(page.getByRole('link', { name: 'Sécurité du compte' })).toBeVisible();
  await expectOnTop();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  await page.getByRole('button', { name: 'Colonnes' }).click();
  await expect(page.getByRole('dialog', { name: 'Colonnes' })).toBeVisible();
  await expectOnTop();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => document.querySelector('main')?.requestFullscreen());
  await expectOnTop();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 375, height: 700 });
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectOnTop();
});
