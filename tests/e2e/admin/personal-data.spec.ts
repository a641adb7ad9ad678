import { readFileSync } from 'node:fs';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

test.beforeEach(({ page }) => becomeAdmin(page));

test('an incident is inscribed, corrected with its trace, and its notices are copied', {
  tag: PROOF_TAG,
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin/parametres/donnees');
  await page.getByRole('link', { name: 'Inscrire un incident' }).click();
  await expectAccessibleAndFits(page);
  const what = `Portable volé ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Date de l’incident, ou début' }).fill('2026-01-10');
  await page.getByRole('textbox', { name: 'Date où vous en avez eu connaissance' }).fill('2026-01-11');
  await page.getByLabel('Ce qui s’est passé').fill(what);
  await page.getByLabel('Renseignements personnels visés').fill('Noms et courriels');
  await page.getByLabel('Sensibilité des renseignements').fill('Faible');
  await page.getByLabel('Conséquences appréhendées').fill('Hameçonnage');
  await page.getByLabel('Utilisations malveillantes possibles et leur probabilité').fill('Possible');
  await page.getByLabel('Risque de préjudice sérieux').selectOption('oui');
  await page.getByLabel('Motifs de la conclusion').fill('Le disque n’est pas chiffré');
  await page.getByLabel('Mesures prises ou prévues').fill('Mots de passe changés');
  await page.getByRole('button', { name: 'Inscrire au registre' }).click();
  await expect(page.getByText('Aviser la Commission', { exact: true })).toBeVisible();

  await page.getByLabel('Nombre de personnes concernées').fill('12');
  await page.getByRole('button', { name: 'Corriger' }).click();
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText('avant, « rien »');
  await page.getByRole('button', { name: /Copier l’avis.*Commission/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(what);
  await expectAccessibleAndFits(page);
  await page.goto('/admin/parametres/donnees');
  await expect(page.getByRole('table', { name: 'Incidents de confidentialité' })).toContainText(what);
  await expectAccessibleAndFits(page);
});

test('« Tout exporter » hands a whole ZIP, lists and pictures, and the register says so', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  // A test cannot answer the question of where to save: as in a browser that does not ask it.
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
