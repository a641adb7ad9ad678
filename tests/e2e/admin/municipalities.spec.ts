import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const shipped = fileURLToPath(new URL('../../../src/admin/municipalities/data/shipped', import.meta.url));
const places = 1285 + 87;
const inFrench = places.toLocaleString('fr-CA');

/** Makes a file for the browser's file chooser. */
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const storedPlaces = () => api('municipalities?select=*&order=code');

test.beforeEach(async ({ page }) => {
  await becomeAdmin(page);
});

test('a municipality, from the list and its map to a contact and a trip there', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.goto('/admin/trip-plans');
  await page.getByRole('link', { name: 'Municipalités' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Municipalités' })).toBeVisible();
  await page.getByLabel('Rechercher une municipalité').fill('malbaie');
  await page.getByRole('button', { name: 'Carte' }).click();
  await expect(page.getByRole('img', { name: /^Carte de 1.municipalité/ })).toBeVisible();
  await page.getByRole('link', { name: 'La Malbaie', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'La Malbaie' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Contacts' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Déplacements' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByText(/GeoNames/)).toBeVisible();
  await page.getByRole('link', { name: 'Nouveau contact' }).click();
  await expect(page.getByLabel('Ville')).toHaveValue('La Malbaie');
  await expect(page.getByLabel('Région')).toHaveValue('Capitale-Nationale');
});

test('the official files: what would change, the import, and nothing more the second time', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const before = await storedPlaces();
  const count = (label: string) =>
    page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
  await page.goto('/admin/parametres/repertoire');
  await page.getByLabel('Choisir les fichiers CSV').setInputFiles(join(shipped, 'MUN.csv'));
  await expect(page.getByText('Ce que l’importation changera')).toBeVisible();
  await expectAccessible(page);
  // The product ships with the register and its coordinates, so nothing is new.
  await expect(count('Nouveaux')).toHaveText('0');
  await expect(count('Modifiés')).toHaveText('0');
  await expect(count('Inchangés')).toHaveText(inFrench);
  expect(await storedPlaces()).toEqual(before);

  await page.getByRole('button', { name: `Importer ${places} lieux` }).click();
  await expect(page.getByText('Importation terminée')).toBeVisible();
  const same = ({ source_date: _d, imported_at: _i, ...row }: Record<string, unknown>) => row;
  expect((await storedPlaces()).map(same)).toEqual(before.map(same));
});

test('the screen is accessible and fits, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.goto('/admin/municipalites?carte=oui&region=Capitale-Nationale');
  await expect(page.getByRole('img', { name: /^Carte de/ })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/municipalites/150');
  await expect(page.getByRole('heading', { level: 1, name: 'Charlevoix-Est' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/parametres/repertoire');
  await expect(page.getByText('Municipalités sans coordonnées')).toBeVisible();
  const spoilt = readFileSync(join(shipped, 'MUN.csv'), 'utf8').replace('"02005"', '"X"');
  await page.getByLabel('Choisir les fichiers CSV').setInputFiles([file('MUN.csv', spoilt)]);
  await page.getByText('Lignes laissées de côté (1)').click();
  await expect(page.getByText(/code absent ou invalide/)).toBeVisible();
  await expectAccessibleAndFits(page);
});
