import type { Locator, Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, confirmRemoval, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

/** Creates a trip for one test. */
async function plant(change: Record<string, unknown> = {}): Promise<string> {
  const trip = {
    ...{ city: `Ville ${crypto.randomUUID().slice(0, 8)}`, region: 'Mauricie' },
    ...{ start_date: '2027-06-01', end_date: '2027-06-03' },
    ...change,
  };
  const [row] = await api('trip_plans', 'POST', trip);
  return String(row?.id);
}

const day = (page: Page, name: string) => page.getByRole('textbox', { name });
const list = (page: Page) => page.getByRole('region', { name: 'Déplacements' });
const row = (page: Page, city: string): Locator => list(page).getByRole('row').filter({ hasText: city });

test.beforeEach(async ({ page }) => becomeAdmin(page));

test('a trip: place chosen, saved, listed, edited, warned about, its dates refused, deleted', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/admin/trip-plans');
  await page.getByRole('link', { name: 'Nouveau déplacement' }).click();
  await expect(page.getByText('Aucun type sélectionné\u00a0: tous les types seront ciblés.')).toBeVisible();

  await page.getByLabel('Ville').fill('ste-adele');
  await page.getByRole('option', { name: /Sainte-Adèle/ }).click();
  await expect(page.getByLabel('Région')).toHaveValue('Laurentides');
  await day(page, 'Date de début').fill('2027-02-10');
  await day(page, 'Date de fin').fill('2027-02-09');
  await page.getByLabel('Client').fill('Auberge de l’épreuve');
  await page.getByRole('button', { name: 'Créer le déplacement' }).click();
  await expect(page.getByText('La date de fin doit suivre la date de début')).toBeVisible();

  await page.getByRole('button', { name: /calendrier.*Date de fin/ }).click();
  const calendar = page.getByRole('dialog', { name: 'Date de fin' });
  await expect(calendar.getByText('février 2027')).toBeVisible();
  await calendar.getByRole('button', { name: /vendredi 12 février 2027/ }).click();
  await expect(day(page, 'Date de fin')).toHaveValue('12 févr. 2027');
  await expect(page.getByText('La date de fin doit suivre la date de début')).toBeHidden();
  await page.getByRole('button', { name: 'Créer le déplacement' }).click();
  await expect(page.getByText('Déplacement créé')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/trip-plans\/[0-9a-f-]{36}\/prospects$/);

  await page.getByRole('link', { name: 'Déplacements', exact: true }).click();
  const trip = row(page, 'Sainte-Adèle');
  await expect(trip).toContainText('10 févr. 2027 – 12 févr. 2027');
  await expect(trip).toContainText('Planifié');
  await expect(trip).toContainText('50 km');
  const [stored] = await api('trip_plans?city=eq.Sainte-Adèle');
  expect(stored).toMatchObject({ municipality_code: '77022', latitude: 45.96814, longitude: -74.12287 });
  expect(stored?.user_id).toBe('a0000000-0000-4000-8000-000000000001');

  await trip.getByRole('link', { name: /^Modifier/ }).click();
  await page.getByRole('checkbox', { name: 'Espaces naturels' }).check();
  await expect(page.getByText(/tous les types seront ciblés/)).toBeHidden();
  await page.getByLabel('Statut').selectOption('Confirmé');
  await page.getByLabel('Rayon').fill('501');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Le rayon ne peut pas dépasser 500 km')).toBeVisible();
  await page.getByLabel('Rayon').fill('120');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Déplacement mis à jour')).toBeVisible();
  await expect(trip).toContainText('Confirmé');
  await expect(trip).toContainText('120 km');
  expect(await api(`trip_plan_tags?trip_plan_id=eq.${stored?.id}`)).toHaveLength(1);

  await trip.getByRole('button', { name: /^Supprimer/ }).click();
  await confirmRemoval(page);
  await expect(page.getByText('Déplacement supprimé')).toBeVisible();
  await expect(trip).toHaveCount(0);
  expect(await api(`trip_plans?id=eq.${stored?.id}`)).toEqual([]);
});

test('the whole form by keyboard alone', { tag: PROOF_TAG }, async ({ page }) => {
  await page.goto('/admin/trip-plans/new');
  await page.getByLabel('Ville').focus();
  await page.keyboard.type('saint-f');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Ville')).toHaveValue('Saint-Félicien');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Région')).toHaveValue('Saguenay–Lac-Saint-Jean');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choisir un point de la carte' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('2027-03-01');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(day(page, 'Date de fin')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Date de fin' });
  await expect(calendar.getByText('mars 2027')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(page.getByRole('button', { name: /calendrier.*Date de fin/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendar.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(day(page, 'Date de fin')).toHaveValue(/mars 2027/);
  await page.getByLabel('Client').focus();
  await page.keyboard.type('Au clavier');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Déplacement créé')).toBeVisible();
  const rows = await api('trip_plans?client_name=eq.Au clavier');
  expect(rows).toHaveLength(1);
  await api('trip_plans?client_name=eq.Au clavier', 'DELETE');
});

test('what somebody else changed meanwhile is not overwritten in silence', { tag: PROOF_TAG }, async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/status of 409/);
  const id = await plant();
  await page.goto(`/admin/trip-plans/${id}`);
  await page.getByLabel('Client').fill('Le mien');
  await api(`trip_plans?id=eq.${id}`, 'PATCH', { client_name: 'Le leur' });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const asking = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(asking.getByRole('group')).toHaveText(['ClientLeur versionLe leurMa versionLe mien']);
  await expectAccessible(page);
  expect((await api(`trip_plans?id=eq.${id}`))[0]?.client_name).toBe('Le leur');
  await asking.getByRole('button', { name: 'Enregistrer ce choix' }).click();
  await expect(page.getByText('Déplacement mis à jour')).toBeVisible();
  expect((await api(`trip_plans?id=eq.${id}`))[0]?.client_name).toBe('Le mien');
  await api(`trip_plans?id=eq.${id}`, 'DELETE');
});

test('list, dialogs and form are accessible and fit, on a phone and on a laptop', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/admin/trip-plans');
  await expect(row(page, 'La Malbaie')).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.getByRole('searchbox').fill('zzz');
  await expect(page.getByText('Aucun déplacement ne correspond à votre recherche')).toBeVisible();
  await expectAccessibleAndFits(page);

  await page.goto('/admin/trip-plans/new');
  await page.getByRole('button', { name: 'Créer le déplacement' }).click();
  await expect(page.getByText('La ville est requise')).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.getByLabel('Ville').fill('saint');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /calendrier.*Date de début/ }).click();
  await expect(page.getByRole('dialog', { name: 'Date de début' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Ville').fill('');
  await page.goto('/admin/trip-plans/f0000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Ce déplacement n’existe plus')).toBeVisible();
  await expectAccessibleAndFits(page);
});
