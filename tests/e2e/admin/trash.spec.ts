import { api } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, confirmRemoval, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const email = 'corbeille@e2e.example';
const name = `Zoé ${'m'.repeat(75)}${Date.now()}`;
const storedContacts = () => api(`contacts?email=eq.${encodeURIComponent(email)}`);

test('deleted by one press, taken back by another; deleted again, restored from the trash', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await api(`contacts?email=eq.${encodeURIComponent(email)}`, 'DELETE');
  await api('contacts', 'POST', { name, email, company: 'Essais', city: 'Percé', region: 'Estrie' });
  const before = await storedContacts();
  await becomeAdmin(page);
  await page.goto('/admin/contacts?q=mmmm');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: `Supprimer ${name}` }).click();
  await confirmRemoval(page);
  await expect(row).toHaveCount(0);
  expect(await storedContacts()).toEqual([]);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByText('Suppression annulée')).toBeVisible();
  await expect(row).toHaveCount(1);
  expect(await storedContacts()).toEqual(before);

  await row.getByRole('button', { name: `Supprimer ${name}` }).click();
  await confirmRemoval(page);
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Corbeille' }).click();
  const item = page.getByRole('row').filter({ hasText: name });
  await expect(item).toContainText(/dans 30.jours/);
  await expectAccessibleAndFits(page);
  await item.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(name);
  await expectAccessibleAndFits(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click();
  await item.getByRole('button', { name: 'Restaurer' }).click();
  await expect(page.getByText('Élément restauré')).toBeVisible();
  await expect(item).toHaveCount(0);
  expect(await storedContacts()).toEqual(before);
});
