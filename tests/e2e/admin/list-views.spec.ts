import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

test('a view saved on a phone opens the same list for a colleague, by its address', {
  tag: PROOF_TAG,
}, async ({ page, browser }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  await page.goto('/admin/tours');
  await page.getByRole('button', { name: 'Filtrer et trier' }).click();
  const filters = page.getByRole('dialog', { name: 'Filtres' });
  await filters.getByLabel('Statut').selectOption('Publié');
  await filters.getByLabel('Trier par').selectOption('Titre');
  await filters.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('button', { name: 'Enregistrer cette vue' }).click();
  await page.getByLabel(/^Nom de la vue/).fill('Publiées, de A à Z');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Publiées, de A à Z' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const address = page.url();
  expect(address).toMatch(/\?statut=published&tri=title$/);

  const colleague = await browser.newPage();
  await becomeAdmin(colleague);
  await colleague.goto(address);
  const shared = colleague.getByRole('link', { name: 'Publiées, de A à Z' });
  await expect(shared).toHaveAttribute('aria-current', 'page');
  await colleague.getByRole('link', { name: 'Brouillons' }).click();
  await expect(colleague).toHaveURL(/\?statut=draft$/);
  await colleague.goBack();
  await expect(shared).toHaveAttribute('aria-current', 'page');
  await colleague.close();
});
