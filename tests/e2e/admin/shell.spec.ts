import { expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

// What the menu, the keys and the palette do is proven in layout.test.tsx, the search in the database tests: here is
// what only a browser has, a popover, a narrow menu, and a result found and opened by keys alone.
test('everything is found and opened by keys alone, and each state of the shell is accessible and fits', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/parametres/repertoire');
  const menu = page.getByRole('navigation', { name: 'Sections de l’administration' });
  await expect(menu.getByRole('link', { name: 'Paramètres' })).toHaveAttribute('aria-current', 'page');
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
