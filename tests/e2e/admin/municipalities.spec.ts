import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const seed = fileURLToPath(new URL('../../../supabase/seed', import.meta.url));
const official = (...names: string[]) => names.map((name) => join(seed, name));

/** A file as the browser's chooser gives it. */
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const stored = () => api('municipalities?select=*&order=code');

test.beforeEach(async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/trip-plans');
  await page.getByRole('link', { name: 'Municipalités' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Municipalités' })).toBeVisible();
});

test('a file with a missing column is refused by name, and nothing changes', { tag: PROOF_TAG }, async ({
  page,
}) => {
  const before = await stored();
  const renamed = readFileSync(join(seed, 'MUN.csv'), 'utf8').replace('"mpopul"', '"population"');
  await page.getByLabel('Choisir les fichiers CSV').setInputFiles([file('MUN.csv', renamed)]);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Rien n’a été modifié');
  await expect(alert).toContainText('colonne manquante\u00a0: «\u00a0mpopul\u00a0»');
  await expect(page.getByRole('button', { name: /^Importer/ })).toHaveCount(0);
  await expectAccessible(page);
  expect(await stored()).toEqual(before);
});

test('the official files: what would change, the import, and nothing more the second time', async ({
  page,
}) => {
  const before = await stored();
  const count = (label: string) =>
    page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
  await page.getByLabel('Choisir les fichiers CSV').setInputFiles(official('MUN.csv', 'MRC_CM_Arg.csv'));
  await expect(page.getByText('Ce que l’importation changera')).toBeVisible();
  await expectAccessible(page);
  // The sample differs from the register by its source alone.
  await expect(count('Nouveaux')).toHaveText('0');
  await expect(count('Modifiés')).toHaveText('116');
  expect(await stored()).toEqual(before);

  await page.getByRole('button', { name: 'Importer 116 lieux' }).click();
  await expect(page.getByText('Importation terminée')).toBeVisible();
  await expect(
    page.getByText(/^Source.*Répertoire des municipalités du Québec, MAMH, CC-BY 4.0/),
  ).toBeVisible();
  const after = await stored();
  const same = ({ source: _s, source_date: _d, imported_at: _i, ...row }: Record<string, unknown>) => row;
  expect(after.map(same)).toEqual(before.map(same));

  await page.getByLabel('Choisir les fichiers CSV').setInputFiles(official('MUN.csv', 'MRC_CM_Arg.csv'));
  await expect(count('Inchangés')).toHaveText('116');
  await expect(count('Modifiés')).toHaveText('0');
  await page.getByRole('button', { name: 'Importer 116 lieux' }).click();
  await expect(page.getByText('Importation terminée')).toBeVisible();
  expect(await stored()).toEqual(after);
});

test('the screen is accessible and fits, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await expect(page.getByText('Municipalités sans coordonnées')).toBeVisible();
  const spoilt = readFileSync(join(seed, 'MUN.csv'), 'utf8').replace('"02005"', '"X"');
  await page.getByLabel('Choisir les fichiers CSV').setInputFiles([file('MUN.csv', spoilt)]);
  await page.getByText('Lignes laissées de côté (1)').click();
  await expect(page.getByText(/code absent ou invalide/)).toBeVisible();
  await expectAccessibleAndFits(page);
});
