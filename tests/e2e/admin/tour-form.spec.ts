import type { Page } from '@playwright/test';
import { api, type Row } from '../../support/api.ts';
import { expectAccessible } from '../../support/axe.ts';
import { becomeAdmin, expect, notifications, PROOF_TAG, stack, test } from '../../support/fixtures.ts';

const toast = (page: Page, text: string) => notifications(page).getByText(text);
const saveButton = (page: Page) => page.getByRole('button', { name: 'Enregistrer les modifications' });
const description = (page: Page) => page.getByLabel(/^Description/);
const generate = (page: Page) => page.getByRole('button', { name: 'Générer une description' });
let made = 0;
const newTitle = (name: string) => `${name} ${Date.now()}${made++}`;

/** Inserts a tour in the database with the secret key. */
async function insertTour(title: string): Promise<{ id: string; slug: string }> {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const tour = { title, slug, url: 'https://visites.example/x' };
  const [row] = await api<{ id: string; slug: string }>('virtual_tours', 'POST', tour);
  return row as { id: string; slug: string };
}

const storedTours = (filter: string): Promise<(Row & { virtual_tour_tags: object[] })[]> =>
  api(`virtual_tours?${filter}&select=*,virtual_tour_tags(tag_id)`);

async function openForm(page: Page, id?: string) {
  await page.goto(id ? `/admin/tours/${id}/edit` : '/admin/tours/new?avec=adresse');
  await expect(page.getByRole('checkbox', { name: 'Patrimoine et culture' })).toBeVisible();
}

test.beforeEach(async ({ page }) => becomeAdmin(page));

test('the slug follows the title until it is edited by hand; a clash proposes a free one', {
  tag: PROOF_TAG,
}, async ({ page, allowConsole }) => {
  allowConsole.push(/status of 409/);
  const title = newTitle('rivière');
  const other = await insertTour(title.replace('rivière', 'riviere'));
  await openForm(page);
  await page.getByLabel('Titre').fill(title);
  await page.getByRole('button', { name: 'Modifier l’adresse' }).click();
  await expect(page.getByLabel('Slug')).toHaveValue(other.slug);
  await page.getByLabel('Slug').fill('a-la-main');
  await page.getByLabel('Titre').fill(`${title} !`);
  await expect(page.getByLabel('Slug')).toHaveValue('a-la-main');

  await page.getByLabel('Slug').fill(other.slug);
  await page.getByLabel('URL de la visite').fill('https://visites.example/r');
  await page.getByRole('button', { name: 'Créer la visite' }).click();
  await expect(page.getByText('Ce slug est déjà celui d’une autre visite')).toBeVisible();
  await expect(page.getByLabel('Slug')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Utiliser « ${other.slug}-2 »` }).click();
  await expect(page.getByLabel('Slug')).toHaveValue(`${other.slug}-2`);
  await page.getByRole('button', { name: 'Créer la visite' }).click();
  await expect(toast(page, 'Visite créée')).toBeVisible();
  expect(await storedTours(`slug=eq.${other.slug}-2`)).toHaveLength(1);
});

test('two people edit the same tour: both changes are kept, and who changed the same field chooses', {
  tag: PROOF_TAG,
}, async ({ page, context, allowConsole }) => {
  allowConsole.push(/status of 409/);
  const title = newTitle('mont');
  const { id } = await insertTour(title);
  const second = await context.newPage();
  await openForm(page, id);
  await openForm(second, id);
  await page.getByLabel('Titre').fill(`${title} premier`);
  await page.getByRole('checkbox', { name: 'Patrimoine et culture' }).check();
  await saveButton(page).click();
  await expect(toast(page, 'Visite modifiée')).toBeVisible();

  await second.getByLabel(/^Lieu/).fill('Percé');
  await second.getByLabel('Titre').fill(`${title} second`);
  await saveButton(second).click();
  const comparing = second.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(comparing).toContainText(`par ${stack.admin.email}`);
  await expect(comparing.getByRole('group')).toHaveText([
    `TitreLeur version${title} premierMa version${title} second`,
  ]);
  await expectAccessible(second);
  expect(await storedTours(`id=eq.${id}`)).toMatchObject([{ title: `${title} premier`, location: null }]);

  // Nothing is merged yet: the form is unchanged, and the next save asks again.
  await comparing.getByRole('button', { name: 'Revenir au formulaire' }).click();
  await expect(second.getByLabel(/^Lieu/)).toHaveValue('Percé');
  await saveButton(second).click();
  await comparing.getByRole('radio', { name: /^Leur version/ }).check();
  await comparing.getByRole('button', { name: 'Enregistrer ce choix' }).click();
  await expect(second).toHaveURL(/\/admin\/tours$/);
  expect(await storedTours(`id=eq.${id}`)).toMatchObject([{ title: `${title} premier`, location: 'Percé' }]);

  // The two sessions changed different fields, so the save succeeds at once.
  await openForm(second, id);
  await expect(second.getByRole('checkbox', { name: 'Patrimoine et culture' })).toBeChecked();
  await second.getByLabel(/^Lieu/).fill('Gaspé');
  await api(`virtual_tours?id=eq.${id}`, 'PATCH', { status: 'archived' });
  await saveButton(second).click();
  await expect(second).toHaveURL(/\/admin\/tours$/);
  expect(await storedTours(`id=eq.${id}`)).toMatchObject([{ location: 'Gaspé', status: 'archived' }]);
});

test('deleted by somebody else meanwhile, what was typed can still be saved as a new tour', {
  tag: PROOF_TAG,
}, async ({ page, allowConsole }) => {
  allowConsole.push(/status of 404/);
  const title = newTitle('phare');
  const { id } = await insertTour(title);
  await openForm(page, id);
  await page.getByLabel(/^Lieu/).fill('Matane');
  await api(`virtual_tours?id=eq.${id}`, 'DELETE');
  await saveButton(page).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText("Cette visite n'existe plus");
  await alert.getByRole('button', { name: 'Enregistrer comme nouvelle visite' }).click();
  await expect(toast(page, 'Visite créée')).toBeVisible();
  const [saved] = await storedTours(`title=eq.${encodeURIComponent(title)}`);
  expect(saved).toMatchObject({ location: 'Matane' });
  expect(saved?.id).not.toBe(id);
});

test('a description is generated, never over a text without asking, and can be cancelled', {
  tag: PROOF_TAG,
}, async ({ page, allowConsole }) => {
  allowConsole.push(/status of 502/, /inattendue/);
  await openForm(page);
  await generate(page).click();
  await expect(toast(page, 'Veuillez entrer un titre avant de générer une description')).toBeVisible();
  await expect(page.getByLabel('Titre')).toBeFocused();

  await page.getByLabel('Titre').fill('le fjord');
  await generate(page).click();
  await expect(description(page)).toHaveValue('Parcourez le fjord, au rythme de vos pas.');
  await expect(toast(page, 'Description générée avec succès')).toBeVisible();

  await description(page).fill('Mon texte');
  await generate(page).click();
  const asking = page.getByRole('alertdialog', { name: 'Remplacer la description?' });
  await expect(asking).toContainText('Parcourez le fjord');
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Garder mon texte' }).click();
  await expect(description(page)).toHaveValue('Mon texte');
  await generate(page).click();
  await asking.getByRole('button', { name: 'Remplacer' }).click();
  await expect(description(page)).toHaveValue('Parcourez le fjord, au rythme de vos pas.');

  await page.getByLabel('Titre').fill('service en panne');
  await generate(page).click();
  await expect(toast(page, 'surchargé')).toBeVisible();

  await page.getByLabel('Titre').fill('attente sans fin');
  await generate(page).click();
  await page.getByRole('button', { name: 'Annuler la génération' }).click();
  await expect(generate(page)).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Annuler la génération' })).toHaveCount(0);
  await expect(toast(page, 'Erreur lors de la génération')).toHaveCount(0);
});

test('a tour is created with the keyboard alone', { tag: PROOF_TAG }, async ({ page }) => {
  const title = newTitle('clavier');
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  /** Presses Tab until the focus is on an element of this name. */
  const reach = async (target: ReturnType<Page['getByRole']>, key = 'Tab') => {
    for (let tab = 0; tab < 60; tab++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error('the keyboard never got there');
  };
  await page.goto('/admin/tours');
  const start = page.getByRole('link', { name: 'Nouvelle visite' });
  await expect(start).toBeVisible();
  await reach(start);
  await press('Enter');
  const elsewhere = page.getByRole('link', { name: 'J’ai déjà une adresse' });
  await expect(elsewhere).toBeVisible();
  await reach(elsewhere);
  await press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Patrimoine et culture' })).toBeVisible();
  await expect(page.getByLabel('URL de la visite')).toBeFocused();
  await reach(page.getByLabel('Titre'), 'Shift+Tab');
  await page.keyboard.type(title);
  await reach(page.getByLabel(/^Lieu/));
  await page.keyboard.type('Rimouski');
  await reach(page.getByLabel('URL de la visite'));
  await page.keyboard.type('https://visites.example/clavier');
  await reach(page.getByRole('button', { name: 'Choisir une image' }));
  await reach(page.getByRole('checkbox', { name: 'Patrimoine et culture' }));
  await press('Space');
  await reach(page.getByLabel('Statut'));
  await press('ArrowDown');
  await reach(page.getByLabel('Coup de cœur'));
  await press('Space');
  await reach(page.getByRole('button', { name: 'Créer la visite' }));
  await press('Enter');
  await expect(toast(page, 'Visite créée')).toBeVisible();
  const [saved] = await storedTours(`title=eq.${title}`);
  expect(saved).toMatchObject({ location: 'Rimouski', status: 'draft', is_featured: true });
  expect(saved?.virtual_tour_tags).toHaveLength(1);
});
