import { readFileSync } from 'node:fs';
import { expectAccessible } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

test.beforeEach(({ page }) => becomeAdmin(page));

test('« Tout exporter » hands a whole ZIP, lists and pictures, and the register says so', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  // A test cannot answer the file picker, so the page downloads as in a browser without one.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('/admin/parametres/donnees');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Tout exporter' }).click(),
  ]);
  await expect(page.getByText('L’exportation est complète.')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^tout-\d{4}-\d{2}-\d{2}\.zip$/);
  const zip = readFileSync(await download.path());
  const text = zip.toString('utf8');
  expect(zip.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
  for (const file of ['contacts.csv', 'courriels-des-campagnes.csv', 'LISEZ-MOI.txt'])
    expect(text).toContain(file);
  expect(text).toContain('Rien ne manque.');
  expect(text).toMatch(/\uFEFF"Numéro";"Nom";"Entreprise";"Courriel"/);
  await expect(page.getByRole('table', { name: 'Registre' })).toContainText('Exportation complète');
});

test('the second factor, which this stack does not have, is said to be offered by a hosted project', {
  tag: PROOF_TAG,
}, async ({ page, allowConsole }) => {
  allowConsole.push(/404/);
  await page.goto('/admin/parametres');
  await page.getByRole('link', { name: 'Sécurité du compte' }).click();
  await expect(page.getByText('Elle n’est pas activée.')).toBeVisible();
  await page.getByRole('button', { name: 'Activer la double authentification' }).click();
  await expect(page.getByRole('alert')).toContainText('est offerte sur un projet hébergé');
  await expectAccessible(page);
});
