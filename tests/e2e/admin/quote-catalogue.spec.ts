import type { Page } from '@playwright/test';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { expect, openDashboard, PROOF_TAG, test } from '../../support/fixtures.ts';

async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png`, fullPage: true });
  }
}

test('the catalogue and a template are accessible and fit, on a phone and on a laptop', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  test.setTimeout(180_000);
  await openDashboard(page);
  await page.goto('/admin/devis/catalogue');
  await expect(page.getByRole('table', { name: 'Modèles de devis' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await picture(page, 'catalogue');
  await page.getByRole('button', { name: 'Nouveau service' }).click();
  await expect(page.getByRole('dialog', { name: 'Nouveau service' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await picture(page, 'service');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Visite d’un parc', exact: true }).click();
  await expect(page.getByLabel('Description, ligne 1')).toBeVisible();
  await expectAccessibleAndFits(page);
  await picture(page, 'template');
});
