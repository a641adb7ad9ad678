import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import {
  becomeAdmin,
  confirmRemoval,
  expect,
  notifications,
  PROOF_TAG,
  test,
} from '../../support/fixtures.ts';

const toast = (page: Page, text: string) => notifications(page).getByText(text);
const row = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title });

test.beforeEach(async ({ page }) => becomeAdmin(page));

async function openList(page: Page, query = '') {
  await page.goto(`/admin/tours${query}`);
  await expect(page.getByRole('table')).toBeVisible();
}

async function startTour(page: Page, title: string, url = 'https://visites.example/essai') {
  await page.goto('/admin/tours/new?avec=adresse');
  await page.getByLabel('Titre').fill(title);
  await page.getByLabel('URL de la visite').fill(url);
}

test('search, filters and sort live in the address; no result can be cleared', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await openList(page);
  await page.getByRole('searchbox', { name: 'Rechercher par titre ou lieu' }).fill('METIS');
  await expect(row(page, 'Le phare de Métis')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/\?q=METIS$/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('METIS');
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: /^Filtrer/ }).click();
  await page.getByRole('combobox', { name: 'Statut' }).selectOption('Archivé');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Aucune visite trouvée')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(page).toHaveURL(/\/admin\/tours$/);

  // At this width the cards have room for figures.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Ouvertures' }).click();
  await page.getByRole('button', { name: 'Ouvertures' }).click();
  await expect(page).toHaveURL(/tri=-view_count/);
  await expect(page.getByRole('columnheader', { name: 'Ouvertures' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('create, see it on the site, feature, archive, edit, delete', { tag: PROOF_TAG }, async ({ page }) => {
  const title = `Île aux Grues ${Date.now()}`;
  await startTour(page, title);
  const address = page.getByText(/^Adresse de la page/);
  await expect(address).toHaveText(/ile-aux-grues-\d+$/);
  const slug = (await address.textContent())?.split('/').pop() ?? '';
  await page.getByRole('checkbox', { name: 'Patrimoine et culture' }).check();
  await page.getByRole('button', { name: 'Créer la visite' }).click();
  await expect(page).toHaveURL(/\/admin\/tours$/);
  await expect(toast(page, 'Visite créée')).toBeVisible();

  await page.getByRole('searchbox').fill(title);
  await expect(page.getByRole('row')).toHaveCount(2);
  const star = page.getByRole('button', { name: `Coup de cœur\u00a0: ${title}` });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  // The new status shows before the save ends; the page is reloaded below.
  expect((await saved).ok()).toBe(true);
  const preview = page.getByRole('link', { name: `Voir ${title} sur le site (nouvel onglet)` });
  const [site] = await Promise.all([page.waitForEvent('popup'), preview.click()]);
  await expect(site.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(site.getByText('Patrimoine et culture').first()).toBeVisible();
  await site.close();

  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('checkbox', { name: `Sélectionner ${title}` }).check();
  await page.getByRole('button', { name: 'Archiver' }).click();
  await expect(toast(page, 'Visite archivée')).toBeVisible();
  await expect(row(page, title)).toContainText('Archivé');
  await expect(preview).toHaveCount(0);

  await page.getByRole('link', { name: `Modifier ${title}` }).click();
  await expect(address).toContainText(slug);
  await page.getByLabel('Titre').fill(`${title} bis`);
  // The public address of a published tour does not change with its title.
  await expect(address).toContainText(slug);
  await page.getByRole('button', { name: 'Enregistrer les modifications' }).click();
  await expect(toast(page, 'Visite modifiée')).toBeVisible();

  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: `Supprimer ${title} bis` }).click();
  await confirmRemoval(page);
  await expect(toast(page, 'Visite supprimée')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('Aucune visite trouvée')).toBeVisible();
});

test('list and form are accessible and fit, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await openList(page);
  await expectAccessibleAndFits(page);
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check();
  await expect(page.getByText(/visites sélectionnées/)).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/tours/new?avec=adresse');
  await page.getByRole('button', { name: 'Créer la visite' }).click();
  await expect(page.getByText('Le titre est requis')).toBeVisible();
  await expect(page.getByText('Le slug est requis')).toBeVisible();
  await expect(page.getByText('URL invalide')).toBeVisible();
  await expect(page.getByLabel('Titre')).toBeFocused();
  await expectAccessibleAndFits(page);
});
